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
	type INodeTypeDescription,
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

/** The description of a node that exists only in tests. */
const described = (name: string, more: Partial<INodeTypeDescription>): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['input'],
	version: 1,
	description: name,
	defaults: { name },
	inputs: [],
	outputs: [],
	properties: [],
	...more,
});

/** Outputs the input items of a test. */
const source: INodeType = {
	description: described('source', {
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: [] }],
	}),
	async execute(this: IExecuteFunctions) {
		const items = this.getNode().parameters.items as unknown as IDataObject[];
		return await Promise.resolve([items.map((json, item) => ({ json, pairedItem: { item } }))]);
	},
};

/** Offers tools to MCP clients, like n8n's MCP Server Trigger. */
const mcpTrigger: INodeType = {
	description: described('mcpTrigger', {
		group: ['trigger'],
		inputs: [{ type: NodeConnectionTypes.AiTool, displayName: 'Tools' }],
	}),
};

/** n8n's type for a node that it offers to agents. */
const TOOL_TYPE = `${NODE_TYPE}Tool`;

/** A node of a workflow. */
const node = (name: string, type: string, parameters: INodeParameters = {}): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

/** The node under test, as in a workflow. */
const webPageReport = (parameters: INodeParameters, type = NODE_TYPE): INode => ({
	...node('Web Page Report', type, parameters),
	credentials: { webPageReportApi: { id: '1', name: 'Web Page Report' } },
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
		name: string;
		httpCode?: string | null;
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
	executeOnce?: boolean;
	/** Runs it as an agent tool. */
	asTool?: boolean;
	/** Stops the workflow half a second after this returns true. */
	stopWhen?: () => boolean;
}

type PositionalRun = (workflow: Workflow, startNode?: INode) => ReturnType<WorkflowExecute['run']>;

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

let loaded: ReturnType<typeof load> | undefined;

/** The package as n8n loads it; loaded once. */
export async function loadPackage() {
	return await (loaded ??= load());
}

/** How fast time passes in a test file. */
interface Clock {
	speed: number;
}

/**
 * Speeds up time in a file, for everything that waits or reads a clock: the node, n8n and the sandbox's records.
 * Connections and sandbox delays take real time. Needed because the search for a lost report takes a minute.
 * Time advances only between turns of the event loop, so it is slow on a busy machine.
 */
export function fastTime(): Clock {
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

/** Runs a workflow with two nodes, Source and Web Page Report, in the engine under test. */
export async function run(options: RunOptions): Promise<Outcome> {
	const { node: nodeType, credential: credentialType } = await loadPackage();
	const {
		parameters,
		items = [{}],
		onError,
		retryOnFail,
		maxTries = 2,
		executeOnce,
		asTool,
	} = options;
	const tested = {
		...webPageReport(parameters, asTool ? TOOL_TYPE : NODE_TYPE),
		...(onError && { onError }),
		...(retryOnFail && { retryOnFail, maxTries, waitBetweenTries: 1 }),
		...(executeOnce && { executeOnce }),
	};
	const handedOut = node('Source', 'test.source', { items: items as never });
	const workflow = workflowOf(nodeType, [handedOut, tested], {
		connections: {
			Source: { main: [[{ node: tested.name, type: NodeConnectionTypes.Main, index: 0 }]] },
		},
	});
	const began = Date.now();
	const { mode = 'manual' } = options;
	const engine = new WorkflowExecute(additionalData(credentialType, options.credential), mode);
	const startNode = workflow.getNode('Source') ?? undefined;
	// n8n 1.x takes positional arguments
	const positional = engine.run.bind(engine) as unknown as PositionalRun;
	const running =
		engine.run.length > 1 ? positional(workflow, startNode) : engine.run({ workflow, startNode });
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
	const { data } = await running.finally(() => {
		clearInterval(looking);
	});
	const output = data.resultData.runData['Web Page Report']?.at(-1)?.data?.main ?? [];
	const error = data.resultData.error;
	return {
		items: output[0] ?? [],
		failed: output[1] ?? [],
		took: Date.now() - began,
		...(error && {
			error: {
				message: error.message,
				description: error.description,
				name: error.name,
				httpCode: (error as { httpCode?: string | null }).httpCode,
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
	const { node: nodeType, credential: credentialType } = await loadPackage();
	const trigger = node('MCP Server Trigger', '@n8n/n8n-nodes-langchain.mcpTrigger');
	const tested = { ...webPageReport(parameters, TOOL_TYPE), ...(onError && { onError }) };
	const type = NodeConnectionTypes.AiTool;
	const workflow = workflowOf(nodeType, [trigger, tested], {
		connections: { [tested.name]: { [type]: [[{ node: trigger.name, type, index: 0 }]] } },
	});
	const context = new WebhookContext(
		workflow,
		trigger,
		additionalData(credentialType, credential),
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

/** Calls the node as a tool of n8n's own agents: standalone, without a workflow or an execution. */
export async function callAgentTool({
	parameters,
	credential,
}: RunOptions): Promise<IDataObject[]> {
	const { node: nodeType, credential: credentialType } = await loadPackage();
	const tested = webPageReport(parameters, TOOL_TYPE);
	const workflow = workflowOf(nodeType, [tested], { id: undefined });
	const items = [{ json: {} }];
	const data = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		tested,
		additionalData(credentialType, credential),
		'internal',
		{ resultData: { runData: {} } } as never,
		0,
		items,
		data,
		{ node: tested, data, source: null },
		[],
	);
	const [output = []] = (await nodeType.execute?.call(context)) as INodeExecutionData[][];
	return output.map(({ json }) => json);
}

/** Opens a searchable list of the node, like the editor. */
export async function listSearch(
	method: string,
	credential: ICredentialDataDecryptedObject,
): Promise<INodeListSearchResult> {
	const { node: nodeType, credential: credentialType } = await loadPackage();
	const tested = webPageReport({});
	const data = additionalData(credentialType, credential);
	const context = new LoadOptionsContext(workflowOf(nodeType, [tested]), tested, data, '');
	const search = nodeType.methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no list ${method}`);
	return await search.call(context);
}

/** Tests a credential, as n8n does on save. */
export async function testCredential(data: ICredentialDataDecryptedObject) {
	const { node, credential } = await loadPackage();
	const [{ testedBy } = {}] = node.description.credentials ?? [];
	const test = node.methods?.credentialTest?.[testedBy as string];
	if (!test) throw new Error('The node has no credential test');
	const context = new CredentialTestContext(additionalData(credential, data));
	return await test.call(context, { id: '1', name: 'test', type: credential.name, data });
}

/** A workflow whose nodes can be this node, its tool version, which n8n generates under another name, and those above. */
function workflowOf(
	nodeType: INodeType,
	nodes: INode[],
	more: { connections?: IConnections; id?: string } = {},
): Workflow {
	const name = `${nodeType.description.name}Tool`;
	const description = {
		...nodeType.description,
		name,
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
	};
	const types: Record<string, INodeType> = {
		'test.source': source,
		'@n8n/n8n-nodes-langchain.mcpTrigger': mcpTrigger,
		[NODE_TYPE]: nodeType,
		[TOOL_TYPE]: Object.create(nodeType, { description: { value: description } }) as INodeType,
	};
	const get = (type: string) => {
		const found = types[type];
		if (!found) throw new Error(`Unknown node type ${type}`);
		return found;
	};
	return new Workflow({
		id: '1',
		nodes,
		connections: {},
		active: false,
		nodeTypes: { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) },
		settings: { executionOrder: 'v1' },
		...more,
	});
}

function additionalData(
	credentialType: ICredentialType,
	credential: Credential,
): IWorkflowExecuteAdditionalData {
	const credentialsHelper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: () => Promise.resolve(undefined),
		getDecrypted: async (...[, , , , , , values]) => {
			if (typeof credential !== 'function') return { ...credential };
			return await credential(values?.itemIndex ?? 0);
		},
		authenticate: async (data, _type, request) => {
			if (typeof credentialType.authenticate !== 'function') throw new Error('not a function');
			return await credentialType.authenticate(data, request as IHttpRequestOptions);
		},
	};
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', '1', {} as never),
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: 'http://localhost/rest',
		instanceBaseUrl: 'http://localhost',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		webhookBaseUrl: 'http://localhost/webhook',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		webhookTestBaseUrl: 'http://localhost/webhook-test',
	} as unknown as IWorkflowExecuteAdditionalData;
}
