import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
// The real timers, not a test's replacements
import { clearInterval, setInterval, setTimeout } from 'node:timers';

import {
	CredentialTestContext,
	ExecuteContext,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	PackageDirectoryLoader,
	RoutingNode,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	type IConnections,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	NodeConnectionTypes,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { NODE_TYPE } from './node';

/** The version of n8n-core under test, e.g. `2.41.1`. */
export const ENGINE = (
	JSON.parse(readFileSync(resolve(require.resolve('n8n-core'), '../../package.json'), 'utf8')) as {
		version: string;
	}
).version;

/** Offers tools to MCP clients, like n8n's MCP Server Trigger. */
const mcpTrigger = {
	description: {
		name: 'mcpTrigger',
		group: ['trigger'],
		inputs: [{ type: NodeConnectionTypes.AiTool, displayName: 'Tools' }],
		outputs: [],
		properties: [],
	},
} as unknown as INodeType;

/** n8n's type for a node that it offers to agents. */
const TOOL_TYPE = `${NODE_TYPE}Tool`;

const MCP_TRIGGER = '@n8n/n8n-nodes-langchain.mcpTrigger';

/** A node of a workflow. */
const node = (name: string, type: string, more: Partial<INode>): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});

/** The node under test, as in a workflow. */
const webPageReport = (type: string, more: Partial<INode>): INode =>
	node('Web Page Report', type, {
		credentials: { webPageReportApi: { id: '1', name: 'Web Page Report' } },
		...more,
	});

/** The outcome of a run. */
export interface Outcome {
	/** Items of the main output. */
	items: INodeExecutionData[];
	/** Items of the error output; empty if the node has none. */
	failed: INodeExecutionData[];
	/** Duration of the workflow, in ms. */
	took: number;
	/** Why the workflow stopped, as an error workflow receives it. */
	error?: {
		message: string;
		description?: string | null;
		/** The input item that n8n names. */
		itemIndex?: unknown;
	};
}

/** The decrypted credential: the same for all items, or resolved for each. */
type Decrypted = ICredentialDataDecryptedObject;
type Credential = Decrypted | ((item: number) => Decrypted | Promise<Decrypted>);

export interface RunOptions {
	parameters: INodeParameters;
	credential: Credential;
	/** How the execution started; default: manually. */
	mode?: WorkflowExecuteMode;
	/** Input items; default: one empty item. */
	items?: IDataObject[];
	onError?: INode['onError'];
	retryOnFail?: boolean;
	/** Number of tries with `retryOnFail`; default: 2. */
	maxTries?: number;
	/** Runs it as an agent tool. */
	asTool?: boolean;
	/** Stops the workflow half a second after this returns true. */
	stopWhen?: () => boolean;
}

/** Captures what the node writes to n8n's log. */
export function collectLog(): string[] {
	const lines: string[] = [];
	let owner = ExecuteContext.prototype as object;
	while (!Object.hasOwn(owner, 'logger')) owner = Object.getPrototypeOf(owner) as object;
	const info = (line: string) => lines.push(line);
	Object.defineProperty(owner, 'logger', { get: () => ({ ...console, info }) });
	return lines;
}

/** The built package, loaded by n8n's own package loader. */
async function load() {
	const loader = new PackageDirectoryLoader(resolve(__dirname, '../..'));
	await loader.loadAll();
	const node = loader.nodeTypes.webPageReport?.type as INodeType;
	const credential = loader.credentialTypes.webPageReportApi?.type as ICredentialType;
	// As n8n does for every declarative node before a workflow runs
	node.execute = async function (this: IExecuteFunctions) {
		return (await new RoutingNode(this as never, node).runNode()) ?? [];
	};
	return { node, credential };
}

const loaded = load();

/**
 * Speeds up time in a file, for everything that waits or reads a clock: the node, n8n and the sandbox's records.
 * Connections and sandbox delays take real time. Needed because the search for a lost report takes a minute.
 * Time advances only between turns of the event loop, so it is slow on a busy machine.
 */
export function fastTime(): { speed: number } {
	const clock = { speed: 40 };
	let ticking: NodeJS.Timeout;
	beforeAll(() => {
		jest.useFakeTimers({
			doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'],
		});
		ticking = setInterval(() => {
			jest.advanceTimersByTime(10 * clock.speed);
		}, 10);
	});
	afterAll(() => {
		clearInterval(ticking);
		jest.useRealTimers();
	});
	return clock;
}

