import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { execute } from '../../../nodes/WebPageReport/execute';

const own = { name: 'Web Page Report', type: 'webPageReport' };

/** What n8n keeps for one execution of the node with so many items. */
export const executionOf = (items: number): object => ({
	node: own,
	data: { main: [Array.from({ length: items }, () => ({ json: {} }))] },
});

export interface Situation {
	continues?: boolean;
	item?: number;
	execution?: object;
	node?: Partial<INode>;
	/** Fields of the credential. */
	credential?: IDataObject;
}

/** What n8n gives to an operation, with a service that answers what a test wants. */
export function n8n(
	parameters: IDataObject,
	answers: unknown[],
	{
		continues = false,
		item = 0,
		execution = executionOf(1),
		node = {},
		credential = {},
	}: Situation = {},
) {
	const sent: IHttpRequestOptions[] = [];
	const underWay = { now: 0, most: 0 };
	const log = jest.fn();
	const context = {
		getItemIndex: () => item,
		getExecuteData: () => execution,
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => continues,
		logger: { info: log },
		getNode: () => ({ ...own, ...node }) as INode,
		getWorkflowDataProxy: () => ({ $node: {} }),
		getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
		getCredentials: async (name: string) => {
			expect(name).toBe('webPageReportApi');
			const usable = { baseUrl: 'https://reports.example.com/v1', apiKey: ' key ' };
			return await Promise.resolve({ ...usable, ...credential });
		},
		helpers: {
			httpRequest: async (request: IHttpRequestOptions) => {
				sent.push(request);
				underWay.most = Math.max(underWay.most, ++underWay.now);
				const answer = await Promise.resolve(answers.shift());
				underWay.now--;
				if (answer instanceof Error) throw answer;
				return { statusCode: 200, headers: {}, ...(answer as object) };
			},
		},
	} as unknown as IExecutePaginationFunctions;
	const run = async (request: Partial<IHttpRequestOptions>) =>
		await execute.call(context, {
			options: { method: 'GET', url: '/reports', ...request },
			preSend: [],
			postReceive: [],
		});
	return { run, sent, underWay, log };
}

/** The parameters of operations. */
export const get = { resource: 'report', operation: 'get', simplify: false };
export const getAll = { resource: 'report', operation: 'getAll', returnAll: false, limit: 2 };
