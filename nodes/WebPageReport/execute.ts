import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Failure } from './errors/failure';
import { ownError } from './errors/ownError';
import { prepare } from './input/prepare';
import { recordsOf, type Sender } from './output/records';
import { isRead, type Target } from './shared/target';
import { isCalledByMcpServer } from './shared/tool';
import { toText } from './shared/value';
import { deliver } from './transport/deliver';
import { joinRun } from './transport/joinRun';
import type { Run } from './transport/run';
import { credentialsOf, transmitterFor } from './transport/send';
import { withService } from './transport/services';

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
		const perform = async () =>
			await withSender(
				this,
				run,
				prepared.target,
				async (sender) => await recordsOf(prepared, sender),
			);
		const records = await (isRead(target) ? perform() : run.once(item, perform));
		return records.map(output);
	} catch (error) {
		const failure = ownError(error, target);
		const toNodeError = async () => (await shown(this, failure)).toNodeError(this.getNode(), item);
		if (this.continueOnFail()) {
			return isCalledByMcpServer(this)
				? thrownOnReading(await toNodeError())
				: [output((await shown(this, failure)).toJson(this.getNode()))];
		}
		if (await run.progress.isToReport(item, failure)) throw await toNodeError();
		return [];
	} finally {
		run.progress.end(item);
	}
}

/**
 * Items that are an error instead. An MCP server tells its client that a call has failed only where n8n's
 * execution of the tool throws, whatever _On Error_ says; n8n makes an empty item of what is thrown here,
 * but not of what is thrown when it reads the items.
 */
function thrownOnReading(error: Error): INodeExecutionData[] {
	return Object.assign([], {
		[Symbol.iterator]: () => {
			throw error;
		},
	});
}

/** A failure as a person may see it, whatever it is about: without the API key. */
async function shown(context: IExecutePaginationFunctions, failure: Failure): Promise<Failure> {
	const { apiKey } = await credentialsOf(context).catch(() => ({ apiKey: '' }));
	return failure.without(toText(apiKey).trim());
}

/** Works with what sends the requests of an item: in turns with all others to the same service. */
async function withSender<T>(
	context: IExecutePaginationFunctions,
	run: Run,
	target: Target,
	work: (sender: Sender) => Promise<T>,
): Promise<T> {
	const credentials = await credentialsOf(context);
	return await withService(credentials, run.services, async (service) => {
		const send: Sender['send'] = async (request, otherwise) =>
			await deliver(run, service, {
				item: context.getItemIndex(),
				target,
				request,
				transmit: transmitterFor(context, credentials, otherwise),
				signal: context.getExecutionCancelSignal(),
			});
		return await work({ send, atOnce: service.capacity.most });
	});
}
