import { resolve } from 'node:path';

import { type INode, NodeHelpers } from 'n8n-workflow';

import {
	itemsOf,
	type RunningN8n,
	SANDBOX_CREDENTIAL,
	sandboxCredential,
} from '../../sandbox/launcher/n8n';
import type { SeenRequest } from '../../sandbox/service/requests';
import { timestamp } from '../../sandbox/service/data';
import { selfSigned } from '../support/certificate';
import { NODE_TYPE, report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';
import { SERVICE, WORKFLOWS } from './savedWorkflows';
import { Editor, N8NS, packed, setStage, type Stage } from './stage';

const VERSION_0_1 = resolve(__dirname, 'published/n8n-nodes-web-page-report-0.1.0.tgz');

const CREDENTIAL = `/credentials/${SANDBOX_CREDENTIAL.id}`;

/** The field of the credential that version 0.1 does not have. */
const NEW_FIELD = 'requestsAtOnce';

/** Whose message is another one on purpose. */
const FAILED = 'Get What Is Gone';

const STARTED = timestamp();

// What a person does, one step after the other: each needs those before it
describe.each(N8NS)('n8n %s', (version, program) => {
	let stage: Stage;
	let running: RunningN8n;
	let editor: Editor;
	let before: Work;
	let after: Work;
	const ids = WORKFLOWS.map(({ id }) => id);

	beforeAll(async () => {
		stage = await setStage(`update-${version}`, {
			program,
			sandbox: { ...SERVICE, https: await selfSigned() },
			tarball: VERSION_0_1,
			withoutCredential: true,
		});
		await stage.n8n.import('credentials', [
			sandboxCredential(stage.sandbox, { allowUnauthorizedCerts: true }),
		]);
		await stage.n8n.import('workflow', WORKFLOWS);
		await start();
	});

	afterEach(() => {
		expect(running.output()).not.toContain('Unrecognized node type');
	});

	afterAll(async () => {
		await running.stop();
		await stage.strike();
	});

	async function start(): Promise<void> {
		running = await stage.n8n.start();
		editor = await Editor.open(stage.n8n, running.address);
	}

	/** Installs another version over the one that is there. */
	async function restartWith(tarball: string): Promise<void> {
		await running.stop();
		await stage.n8n.installPackage(tarball);
		await start();
	}

	/** Looks at all that is there, and does all of it, with a service as it was at the start. */
	async function work(): Promise<Work> {
		await stage.renewSandbox();
		const [workflows, credential] = [await savedWorkflows(editor, ids), await saved(editor)];
		return {
			workflows,
			credential,
			nodes: await inEditor(editor, workflows),
			test: await editor.rest('POST', '/credentials/test', { credentials: credential }),
			output: await outputOf(editor, ids),
			// Several are under way at once
			requests: stage.sandbox.requests.map(unchanged).sort(),
		};
	}

	it('does its work with version 0.1', async () => {
		before = await work();
		expect(await fieldsOfCredential(editor)).not.toContain(NEW_FIELD);
		expect(before.credential.data).not.toHaveProperty(NEW_FIELD);
		expect(before.nodes.flatMap(({ issues }) => issues ?? [])).toEqual([]);
		// The default of Limit, which nobody has saved
		expect(before.nodes[0]).toMatchObject({ name: 'As It Comes', parameters: { limit: 50 } });
		expect(before.test).toMatchObject({ status: 'OK' });
		expect(Object.values(before.output)).not.toContainEqual([]);
	});

	it('does the same work after an update: nothing is lost, nothing is asked for', async () => {
		await restartWith(packed());
		expect(await fieldsOfCredential(editor)).toContain(NEW_FIELD);
		expect(await work()).toEqual(before);
	});

	it('does it with what the new version saves, too', async () => {
		const { data } = before.credential;
		const credential = { ...SANDBOX_CREDENTIAL, type: 'webPageReportApi' };
		await editor.rest('PATCH', CREDENTIAL, { ...credential, data: { ...data, [NEW_FIELD]: 3 } });
		const { id } = await editor.rest<{ id: string }>('POST', '/workflows', LATER);
		ids.push(id);

		after = await work();
		expect(after.credential.data).toEqual({ ...data, [NEW_FIELD]: 3 });
		expect(after.test).toEqual(before.test);
		expect(after.output).toMatchObject(before.output);
		expect(after.requests).toEqual(expect.arrayContaining(before.requests));
	});

	it('does all of that after a way back to version 0.1', async () => {
		await restartWith(VERSION_0_1);
		expect(await fieldsOfCredential(editor)).not.toContain(NEW_FIELD);
		expect(await work()).toEqual(after);
	});
});

/** All that an update could change for a person. */
interface Work {
	workflows: SavedWorkflow[];
	credential: SavedCredential;
	nodes: Array<Pick<INode, 'name' | 'parameters'> & { issues: object | null }>;
	test: object;
	/** The items that every node has given out, by its name. */
	output: Record<string, object[]>;
	requests: string[];
}

interface SavedWorkflow {
	nodes: INode[];
}

interface SavedCredential {
	data: object;
}

async function savedWorkflows(editor: Editor, ids: string[]): Promise<SavedWorkflow[]> {
	const paths = ids.map((id) => `/workflows/${id}`);
	const workflows = paths.map(async (path) => await editor.rest<SavedWorkflow>('GET', path));
	// Whom they belong to has another time at every sign-in
	return (await Promise.all(workflows)).map((each) => ({ ...each, shared: undefined }));
}

async function saved(editor: Editor): Promise<SavedCredential> {
	return await editor.rest('GET', `${CREDENTIAL}?includeData=true`);
}

/** The fields that the package which is loaded gives to the credential. */
async function fieldsOfCredential(editor: Editor): Promise<string[]> {
	const types = await editor.credentialTypes();
	const { properties = [] } = types.find(({ name }) => name === 'webPageReportApi') ?? {};
	return properties.map(({ name }) => name);
}

/** What the editor makes of the nodes of workflows: their parameters with the defaults, and what it marks red. */
async function inEditor(editor: Editor, workflows: SavedWorkflow[]): Promise<Work['nodes']> {
	const type = await editor.nodeType(NODE_TYPE);
	const { properties } = type;
	return workflows
		.flatMap(({ nodes }) => nodes.filter((node) => node.type === NODE_TYPE))
		.map((node) => ({
			name: node.name,
			parameters:
				NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, type) ?? {},
			issues: NodeHelpers.getNodeParametersIssues(properties, node, type),
		}));
}

