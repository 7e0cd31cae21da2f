import { Failure, type FailureDetails } from '../../../../nodes/WebPageReport/errors/failure';
import { deliver, type Errand } from '../../../../nodes/WebPageReport/transport/deliver';
import type { Plan } from '../../../../nodes/WebPageReport/transport/plan';
import { Run } from '../../../../nodes/WebPageReport/transport/run';
import { Service } from '../../../../nodes/WebPageReport/transport/service';
import { failureOf } from '../../../support/failureOf';

/** What n8n is about to do with two items. */
export const plan = (changes: Partial<Plan> = {}): Plan => ({
	items: 2,
	atOnce: true,
	stopOnFailure: true,
	retryAfter: undefined,
	patience: undefined,
	hasEnded: () => false,
	...changes,
});

export const goesOn = { stopOnFailure: false };

export const failed = (retry?: FailureDetails['retry']) =>
	new Failure('It failed', 'Look.', { retry });

export const NOT_WANTED = {
	title: 'This item was not sent because the workflow stopped',
	advice: 'Another item failed first.',
	details: {},
};

/** A service that answers with the number of the request. */
export function counter() {
	let count = 0;
	return jest.fn(async () => await Promise.resolve(++count));
}

/** A run of which n8n has begun no item. */
export function runOf(changes: Partial<Plan> = {}, before?: Run) {
	const log = jest.fn<undefined, [string]>();
	return Object.assign(new Run(plan(changes), log, before), { log });
}

/** A run of which n8n has begun some items. */
export function begun(changes: Partial<Plan> = {}, items = plan(changes).items) {
	const run = runOf(changes);
	for (let item = 0; item < items; item++) run.progress.begin(item);
	return run;
}

/** What is to be sent for an item: a read of a report, unless a test wants another one. */
export function errandOf(changes: Partial<Errand> = {}): Errand {
	return {
		item: 0,
		target: { resource: 'report', operation: 'get', identifier: '42' },
		request: { method: 'GET', url: '/reports/42' },
		transmit: async () => await Promise.resolve(''),
		signal: undefined,
		...changes,
	};
}

/** Something that sends reads, and writes that are never sent again. */
export function sender(run: Run, service = new Service(10)) {
	return async (
		item: number,
		isRead: boolean,
		transmit: Errand['transmit'],
		signal?: AbortSignal,
	): Promise<unknown> => {
		const target = errandOf().target;
		const write = { ...target, operation: 'update', isAnalysed: true } as const;
		const errand = errandOf({ item, target: isRead ? target : write, transmit, signal });
		return await deliver(run, service, errand);
	};
}

/** Whether a promise has ended, after everything that can go on has gone on. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
	let ended = false;
	const end = () => {
		ended = true;
	};
	promise.then(end, end);
	await jest.advanceTimersByTimeAsync(0);
	return ended;
}

/** The failure that the work ends with, however long it takes. */
export async function inTime(work: Promise<unknown>): Promise<Failure> {
	const failure = failureOf(async () => await work);
	await jest.advanceTimersByTimeAsync(90_000);
	return await failure;
}
