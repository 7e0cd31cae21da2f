import type { IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Failure, pageNotFound } from '../errors/failure';
import { readHeaders } from '../resources/descriptions';
import type { Target } from '../shared/target';
import { type AccountState, accountStateOf } from './accountState';
import { type Outcome, outcomeOf, type SendRequest, signedBy } from './http';
import type { Read, Write } from './lostCreate';
import { type Caller, send } from './send';
import { settle } from './settle';

/** Time limit of a read that settles a write, in ms. */
const READ_TIMEOUT = 10_000;

/** Sends the requests of one item. */
export class Client {
	readonly state: AccountState;
	private readonly sendRequest: SendRequest;

	constructor(
		context: IExecutePaginationFunctions,
		readonly account: Account,
		private readonly caller: Caller & { log(line: string): void },
	) {
		this.state = accountStateOf(account);
		this.sendRequest = signedBy(context, account);
	}

	/**
	 * Sends a request. If it leaves open whether a write happened, settles that by reading.
	 *
	 * @returns the response body; if a read had to show it, the record after the write
	 * @throws {Failure} that of the last attempt, or what the reads showed
	 */
	async send(target: Target, request: IHttpRequestOptions): Promise<unknown> {
		const { limiter, lostCreates } = this.state;
		const write: Write = { target, sentAt: 0, highestId: 0 };
		const attempt = async () => {
			write.sentAt = Date.now();
			return this.sendOnce(target, request);
		};
		// A report that is analysed again can look newly created
		if (target.triggersAnalysis) lostCreates.claim(target.identifier ?? '');
		const { body, failure } = await send(limiter, this.caller, target, async () =>
			target.operation === 'create' ? lostCreates.watch(write, attempt) : attempt(),
		);
		if (!failure) return body;
		if (!failure.mayHaveWritten || failure.details.endedBy) throw failure;
		const read: Read = async (...what) => this.readOnce(request, ...what);
		const record = await settle(write, failure, lostCreates, read, this.caller.signal);
		if (record instanceof Failure) throw record;
		this.caller.log(
			`the ${target.operation} got no usable response; a read shows that it was done`,
		);
		return { data: record };
	}

	/**
	 * Reads a page of a list. Some services return 404 for the page after the last, and so does a proxy while the service
	 * is away: a page counts as missing only if it is missing again after the page before it was read again.
	 *
	 * @returns the response body; undefined if there is no such page
	 * @throws {Failure} as {@link send} does
	 */
	async readPage(target: Target, request: IHttpRequestOptions, page: number): Promise<unknown> {
		const { body, failure } = await this.read(target, request, page);
		if (!failure) return body;
		if (page === 1 || !failure.details.isGone) throw failure;
		const before = await this.read(target, request, page - 1);
		const again = before.failure ? before : await this.read(target, request, page);
		if (!again.failure) return again.body;
		if (!before.failure && again.failure.details.isGone) return undefined;
		throw pageNotFound(failure, page);
	}

	private async read(target: Target, request: IHttpRequestOptions, page: number): Promise<Outcome> {
		const { group, signal, deadline } = this.caller;
		// A later page that is missing may be the end of the list, so its failure is not yet the item's
		const caller = page === 1 ? this.caller : { group, signal, deadline };
		const paged = page === 1 ? request : { ...request, qs: { ...request.qs, page } };
		return await send(this.state.limiter, caller, target, async () => this.sendOnce(target, paged));
	}

	/** Reads for a write that has to be settled. Sent once: the next read is its retry. */
	private async readOnce(write: IHttpRequestOptions, target: Target, qs = {}): Promise<Outcome> {
		const { signal, deadline, group } = this.caller;
		const { resource, identifier } = target;
		const url = `/${resource}s${identifier === undefined ? '' : `/${encodeURIComponent(identifier)}`}`;
		const read = { method: 'GET', url, headers: readHeaders, qs, body: undefined } as const;
		// A group of its own: the run may be blocked until the write is settled
		const caller = { group: { longestPauseMs: group.longestPauseMs }, signal, deadline };
		return await send(this.state.limiter, { ...caller, isSentOnce: true }, target, async () =>
			this.sendOnce(target, { ...write, ...read, timeout: READ_TIMEOUT }),
		);
	}

	private async sendOnce(target: Target, request: IHttpRequestOptions): Promise<Outcome> {
		const { state, sendRequest, account, caller } = this;
		// Tools have a deadline, and mostly one item
		const areSeveral = state.limiter.inFlight.size > 1 && caller.deadline === Infinity;
		const sent = { ...account, hasWorked: state.hasWorked };
		const outcome = await outcomeOf(sendRequest, sent, target, request, caller.deadline);
		const { failure } = outcome;
		if (!failure) state.hasWorked = true;
		if (failure?.details.code !== '500' || !areSeveral) return outcome;
		const sentence =
			'If this happens with many items only, lower Requests at Once in the credential.';
		return { ...outcome, failure: failure.adding(sentence) };
	}
}