/** Executes workflows, one after the other. */
async function outputOf(editor: Editor, ids: string[]): Promise<Work['output']> {
	const output: Work['output'] = {};
	for (const id of ids) {
		const result = await editor.execute(id, 'Start');
		expect(result.error).toBeUndefined();
		for (const node of Object.keys(result.runData)) output[node] = itemsOf(result, node);
	}
	return withoutNow({ ...output, [FAILED]: output[FAILED]?.map(Object.keys) ?? [] });
}

/** A request but for what the changelog has under Changed: the Accept of deletes. Fields of a body have no order. */
function unchanged({ headers, body, ...request }: SeenRequest): string {
	const { accept, ...others } = headers;
	return JSON.stringify({
		...request,
		headers: request.method === 'DELETE' ? others : { accept, ...others },
		body: Object.entries(body).sort(),
	});
}

/** The same without the times of this run. */
function withoutNow(output: Work['output']): Work['output'] {
	const isNow = (value: unknown) =>
		typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) && value >= STARTED;
	return JSON.parse(JSON.stringify(output), (_, value: unknown) =>
		isNow(value) ? 'now' : value,
	) as Work['output'];
}

const LATER = workflow('later', [
	webPageReport('Create Later', report('create', { url: 'https://www.example.org/', privacy: 0 })),
	webPageReport('List Later', report('getAll', { filters: { search: 'example.org' } })),
]);
