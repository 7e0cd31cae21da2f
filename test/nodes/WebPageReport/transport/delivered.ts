import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { Failure, type FailureDetails } from '../../../../nodes/WebPageReport/errors/failure';
import { unsettled } from '../../../../nodes/WebPageReport/errors/advice';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import { deliver, type Errand } from '../../../../nodes/WebPageReport/transport/deliver';
import type { Run } from '../../../../nodes/WebPageReport/transport/run';
import { Service } from '../../../../nodes/WebPageReport/transport/service';
import { errandOf } from './runs';

export const page = 'https://example.com';

export const create: Target = { resource: 'report', operation: 'create', url: page, privacy: '2' };
export const update: Target = { resource: 'report', operation: 'update', identifier: '42' };
export const analyse: Target = { ...update, isAnalysed: true };
export const remove: Target = { resource: 'report', operation: 'delete', identifier: '42' };

const methods = { create: 'POST', update: 'PUT', delete: 'DELETE', get: 'GET', getAll: 'GET' };

export const failure = (details: FailureDetails) => new Failure('It failed', 'Look.', details);
export const refused = failure({ code: '422' });
export const gone = failure({ code: '404', isGone: true });
export const throttled = (after = 1_000) => failure({ retry: { of: 'any request', after } });

/** A failure after which nobody knows whether a write has happened. */
export const lost = (target: Target) =>
	unsettled('No answer', target, { retry: { of: 'reads' }, code: '504' });

/** An answer that never comes, whatever the request is told. */
export const never = async () => await new Promise<never>(() => undefined);

/** What becomes of a request: a failure, a body, or what a function makes of its signal. */
export type Outcome = unknown;

/** A service with its network: what becomes of writes, and of looks at its list, in order; the last one for ever. */
export class Network {
	/** When requests have left, in milliseconds, and which. */
	readonly sent: Array<[time: number, method: string]> = [];

	readonly requests: IHttpRequestOptions[] = [];

	private readonly start = Date.now();

	private readonly counts = { writes: 0, looks: 0 };

	constructor(
		private readonly writes: Outcome[],
		private readonly looks: Outcome[] = [{ data: [] }],
		readonly service = new Service(10),
	) {}

	/** Sends what is to be sent for an item of a run, and tells what has come of it. */
	async deliver(run: Run, target: Target, changes: Partial<Errand> = {}): Promise<unknown> {
		const request = {
			method: 'POST',
			url: '/reports',
			body: { url: target.url, password: 'hunter22' },
		} as const;
		const errand = errandOf({ target, request, transmit: this.transmit, ...changes });
		return await deliver(run, this.service, errand).catch((error: unknown) => error);
	}

	readonly transmit: Errand['transmit'] = async ({ operation }, request, signal, hear) => {
		this.sent.push([Date.now() - this.start, methods[operation]]);
		this.requests.push(request);
		hear({ date: new Date().toUTCString() });
		const kind = operation === 'getAll' ? 'looks' : 'writes';
		const outcome = this[kind][Math.min(this.counts[kind]++, this[kind].length - 1)];
		if (outcome instanceof Error) throw outcome;
		return await (typeof outcome === 'function'
			? (outcome as (end: AbortSignal) => Promise<unknown>)(signal)
			: Promise.resolve(outcome));
	};
}

/** A report that was created so many milliseconds from now. */
export const reportIn = (milliseconds: number, id = 6): IDataObject => ({
	id,
	url: page,
	privacy: 2,
	created_at: new Date(Date.now() + milliseconds).toISOString(),
});
