import type { IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Failure } from '../errors/failure';
import type { Target } from '../shared/target';
import { type SendRequest, http, type Outcome, signedBy } from './http';
import { creationOf, NEWEST_REPORTS } from './lostCreate';
import { type Caller, send } from './send';
import { type Service, serviceOf } from './services';

/** Sends the requests of one item. */
export class Client {
	readonly service: Service;
	private readonly sendRequest: SendRequest;

	constructor(
		context: IExecutePaginationFunctions,
		readonly account: Account,
		private readonly caller: Caller & { log(line: string): void },
	) {
		this.service = serviceOf(account);
		this.sendRequest = signedBy(context, account);
	}

	/**
	 * Sends a request. If the response to a create is lost, searches for its report.
	 *
	 * @returns the response body
	 * @throws {Failure} that of the last attempt, or of the search
	 */
	async send(target: Target, request: IHttpRequestOptions): Promise<unknown> {
		if (target.operation === 'create') return await this.create(target, request);
		const { limiter, lostCreates } = this.service;
		// A re-analysed report can look newly created, so claim it
		if (target.triggersAnalysis) lostCreates.claim(target.identifier ?? '');
		const { body, failure } = await send(limiter, this.caller, target, async () =>
			this.sendOnce(target, request),
		);
		if (failure) throw failure;
		return body;
	}

	private async create(target: Target, request: IHttpRequestOptions): Promise<unknown> {
		const { limiter, lostCreates } = this.service;
		const creation = creationOf(target);
		const { body, failure } = await send(limiter, this.caller, target, async () =>
			lostCreates.watch(creation, async () => this.sendOnce(target, request)),
		);
		if (!failure) return body;
		if (failure.details.fate !== 'unknown') throw failure;
		const read = async () => this.readNewest(request);
		const report = await lostCreates.find(creation, failure, read, this.caller.signal);
		if (report instanceof Failure) throw report;
		this.caller.log('the create got no usable response; found its report');
		return { data: report };
	}

	/** Reads the newest reports, with the proxy and TLS options of a create. */
	private async readNewest(create: IHttpRequestOptions): Promise<Outcome> {
		const target: Target = { resource: 'report', operation: 'getAll' };
		const { signal, deadline, queue } = this.caller;
		// A queue of its own: the run's is held during the search
		const caller = { queue: { longestPauseMs: queue.longestPauseMs }, signal, deadline };
		return await send(this.service.limiter, caller, target, async () =>
			this.sendOnce(target, { ...create, ...NEWEST_REPORTS }),
		);
	}

	private async sendOnce(target: Target, request: IHttpRequestOptions): Promise<Outcome> {
		return await http(this.sendRequest, this.account, target, request, this.caller.deadline);
	}
}
