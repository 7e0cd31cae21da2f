import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';

import type {
	IConnections,
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { placesIn, sourcedPlaces, sources, withCode } from '../../examples/build';
import { WebPageReport } from '../../nodes/WebPageReport/WebPageReport.node';
import { NODE_TYPE } from '../support/node';

/** The parameters that n8n adds to a node called by a language model. */
const OF_TOOLS = ['descriptionType', 'toolDescription'];
const TOOL_TYPE = `${NODE_TYPE}Tool`;

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: IDataObject & { resource?: string; operation?: string };
	credentials?: Record<string, object>;
	alwaysOutputData?: boolean;
}

interface Workflow {
	id: string;
	nodes: Node[];
	connections: IConnections;
	active: boolean;
	pinData: object;
}

const FOLDER = resolve(__dirname, '../../examples');

const EXAMPLES = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => {
		const text = readFileSync(resolve(FOLDER, file), 'utf8');
		return { file, text, example: JSON.parse(text) as Workflow };
	});

const NOTE = 'n8n-nodes-base.stickyNote';

/** The latest version of each node that n8n 1.123 knows. */
const VERSIONS: Record<string, number> = {
	[NODE_TYPE]: 1,
	[TOOL_TYPE]: 1,
	[NOTE]: 1,
	'@n8n/n8n-nodes-langchain.chainLlm': 1.7,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.3,
	'@n8n/n8n-nodes-langchain.mcpTrigger': 2,
	'n8n-nodes-base.aggregate': 1,
	'n8n-nodes-base.code': 2,
	'n8n-nodes-base.dataTable': 1,
	'n8n-nodes-base.emailSend': 2.1,
	'n8n-nodes-base.executeWorkflow': 1.3,
	'n8n-nodes-base.executeWorkflowTrigger': 1.1,
	'n8n-nodes-base.filter': 2.3,
	'n8n-nodes-base.form': 2.3,
	'n8n-nodes-base.formTrigger': 2.3,
	'n8n-nodes-base.github': 1.1,
	'n8n-nodes-base.googleSheets': 4.7,
	'n8n-nodes-base.httpRequest': 4.3,
	'n8n-nodes-base.if': 2.3,
	'n8n-nodes-base.limit': 1,
	'n8n-nodes-base.manualTrigger': 1,
	'n8n-nodes-base.merge': 3.2,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.respondToWebhook': 1.5,
	'n8n-nodes-base.scheduleTrigger': 1.3,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.slack': 2.4,
	'n8n-nodes-base.sort': 1,
	'n8n-nodes-base.splitInBatches': 3,
	'n8n-nodes-base.splitOut': 1,
	'n8n-nodes-base.stopAndError': 1,
	'n8n-nodes-base.switch': 3.4,
	'n8n-nodes-base.wait': 1.1,
	'n8n-nodes-base.webhook': 2.1,
	'n8n-nodes-base.xml': 1,
};

const { properties } = new WebPageReport().description;

/** The function of each Code node that grades a result, with its line for numbers enabled. */
const GRADERS = EXAMPLES.flatMap(({ file, example }) =>
	example.nodes.flatMap(({ name, parameters }): Array<[string, (result: unknown) => unknown]> => {
		const { jsCode = '' } = parameters as { jsCode?: string };
		const [source, grader] = /const (gradeOf|groupOf) = [^]*?\n};/.exec(jsCode) ?? [];
		if (source === undefined) return [];
		const code = `${source.replace('// if', 'if')}; ${String(grader)}`;
		return [[`${file}, ${name}`, runInNewContext(code) as (result: unknown) => unknown]];
	}),
);

it.each(GRADERS)('%s grades numbers if the line for them is enabled', (_, gradeOf) => {
	const results = [90, '80', 50.5, 0, 'good'];
	expect(results.map(gradeOf)).toEqual(['good', 'good', 'decent', 'bad', 'good']);
	for (const other of ['85%', '3/10', '', null]) expect(gradeOf(other)).not.toBe('bad');
});

