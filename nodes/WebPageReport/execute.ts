import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { NOT_WANTED } from './errors/advice';
import { Failure } from './errors/failure';
import { asFailure, toolTooLate } from './errors/networkFailure';
import { prepare } from './input/prepare';
import { recordsOf, type Send } from './records';
import { isRead, isRepeatable, type Target } from './shared/target';
import { http, signedBy } from './transport/http';
import { NEWEST_REPORTS } from './transport/lostCreate';
import { type Connection, joinRun, type Run } from './transport/run';
import { send } from './transport/send';

/** Part of a tool's time reserved for the answer to a write, in ms. */
const TO_ANSWER = 15_000;

/**
 * Runs one operation for one input item. n8n calls this for every operation, with the request that the node's
 * description has put together: check the input, wait until that of all items is checked, send, turn the answer
 * into items, turn a failure into a message.
 *
 * @returns the output items, each paired with the input item
 * @throws {NodeApiError} for the failed item that stops the workflow
 */
export async function execute(
	this: IExecutePaginationFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const item = this.getItemIndex();
	const run = joinRun(this);
	const end = new AbortController();
	const signal = AbortSignal.any([run.signal, end.signal]);
	const output = (json: IDataObject): INodeExecutionData => ({ json, pairedItem: { item } });
	let target: Target | undefined;
	try {
		const prepared = prepare(this, options as IHttpRequestOptions);
		target = prepared.target;
		const connection = await run.connect(this);
		const work = async (mayBeDone?: Failure) => {
			const sendNext = senderOf(this, run, connection, prepared.target, signal, mayBeDone);
			return await recordsOf(prepared, sendNext, connection.account.requestsAtOnce);
		};
		const begin = async () => run.allBegun();
		const records = await (isRead(target)
			? begin().then(async () => work())
			: run.writes.once(item, isRepeatable(target), begin, work));
		return records.map(output);
	} catch (error) {
		const failure = asFailure(error, target);
		run.fail(item, failure);
		if (this.continueOnFail()) return [output(failure.toJson())];
		const report = await run.reportOf(item, failure);
		if (report) throw report.toNodeError(this.getNode(), item);
		return [];
	} finally {
		end.abort(NOT_WANTED);
		run.end(item);
	}
}

/** Builds the function that sends one item's requests through the service's limiter. */
function senderOf(
	context: IExecutePaginationFunctions,
	run: Run,
	{ account, limiter, lostCreates }: Connection,
	target: Target,
	signal: AbortSignal,
	mayBeDone: Failure | undefined,
): Send {
	const item = context.getItemIndex();
	const ask = signedBy(context, account);
	const time = { deadline: run.deadline, late: toolTooLate };
	const sending = { limiter, queue: run, signal, deadline: run.deadline };
	const isCreate = target.operation === 'create';
	// A re-analysed report can look newly created, so claim it
	if (target.isAnalysed) lostCreates.own(target.identifier ?? '');

	const look = async (request: IHttpRequestOptions) => {
		const newest = { ...request, ...NEWEST_REPORTS.request };
		return await send({
			...sending,
			queue: lostCreates.queue,
			target: NEWEST_REPORTS.target,
			attempt: async () => http(ask, account, NEWEST_REPORTS.target, newest, time),
		});
	};

	return async (request, isOptional = false) => {
		const creation = lostCreates.begin(target);
		const isLost = ({ fate }: Failure) => isCreate && fate === 'unknown';
		const attempt = async () => {
			const outcome = await http(ask, account, target, request, time);
			return isOptional && outcome.failure?.isGone ? { headers: outcome.headers } : outcome;
		};
		const { body, failure } = await send({
			...sending,
			target,
			deadline: isRead(target) ? run.deadline : run.deadline - TO_ANSWER,
			mayBeDone,
			attempt: isCreate ? async () => lostCreates.watch(creation, attempt) : attempt,
			failed: (last) => {
				if (isLost(last)) run.lost.add(item);
				else run.fail(item, last);
			},
		});
		if (!failure) return body;
		if (!isLost(failure)) throw failure;
		const read = async () => look(request);
		const found = await lostCreates.find(creation, target, failure, read, signal);
		if (found instanceof Failure) throw found;
		run.log(`Item ${String(item)}: the answer to the create was lost, but its report was found`);
		return { data: found };
	};
}
