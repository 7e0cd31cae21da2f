import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { checkInput, checkLimit, checkSwitch } from './checkInput';
import { exchange } from './exchange';
import { explainOwnError } from './explainError';
import { Failure } from './failure';
import { recordOf, simplified } from './items';
import { asNoRows } from './listFailures';
import { pageSizeFor, readPages } from './pages';
import { routedFields } from './routedFields';
import { joinRun } from './run';
import { withoutPassword } from './secrets';
import { isRead } from './sent';

/** What is to be done for one item, checked. */
interface Task {
	resource: string;
	operation: string;
	request: IHttpRequestOptions;
	/** How many rows of a list are wanted at the most. */
	limit: number;
	/** What comes out of a record. */
	shape: (record: IDataObject) => IDataObject;
}

/**
 * Sends a request until its fate is known, and gives the body of the answer.
 *
 * @param otherwise what a failure counts as an answer for, and which
 */
type Send = (
	request: IHttpRequestOptions,
	otherwise?: (failure: unknown) => unknown,
) => Promise<unknown>;

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
	try {
		const task = taskOf(this, options as IHttpRequestOptions);
		await run.ready();
		const signal = this.getExecutionCancelSignal();
		const send: Send = async (request, otherwise) => {
			const attempt = async () => await exchange(this, request, signal).catch(otherwise);
			return await run.send(item, isRead(request), attempt, signal);
		};
		const perform = async () => await recordsOf(task, send);
		const records = await (isRead(task.request) ? perform() : run.once(item, perform));
		return records.map(output);
	} catch (error) {
		const failure = explainOwnError(error, options);
		if (this.continueOnFail()) return [output(failure.toJson())];
		if (await run.isToReport(item, failure)) throw failure.toNodeError(this.getNode(), item);
		return [];
	} finally {
		run.end(item);
	}
}

/** @throws {Failure} for input that cannot be sent; nothing has been sent then */
function taskOf(context: IExecutePaginationFunctions, options: IHttpRequestOptions): Task {
	const resource = context.getNodeParameter('resource') as string;
	const operation = context.getNodeParameter('operation') as string;
	const request = checkInput(options, routedFields(resource, operation));
	const simplify = checkSwitch(context.getNodeParameter('simplify', false), 'Simplify');
	const shape = (record: IDataObject) => withoutPassword(simplify ? simplified(record) : record);
	if (operation !== 'getAll') return { resource, operation, request, limit: 1, shape };

	const returnAll = checkSwitch(context.getNodeParameter('returnAll'), 'Return All');
	const limit = returnAll ? Infinity : checkLimit(context.getNodeParameter('limit'));
	return { resource, operation, request, limit, shape };
}

/** Does what is to be done, and gives what comes out. */
async function recordsOf(task: Task, send: Send): Promise<IDataObject[]> {
	const { resource, operation, request, limit, shape } = task;
	switch (operation) {
		case 'getAll': {
			const qs = { per_page: pageSizeFor(limit), ...request.qs };
			const readPage = async (page: number) =>
				await (page === 1
					? send({ ...request, qs })
					: send({ ...request, qs: { ...qs, page } }, asNoRows));
			const identifier = resource === 'project' ? 'project' : 'id';
			return (await readPages(readPage, limit, identifier)).map(shape);
		}
		case 'delete': {
			await send(request);
			return [{ deleted: true, ...identityOf(request) }];
		}
		default: {
			const record = recordOf(await send(request));
			if (record) return [shape(record)];
			if (operation === 'get') {
				throw new Failure(
					'The service answered with nothing',
					'List what there is with Get Many, and check that Base URL in the credential is the address of the API.',
				);
			}
			return [{ success: true, ...identityOf(request) }];
		}
	}
}

/** What a request was about, for an answer that says nothing: id, project or url. */
function identityOf({ url, body }: IHttpRequestOptions): IDataObject {
	const [, collection, identifier] = url.split('/');
	if (identifier === undefined) return { url: (body as IDataObject).url };
	return { [collection === 'projects' ? 'project' : 'id']: decodeURIComponent(identifier) };
}
