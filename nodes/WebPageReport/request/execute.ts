import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { checkInput, checkLimit, checkSwitch } from './checkInput';
import { exchange } from './exchange';
import { explainError } from './explain';
import { Failure } from './failure';
import { recordOf, simplified } from './items';
import { pageSizeFor, readPages } from './pages';
import { routedFields } from './routedFields';
import { type Plan, type Run, runOf } from './run';
import { withoutPassword } from './secrets';

/** What n8n adds to the parameters of every declarative node, as far as it matters here. */
interface RequestOptions {
	batching?: { batch?: { batchInterval?: number } };
}

/** What becomes of an item that nobody waits for any more. */
const NOT_BEGUN = new Failure(
	'n8n has stopped before this item could begin',
	'Nothing was sent for it.',
);

/**
 * Runs one operation for one input item. n8n calls this for every operation, with the request that
 * the node's description has put together: check the input, wait for a turn, send, read the next
 * page, turn the answer into items, turn a failure into a message.
 *
 * @returns the output items, each paired with the input item
 * @throws {NodeApiError} for a failed item, unless the node is set to continue
 */
export async function execute(
	this: IExecutePaginationFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const item = this.getItemIndex();
	const run = runOf(this.getExecuteData(), item, () => planOf(this));
	const output = (json: IDataObject): INodeExecutionData => ({ json, pairedItem: { item } });
	try {
		if (!(await run.begin())) return [output(NOT_BEGUN.toJson())];
		const records = await perform(this, options as IHttpRequestOptions, run);
		run.succeed();
		return records.map(output);
	} catch (error) {
		run.fail(error);
		const failure = explainError(error, options as IHttpRequestOptions);
		if (this.continueOnFail()) return [output(failure.toJson())];
		throw failure.toNodeError(this.getNode(), item);
	}
}

/** What n8n is about to do: it runs a tool, and a node with Execute Once, for one item whatever there is. */
function planOf(context: IExecutePaginationFunctions): Plan {
	const { type, executeOnce } = context.getNode();
	const { main } = context.getExecuteData().data;
	const { batching } = context.getNodeParameter('requestOptions', {}) as RequestOptions;
	return {
		items: executeOnce || type.endsWith('Tool') ? 1 : (main?.[0]?.length ?? 1),
		atOnce: !(Number(batching?.batch?.batchInterval) > 0),
		stopOnFailure: !context.continueOnFail(),
	};
}

async function perform(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	run: Run,
): Promise<IDataObject[]> {
	const send = async (request: IHttpRequestOptions) =>
		await run.send(
			context.getItemIndex(),
			request,
			async () => await exchange(context, request),
			context.getExecutionCancelSignal(),
		);
	const resource = context.getNodeParameter('resource') as string;
	const operation = context.getNodeParameter('operation') as string;
	const request = checkInput(options, routedFields(resource, operation));
	const simplify = checkSwitch(context.getNodeParameter('simplify', false), 'Simplify');
	const shape = (record: IDataObject) => withoutPassword(simplify ? simplified(record) : record);

	switch (operation) {
		case 'getAll': {
			const returnAll = checkSwitch(context.getNodeParameter('returnAll'), 'Return All');
			const limit = returnAll ? Infinity : checkLimit(context.getNodeParameter('limit'));
			const qs = { per_page: pageSizeFor(limit), ...request.qs };
			const readPage = async (page: number) =>
				await send({ ...request, qs: page === 1 ? qs : { ...qs, page } });
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