/** Runs the node in the engine under test, as part of a workflow that has got as far as this node. */
export async function run(options: RunOptions): Promise<Outcome> {
	const { parameters, items = [{}], onError, retryOnFail, maxTries = 2, mode = 'manual' } = options;
	const tested = webPageReport(options.asTool ? TOOL_TYPE : NODE_TYPE, {
		parameters,
		...(onError && { onError }),
		...(retryOnFail && { retryOnFail, maxTries, waitBetweenTries: 1 }),
	});
	const data = { main: [items.map((json, item) => ({ json, pairedItem: { item } }))] };
	const execution = {
		startData: {},
		resultData: { runData: {} },
		executionData: {
			contextData: {},
			metadata: {},
			nodeExecutionStack: [{ node: tested, data, source: null }],
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	} as unknown as IRunExecutionData;
	const began = Date.now();
	const engine = new WorkflowExecute(await additionalData(options.credential), mode, execution);
	const running = engine.processRunExecutionData(await workflowOf([tested]));
	const { stopWhen } = options;
	const looking =
		stopWhen &&
		setInterval(() => {
			if (!stopWhen()) return;
			clearInterval(looking);
			setTimeout(() => {
				running.cancel();
			}, 500);
		}, 20);
	const { resultData } = (
		await running.finally(() => {
			clearInterval(looking);
		})
	).data;
	const { error, runData } = resultData;
	const output = runData[tested.name]?.at(-1)?.data?.main ?? [];
	return {
		items: output[0] ?? [],
		failed: output[1] ?? [],
		took: Date.now() - began,
		...(error && {
			error: {
				message: error.message,
				description: error.description,
				itemIndex: (error as { context?: IDataObject }).context?.itemIndex,
			},
		}),
	};
}

/** A tool as n8n passes it to an MCP server, and to agents that call their tools themselves. */
interface ConnectedTool {
	name: string;
	description: string;
	invoke(values: IDataObject): Promise<string>;
}

/**
 * Calls the node as a tool of an MCP server, with values for its `$fromAI`. Returns n8n's answer to the
 * client, and whether it is marked as an error.
 */
export async function callTool(
	{ parameters, credential, onError }: RunOptions,
	values: IDataObject = {},
): Promise<{ isError: boolean; text: string }> {
	const trigger = node('MCP Server Trigger', MCP_TRIGGER, {});
	const tested = webPageReport(TOOL_TYPE, { parameters, ...(onError && { onError }) });
	const type = NodeConnectionTypes.AiTool;
	const context = new WebhookContext(
		await workflowOf([trigger, tested], {
			[tested.name]: { [type]: [[{ node: trigger.name, type, index: 0 }]] },
		}),
		trigger,
		await additionalData(credential),
		'webhook',
		{} as never,
		[],
		null,
	);
	const [connected] = (await context.getInputConnectionData(type, 0)) as ConnectedTool[];
	if (!connected) throw new Error('n8n created no tool');
	try {
		return { isError: false, text: await connected.invoke(values) };
	} catch (error) {
		return { isError: true, text: (error as Error).message };
	}
}

/** Opens a searchable list of the node, like the editor. */
export async function listSearch(
	method: string,
	credential: ICredentialDataDecryptedObject,
): Promise<INodeListSearchResult> {
	const tested = webPageReport(NODE_TYPE, {});
	const data = await additionalData(credential);
	const context = new LoadOptionsContext(await workflowOf([tested]), tested, data, '');
	const { node: nodeType } = await loaded;
	const search = nodeType.methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no list ${method}`);
	return await search.call(context);
}

/** Tests a credential, as n8n does on save. */
export async function testCredential(data: ICredentialDataDecryptedObject) {
	const { node, credential } = await loaded;
	const [{ testedBy } = {}] = node.description.credentials ?? [];
	const test = node.methods?.credentialTest?.[testedBy as string];
	if (!test) throw new Error('The node has no credential test');
	const context = new CredentialTestContext(await additionalData(data));
	return await test.call(context, { id: '1', name: 'test', type: credential.name, data });
}

/** A workflow whose nodes can be this node, its tool version, which n8n generates under another name, and the trigger. */
async function workflowOf(nodes: INode[], connections: IConnections = {}): Promise<Workflow> {
	const { node: nodeType } = await loaded;
	const description = {
		...nodeType.description,
		name: `${nodeType.description.name}Tool`,
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
	};
	const types: Record<string, INodeType> = {
		[MCP_TRIGGER]: mcpTrigger,
		[NODE_TYPE]: nodeType,
		[TOOL_TYPE]: Object.create(nodeType, { description: { value: description } }) as INodeType,
	};
	const get = (type: string) => types[type] as INodeType;
	return new Workflow({
		id: '1',
		nodes,
		connections,
		active: false,
		nodeTypes: { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) },
		settings: { executionOrder: 'v1' },
	});
}

async function additionalData(credential: Credential): Promise<IWorkflowExecuteAdditionalData> {
	const { authenticate } = (await loaded).credential;
	const credentialsHelper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: () => Promise.resolve(undefined),
		getDecrypted: async (...[, , , , , , values]) => {
			if (typeof credential !== 'function') return { ...credential };
			return await credential(values?.itemIndex ?? 0);
		},
		authenticate: async (data, _type, request) => {
			if (typeof authenticate !== 'function') throw new Error('not a function');
			return await authenticate(data, request as IHttpRequestOptions);
		},
	};
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', '1', {} as never),
		currentNodeExecutionIndex: 0,
	} as unknown as IWorkflowExecuteAdditionalData;
}
