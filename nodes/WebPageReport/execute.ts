import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { asFailure, toNodeError } from './errors/thrown';
import { prepare } from './input/prepare';
import { recordsOf } from './records';
import { startItem } from './run/item';
import type { Target } from './shared/target';

/**
 * Runs one operation for one input item. n8n calls this for every operation, with the request it built from the node's
 * description. Checks the input, waits until every item's input is checked, sends, and turns the response into items or
 * the failure into a message.
 *
 * @returns the output items, each paired with the input item
 * @throws {NodeApiError} for the failed item that stops the workflow
 */
export async function execute(
	this: IExecutePaginationFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const item = startItem(this);
	const output = (json: IDataObject) => ({ json, pairedItem: { item: item.index } });
	let target: Target | undefined;
	try {
		const prepared = prepare(this, options as IHttpRequestOptions);
		target = prepared.target;
		const records = await item.perform(target, async (client) => recordsOf(prepared, client));
		return records.map(output);
	} catch (error) {
		const failure = asFailure(error, target);
		const failureToThrow = await item.fail(failure);
		if (failureToThrow) throw toNodeError(failureToThrow, this.getNode(), item.index);
		return this.continueOnFail() ? [output(failure.toJson())] : [];
	} finally {
		item.finish();
	}
}
