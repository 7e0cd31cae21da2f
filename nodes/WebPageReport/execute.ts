import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { NO_TIME, NOT_WANTED } from './errors/advice';
import { Failure } from './errors/failure';
import { asFailure, tooLate } from './errors/networkFailure';
import { prepare } from './input/prepare';
import { recordsOf, type Send } from './records';
import { isRead, type Target } from './shared/target';
import { toText } from './shared/value';
import { http } from './transport/http';
import type { Lane, Patience } from './transport/limiter';
import type { Hear } from './transport/limitHeaders';
import { NEWEST, type View } from './transport/lostCreate';
import { withRetries } from './transport/retry';
import { type Connection, joinRun, type Run } from './transport/run';
import { inTime } from './transport/time';

/** How long n8n waits for an answer where Timeout is not set, in milliseconds. */
const TIMEOUT = 300_000;

/** How much longer it is waited for, so that n8n can give up first, in milliseconds. */
const GRACE = 5_000;

/** How much of the time of a tool is left for the answer to a write, in milliseconds. */
const TO_ANSWER = 15_000;

/** What is said where only the time of a tool is over. */
const IMPATIENT = 'A tool has 45 seconds to answer.';

/** What the looks for lost creates are about, and the lane on which they leave: no run can hold it. */
const LIST: Target = { resource: 'report', operation: 'getAll' };
const LOOKING: Lane = { isHeld: false };

/**
 * Runs one operation for one input item. n8n calls this for every operation, with the request that
 * the node's description has put together: check the input, wait until that of all items is checked,
 * send, read the next page, turn the answer into items, turn a failure into a message.
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
		const connection = await run.connect();
		const work = async () => {
			const send = senderOf(this, run, connection, prepared.target, signal);
			return await recordsOf(prepared, send, connection.limiter.most);
		};
		const records = await (isRead(target) ? run.allBegun().then(work) : run.once(item, work));
		return records.map(output);
	} catch (error) {
		const failure = asFailure(error, target);
		run.fail(item, failure);
		const connection = await run.connect().catch(() => undefined);
		const shown = failure.without(connection?.account.apiKey ?? '');
		if (this.continueOnFail()) return [output(shown.toJson())];
		if (await run.isToTell(item)) throw shown.toNodeError(this.getNode(), item);
		// n8n tells of one failure only
		if (target && !isRead(target) && failure.fate === 'unknown') {
			run.log(`Item ${String(item)}: ${shown.toSentences()}`);
		}
		return [];
	} finally {
		end.abort(NOT_WANTED);
		await run.end(item);
	}
}

/** What sends the requests of an item: in turns with all others to the same service, until their fate is known. */
function senderOf(
	context: IExecutePaginationFunctions,
	run: Run,
	{ account, limiter, lostCreates }: Connection,
	target: Target,
	signal: AbortSignal,
): Send {
	const item = context.getItemIndex();
	const { deadline } = run;
	const until: Patience = { signal, deadline: isRead(target) ? deadline : deadline - TO_ANSWER };
	const isCreate = target.operation === 'create';
	// New results can make a report look new
	if (target.isAnalysed) lostCreates.take(target.identifier ?? '');

	/** Sends a request once, and waits no longer for an answer than n8n does, or the person. */
	const transmit = async (about: Target, request: IHttpRequestOptions, hear: Hear) => {
		if (!isRead(about) && Date.now() > until.deadline) throw NO_TIME;
		const timeout = Number(request.timeout) || TIMEOUT;
		const longest = Math.min(timeout + GRACE, deadline - Date.now());
		const late = () => tooLate(about, longest < timeout + GRACE ? { more: IMPATIENT } : {});
		const sent = { ...request, timeout: Math.min(timeout, Math.max(1, longest) + GRACE) };
		return await inTime(longest, late, () => http(context, account, about, sent, hear));
	};

	const look = async (request: IHttpRequestOptions): Promise<View> =>
		await limiter.run({ signal, deadline, lane: LOOKING }, async (hear) => {
			let date = NaN;
			const newest = { ...request, body: undefined, ...NEWEST };
			const body = await transmit(LIST, newest, (headers) => {
				hear(headers);
				date = Date.parse(toText(headers.date));
			});
			return { body, date };
		});

	return async (request, otherwise) => {
		const creation = lostCreates.begin(target);
		const failed = (failure: Failure) => {
			if (isCreate && failure.fate === 'unknown') run.doubt(item);
			else run.fail(item, failure);
		};
		const find = async (error: unknown) => {
			const isLost = isCreate && error instanceof Failure && error.fate === 'unknown';
			if (!isLost) throw error;
			const read = async () => await look(request);
			const report = await lostCreates.find(creation, target, error, read, signal);
			run.log(`Item ${String(item)}: the answer to the create was lost, but its report was found`);
			return { data: report };
		};
		return await withRetries({ ...until, target, failed }, async (judge) =>
			limiter.run({ ...until, lane: run }, async (hear) => {
				const once = async () => await transmit(target, request, hear).catch(otherwise);
				// Judged inside its turn: when that ends, the next request leaves
				return await (isCreate ? lostCreates.watch(creation, once) : once()).catch(judge);
			}),
		).catch(find);
	};
}
