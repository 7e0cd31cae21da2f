import type { IDataObject, IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { readHeaders } from '../resources/descriptions';
import { type Content, contentOf } from '../response/content';
import { settle } from '../settle/settle';
import type { Target } from '../shared/target';
import { type Outcome, outcomeOf, type SendRequest, signedBy } from '../transport/http';
import { type Caller, send } from '../transport/send';
import { type AccountState, accountStateOf } from './accountState';

/** Time limit of a read that settles a write, in ms. */
const READ_TIMEOUT = 10_000;

/** Sends the requests of one item. */
export class Client {
	readonly state: AccountState;
	private readonly sendRequest: SendRequest;

	constructor(
		context: IExecutePaginationFunctions,
		readonly account: Account,
		private readonly caller: Caller,
	) {
		this.state = accountStateOf(account);
		this.sendRequest = signedBy(context, account);
	}

	/**
	 * Sends a request about one record. If it leaves open whether a write happened, settles that by reading.
	 *
	 * @returns the record after it, if the service shows one
	 * @throws {Failure} that of the last attempt, or what the reads showed
	 */
	async request(target: Target, request: IHttpRequestOptions): Promise<IDataObject | undefined> {
		const { limiter, lostCreates } = this.state;
		const attempt = async () => this.sendOnce(target, request);
		// A report that is analysed again can look newly created
		if (target.triggersAnalysis) lostCreates.claim(target.identifier ?? '');
		const outcome = await send(limiter, this.caller, target, async () =>
			target.operation === 'create' ? lostCreates.watch(target, attempt) : attempt(),
		);
		const { answer, failure } = outcome;
		if (!failure) return answer?.content.record;
		if (!failure.mayHaveWritten || failure.details.endedBy) throw failure;
		const read = async (about: Target, qs?: IDataObject) => this.lookUp(request, about, qs);
		return await settle({ ...outcome, target, failure }, lostCreates, read, this.caller.signal);
	}

	/**
	 * Requests a page of a list.
	 *
	 * @throws {Failure} that of the last attempt
	 */
	async requestPage(target: Target, request: IHttpRequestOptions, page: number): Promise<Content> {
		const paged = page === 1 ? request : { ...request, qs: { ...request.qs, page } };
		const { answer, failure } = await send(this.state.limiter, this.caller, target, async () =>
			this.sendOnce(target, paged),
		);
		if (failure) throw failure;
		return answer?.content ?? contentOf('');
	}

	/** Reads for a write that has to be settled. Sent once: the next read is its retry. */
	private async lookUp(write: IHttpRequestOptions, target: Target, qs = {}): Promise<Outcome> {
		const { signal, deadline, group } = this.caller;
		const { resource, identifier } = target;
		const url = `/${resource}s${identifier === undefined ? '' : `/${encodeURIComponent(identifier)}`}`;
		const read = { method: 'GET', url, headers: readHeaders, qs, body: undefined } as const;
		// A group of its own: the run may be blocked until the write is settled
		const own = { group: { longestPauseMs: group.longestPauseMs }, signal, deadline };
		return await send(this.state.limiter, { ...own, isSentOnce: true }, target, async () =>
			this.sendOnce(target, { ...write, ...read, timeout: READ_TIMEOUT }),
		);
	}

	private async sendOnce(target: Target, request: IHttpRequestOptions): Promise<Outcome> {
		const { state, sendRequest, account, caller } = this;
		const sent = { ...account, hasWorked: state.hasWorked };
		const outcome = await outcomeOf(sendRequest, sent, target, request, caller.deadline);
		if (!outcome.failure) state.hasWorked = true;
		return outcome;
	}
}
