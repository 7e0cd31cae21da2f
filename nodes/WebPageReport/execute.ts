import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { ownError } from './errors/ownError';
import { prepare } from './input/prepare';
import { recordsOf, type Send } from './output/records';
import { isRead, type Target } from './shared/target';
import { joinRun } from './transport/joinRun';
import type { Run } from './transport/run';
import { send } from './transport/send';

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
	const output = (json: IDataObject): INodeExecutionData => ({ json, pairedItem: { item } });
	let target: Target | undefined;
	try {
		const prepared = prepare(this, options as IHttpRequestOptions);
		target = prepared.target;
		await run.progress.ready(item);
		const perform = async () => await recordsOf(prepared, senderFor(this, run, prepared.target));
		const records = await (isRead(target) ? perform() : run.once(item, perform));
		return records.map(output);
	} catch (error) {
		const failure = ownError(error, target);
		if (this.continueOnFail()) return [output(failure.toJson())];
		if (await run.progress.isToReport(item, failure)) {
			throw failure.toNodeError(this.getNode(), item);
		}
		return [];
	} finally {
		run.progress.end(item);
	}
}

/** How the requests of an item leave: in the turn of the run, each until its fate is known. */
function senderFor(context: IExecutePaginationFunctions, run: Run, target: Target): Send {
	const signal = context.getExecutionCancelSignal();
	return async (request, otherwise) => {
		const attempt = async () => await send(context, target, request, signal).catch(otherwise);
		return await run.send(context.getItemIndex(), isRead(target), attempt, signal);
	};
}
