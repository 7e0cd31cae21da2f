import { resolve } from 'node:path';

import { type INode, type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { itemsOf, SANDBOX_CREDENTIAL } from '../../sandbox/launcher/n8n';
import type { SeenRequest } from '../../sandbox/service/requests';
import { Data, timestamp } from '../../sandbox/service/data';
import { selfSigned } from '../support/certificate';
import { locator, NODE_TYPE, project, report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';
import { type Editor, N8NS, packed, useStage } from './stage';

const VERSION_0_1 = resolve(__dirname, 'published/n8n-nodes-web-page-report-0.1.0.tgz');

const CREDENTIAL = `/credentials/${SANDBOX_CREDENTIAL.id}`;

/** The credential field that version 0.1 does not have. */
const NEW_FIELD = 'requestsAtOnce';

/** The node whose message changed on purpose. */
const FAILED = 'Get What Is Gone';

const STARTED = timestamp();

/** The records that these workflows use. */
const SERVICE = { reports: 35, projects: 3 };

const [picked = '', named = ''] = new Data(SERVICE).projects().map((each) => each.project);

/** n8n's own request options, except a proxy, which would need another service. */
const requestOptions = {
	allowUnauthorizedCerts: true,
	batching: { batch: { batchSize: 2, batchInterval: 100 } },
	timeout: 20_000,
};

const fromList = (id: string) => locator('list', id, { cachedResultName: `Report ${id}` });
const byUrl = (id: string) => locator('url', `https://reports.example.com/reports/${id}`);

const onReport = (name: string, operation: string, parameters: INodeParameters = {}) =>
	webPageReport(name, report(operation, parameters));

const onProject = (name: string, operation: string, parameters: INodeParameters) =>
	webPageReport(name, project(operation, parameters));

/** Nodes with one item in and one out; most act on different records. */
const row = [
	onReport('Create Public', 'create', {
		url: 'https://www.example.com/',
		privacy: 0,
		requestOptions,
	}),
	onReport('Create Private', 'create', {
		url: '=https://www.example.com/{{ $json.id }}',
		simplify: false,
	}),
	onReport('Create With Password', 'create', {
		url: 'https://www.example.com/prices?year=2026&currency=€',
		privacy: 2,
		password: 'a password & more',
	}),
	onReport('Get From List', 'get', { reportId: fromList('3') }),
	onReport('Get By ID', 'get', {
		reportId: locator('id', "={{ $('Create Public').item.json.id }}"),
		simplify: false,
		requestOptions,
	}),
	onReport('Get By URL', 'get', { reportId: byUrl('5') }),
	{
		...onReport('Get What Is Gone', 'get', { reportId: locator('id', '999') }),
		onError: 'continueRegularOutput',
		retryOnFail: true,
	},
	onReport('Update From List', 'update', {
		reportId: fromList('6'),
		updateFields: { privacy: 2, password: 'another password', results: 1 },
		simplify: false,
	}),
	onReport('Update By ID', 'update', {
		reportId: locator('id', '7'),
		updateFields: { privacy: 0, results: 0 },
		requestOptions,
	}),
	onReport('Update Password', 'update', {
		reportId: locator('id', "={{ $('Create With Password').item.json.id }}"),
		updateFields: { password: 'a new password' },
	}),
	onReport('Delete By ID', 'delete', { reportId: locator('id', '10'), requestOptions }),
	onReport('Delete By URL', 'delete', { reportId: byUrl('11') }),
	onProject('Delete Project From List', 'delete', {
		project: locator('list', picked, { cachedResultName: picked }),
	}),
	onProject('Delete Project By Name', 'delete', {
		project: locator('name', named),
		requestOptions,
	}),
];

const lists = [
	onReport('As It Comes', 'getAll'),
	onReport('Good By URL', 'getAll', {
		limit: 11,
		simplify: false,
		filters: { result: 'good', search: 'example', searchBy: 'project' },
		options: { perPage: 10, sortBy: 'url', sort: 'asc' },
		requestOptions,
	}),
	onReport('All By Date Generated', 'getAll', {
		returnAll: true,
		options: { perPage: 10, sortBy: 'generated_at' },
	}),
	onProject('Projects By Name', 'getAll', {
		limit: 2,
		filters: { search: 'example', searchBy: 'project' },
		options: { perPage: 100, sortBy: 'project', sort: 'asc' },
		requestOptions,
	}),
];

/** Everything a user of version 0.1 may have saved: every parameter of every operation, every mode of a locator. */
const WORKFLOWS = [
	...lists.map((list, index) => workflow(`list${String(index)}`, [list])),
	workflow('items', [
		onReport('First Seven', 'getAll', { limit: 7, options: { sort: 'asc' } }),
		onReport('Get Each', 'get', { reportId: locator('id', '={{ $json.id }}'), requestOptions }),
	]),
	workflow('row', row),
];

// Steps of an update: each depends on the ones before
describe.each(N8NS)('n8n %s', (version, program) => {
	let before: Work;
	let after: Work;
	const ids = WORKFLOWS.map(({ id }) => id);

	const stage = useStage(`update-${version}`, async () => ({
		program,
		sandbox: { ...SERVICE, https: await selfSigned() },
		tarball: VERSION_0_1,
		credential: { allowUnauthorizedCerts: true },
		workflows: WORKFLOWS,
	}));

	afterEach(() => {
		expect(stage.running.output()).not.toContain('Unrecognized node type');
	});

	/** Installs another version over the current one. */
	async function restartWith(tarball: string): Promise<void> {
		await stage.running.stop();
		await stage.n8n.installPackage(tarball);
		await stage.start();
	}

	/** Reads everything that is saved and executes it, with a fresh service. */
	async function work(): Promise<Work> {
		await stage.renewSandbox();
		const [workflows, credential] = [
			await savedWorkflows(stage.editor, ids),
			await saved(stage.editor),
		];
		return {
			workflows,
			credential,
			nodes: await inEditor(stage.editor, workflows),
			test: await stage.editor.rest('POST', '/credentials/test', { credentials: credential }),
			output: await outputOf(stage.editor, ids),
			// Requests run concurrently, so their order varies
			requests: stage.sandbox.requests.map(unchanged).sort(),
		};
	}

	it('works with version 0.1', async () => {
		before = await work();
		expect(await fieldsOfCredential(stage.editor)).not.toContain(NEW_FIELD);
		expect(before.credential.data).not.toHaveProperty(NEW_FIELD);
		expect(before.nodes.flatMap(({ issues }) => issues ?? [])).toEqual([]);
		// The default of Limit, which is not saved
		expect(before.nodes[0]).toMatchObject({ name: 'As It Comes', parameters: { limit: 50 } });
		expect(before.test).toMatchObject({ status: 'OK' });
		expect(Object.values(before.output)).not.toContainEqual([]);
	});

	it('works the same after an update: nothing is lost, and no input is required', async () => {
		await restartWith(packed());
		expect(await fieldsOfCredential(stage.editor)).toContain(NEW_FIELD);
		expect(await work()).toEqual(before);
	});

	it('works the same with data saved by the new version', async () => {
		const { data } = before.credential;
		const credential = { ...SANDBOX_CREDENTIAL, type: 'webPageReportApi' };
		await stage.editor.rest('PATCH', CREDENTIAL, {
			...credential,
			data: { ...data, [NEW_FIELD]: 3 },
		});

		after = await work();
		expect(after.credential.data).toEqual({ ...data, [NEW_FIELD]: 3 });
		expect(after.test).toEqual(before.test);
		expect(after.output).toEqual(before.output);
		expect(after.requests).toEqual(before.requests);
	});

	it('works the same after a downgrade to version 0.1', async () => {
		await restartWith(VERSION_0_1);
		expect(await fieldsOfCredential(stage.editor)).not.toContain(NEW_FIELD);
		expect(await work()).toEqual(after);
	});
});

/** Everything that an update could change for a person. */
interface Work {
	workflows: SavedWorkflow[];
	credential: SavedCredential;
	nodes: Array<Pick<INode, 'name' | 'parameters'> & { issues: object | null }>;
	test: object;
	/** Output items, keyed by node name. */
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
	// The owner's timestamp changes with every sign-in
	return (await Promise.all(workflows)).map((each) => ({ ...each, shared: undefined }));
}

async function saved(editor: Editor): Promise<SavedCredential> {
	return await editor.rest('GET', `${CREDENTIAL}?includeData=true`);
}

/** The credential's fields in the loaded package. */
async function fieldsOfCredential(editor: Editor): Promise<string[]> {
	const types = await editor.credentialTypes();
	const { properties = [] } = types.find(({ name }) => name === 'webPageReportApi') ?? {};
	return properties.map(({ name }) => name);
}

/** The nodes of workflows in the editor: their parameters with defaults, and the issues it marks. */
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

/** Executes workflows one at a time. */
async function outputOf(editor: Editor, ids: string[]): Promise<Work['output']> {
	const output: Work['output'] = {};
	for (const id of ids) {
		const result = await editor.execute(id, 'Start');
		expect(result.error).toBeUndefined();
		for (const node of Object.keys(result.runData)) {
			output[node] = itemsOf(result, node).map(asText);
		}
	}
	return withoutNow({ ...output, [FAILED]: output[FAILED]?.map(Object.keys) ?? [] });
}

/** An item, ignoring a change listed in the changelog: the ID of a deleted report is a number. */
function asText(item: Work['output'][string][number]) {
	return 'deleted' in item && 'id' in item ? { ...item, id: String(item.id) } : item;
}

/** A request, ignoring a change listed in the changelog: the Accept of deletes. Body fields have no order. */
function unchanged({ headers, body, ...request }: SeenRequest): string {
	const { accept, ...others } = headers;
	return JSON.stringify({
		...request,
		headers: request.method === 'DELETE' ? others : { accept, ...others },
		body: Object.entries(body).sort(),
	});
}

/** The same, without the times of this run. */
function withoutNow(output: Work['output']): Work['output'] {
	const isNow = (value: unknown) =>
		typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) && value >= STARTED;
	return JSON.parse(JSON.stringify(output), (_, value: unknown) =>
		isNow(value) ? 'now' : value,
	) as Work['output'];
}