describe.each(EXAMPLES)('$file', ({ file, text, example }) => {
	const names = example.nodes.map(({ name }) => name);
	const ours = example.nodes.filter(({ type }) => [NODE_TYPE, TOOL_TYPE].includes(type));

	it('has what a workflow needs, and nothing specific to one n8n instance', () => {
		expect(Object.keys(example).sort()).toEqual(
			['active', 'connections', 'id', 'name', 'nodes', 'pinData', 'settings'].sort(),
		);
		expect(example).toEqual(expect.objectContaining({ active: false, pinData: {} }));
		expect(new Set(names).size).toBe(names.length);
	});

	it('explains itself on the canvas', () => {
		const notes = example.nodes.filter(({ type }) => type === NOTE);
		expect(notes.length).toBeGreaterThan(0);
		for (const { parameters } of notes) expect(parameters.content).toMatch(/^## \w/);
	});

	it('says beside a node that sends what to put in its place', () => {
		const sends = example.nodes.some(({ type }) => /\.(emailSend|slack)$/.test(type));
		expect(names.includes('Other ways to send it')).toBe(sends);
	});

	it('has the code of its sources: if not, run npm run build', () => {
		expect(example).toEqual(withCode(file.replace('.json', ''), text));
	});

	it('has no code without a source, except for short expressions', () => {
		const sourced = sourcedPlaces(file.replace('.json', ''), example);
		for (const { node, name, text } of example.nodes.flatMap(placesIn)) {
			if (sourced.some((place) => place.node === node && place.name === name)) continue;
			expect(name).not.toBe('jsCode');
			// What a language model reads is longer
			const expressions = text.match(/\{\{(?!.*\$fromAI\()[^]*?\}\}/g) ?? [];
			for (const expression of expressions) expect(expression.length).toBeLessThan(160);
		}
	});

	it('holds no secrets', () => {
		for (const { credentials = {} } of example.nodes) {
			for (const reference of Object.values(credentials)) {
				expect(Object.keys(reference)).toEqual(['id', 'name']);
			}
		}
		expect(text).not.toMatch(/"[^"]*(password|secret|token|api_?key)[^"]*":/i);
		expect(text).not.toMatch(/Bearer (?!YOUR_TOKEN|Auth)|xox[a-z]-/);
	});

	it('uses nodes that n8n 1.123 knows', () => {
		for (const { type, typeVersion } of example.nodes) {
			expect(Object.keys(VERSIONS)).toContain(type);
			expect(typeVersion).toBeLessThanOrEqual(VERSIONS[type] ?? 0);
		}
	});

	it('uses parameters that this node has', () => {
		for (const { parameters, type } of ours) {
			const { resource = '', operation = '', requestOptions, ...rest } = parameters;
			expect(requestOptions).toEqual({});
			const shown = shownFor(resource, operation);
			for (const [name, value] of Object.entries(rest)) {
				if (type === TOOL_TYPE && OF_TOOLS.includes(name)) continue;
				const property = shown.find((one) => one.name === name);
				expect(property?.name).toBe(name);
				if (property?.type !== 'collection') continue;
				const options = property.options as INodeProperties[];
				expect(options.map((option) => option.name)).toEqual(
					expect.arrayContaining(Object.keys(value as object)),
				);
			}
		}
	});

	it('tells a language model what each tool and each argument is for', () => {
		for (const { type, parameters } of example.nodes) {
			if (type !== TOOL_TYPE) continue;
			expect(parameters.toolDescription).toMatch(/\w+ .+\.$/);
			const values = JSON.stringify(parameters).matchAll(/\$fromAI\('\w+', `([^`]*)`/g);
			const descriptions = [...values].map(([, description]) => description);
			expect(descriptions).toHaveLength(JSON.stringify(parameters).split('$fromAI(').length - 1);
			for (const description of descriptions) expect(description).toMatch(/\w+ .+\.$/);
		}
	});

	it('stops with an error if there is nothing to do', () => {
		// The form that deletes a project says so instead
		const guards = names.filter((name) => /^Any (Address|Reports)\?$/.test(name));
		for (const guard of file.startsWith('delete') ? [] : guards) {
			const otherwise = example.connections[guard]?.main?.[1]?.[0]?.node;
			const stop = example.nodes.find(({ name }) => name === otherwise);
			expect(stop?.type).toBe('n8n-nodes-base.stopAndError');
			const before = example.nodes.find(({ name }) =>
				example.connections[name]?.main?.flat().some((to) => to?.node === guard),
			);
			expect(before?.alwaysOutputData).toBe(true);
		}
	});

	it('connects and mentions only existing nodes', () => {
		for (const [from, outputs] of Object.entries(example.connections)) {
			expect(names).toContain(from);
			const to = Object.values(outputs).flat(2);
			for (const connection of to) expect(names).toContain(connection?.node);
		}
		for (const [, name] of text.matchAll(/\$\('([^']+)'\)/g)) expect(names).toContain(name);
	});
});

it('every operation of the node appears in an example', () => {
	const used = EXAMPLES.flatMap(({ example }) => example.nodes)
		.filter(({ type }) => type === NODE_TYPE)
		.map(({ parameters: { resource = '', operation = '' } }) => `${resource}.${operation}`);
	const there = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) => {
			const [resource = ''] = (displayOptions?.show?.resource ?? []) as string[];
			return (options as INodePropertyOptions[]).map(({ value }) => `${resource}.${String(value)}`);
		});
	expect(there).toHaveLength(7);
	expect([...new Set(used)].sort()).toEqual(there.sort());
});

it('every source is that of a node', () => {
	const used = EXAMPLES.flatMap(({ file, example }) =>
		sourcedPlaces(file.replace('.json', ''), example).map((place) => place.file),
	);
	expect([...new Set(used)].sort()).toEqual(sources().sort());
});

/** The parameters of one operation. */
function shownFor(resource: string, operation: string): INodeProperties[] {
	return properties.filter(({ displayOptions: { show } = {} }) =>
		[
			[show?.resource, resource],
			[show?.operation, operation],
		].every(([allowed, value]) => (allowed as string[] | undefined)?.includes(value as string)),
	);
}
