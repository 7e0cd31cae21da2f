import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type IWorkflowBase, NodeHelpers } from 'n8n-workflow';

import { codeNodes, OTHER_WAYS, SENDERS, sources, withCode } from '../../examples/build';
import { WebPageReport } from '../../nodes/WebPageReport/WebPageReport.node';
import { NODE_TYPE } from '../support/node';

const TOOL_TYPE = `${NODE_TYPE}Tool`;

const FOLDER = resolve(__dirname, '../../examples');

const EXAMPLES = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => {
		const text = readFileSync(resolve(FOLDER, file), 'utf8');
		return { file, text, example: JSON.parse(text) as IWorkflowBase };
	});

const NOTE = 'n8n-nodes-base.stickyNote';

it('there are twelve, and every source is that of a node', () => {
	expect(EXAMPLES).toHaveLength(12);
	const used = EXAMPLES.flatMap(({ file, example }) => codeNodes(file.slice(0, -5), example));
	expect(used.map(({ file }) => file).sort()).toEqual(sources().sort());
});

describe.each(EXAMPLES)('$file', ({ file, text, example }) => {
	const names = example.nodes.map(({ name }) => name);

	it('has what a workflow needs, and nothing specific to one n8n instance', () => {
		const keys = ['active', 'connections', 'id', 'name', 'nodes', 'pinData', 'settings'];
		expect(Object.keys(example).sort()).toEqual(keys);
		expect(example).toEqual(expect.objectContaining({ active: false, pinData: {} }));
		expect(new Set(names).size).toBe(names.length);
	});

	it('fits one screen, with its notes above the row of nodes', () => {
		const notes = example.nodes.filter(({ type }) => type === NOTE);
		const nodes = example.nodes.filter(({ type }) => type !== NOTE);
		expect(nodes.length).toBeLessThanOrEqual(10);
		expect([1, 2, 3]).toContain(notes.length);
		const top = Math.min(...nodes.map(({ position: [, y] }) => y));
		for (const { parameters, position } of notes) {
			expect(parameters.content).toMatch(/^## \w/);
			expect((parameters.content as string).split(/\s+/).length).toBeLessThanOrEqual(90);
			expect(position[1] + Number(parameters.height)).toBeLessThanOrEqual(top - 48);
		}
		for (const [from, { main = [] }] of Object.entries(example.connections)) {
			const [x = 0] = nodes.find(({ name }) => name === from)?.position ?? [];
			for (const to of main.flat())
				expect(nodes.find(({ name }) => name === to?.node)?.position[0]).toBeGreaterThan(x);
		}
	});

	it('has at most two Code nodes, which are short, and short expressions', () => {
		const code = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.code');
		expect(code.length).toBeLessThanOrEqual(2);
		for (const { name, parameters } of code) {
			const lines = (parameters.jsCode as string).split('\n').length;
			expect(lines).toBeLessThanOrEqual(name === 'Make the Page' ? 250 : 40);
		}
		for (const { type, parameters } of example.nodes) {
			// What a language model reads is longer
			if (type === 'n8n-nodes-base.code' || type === TOOL_TYPE) continue;
			for (const [expression] of JSON.stringify(parameters).matchAll(/\{\{[^]*?\}\}/g))
				expect(expression.length).toBeLessThan(200);
		}
	});

	it('has the code and the note of the build: if not, run npm run build', () => {
		expect(example).toEqual(withCode(file.slice(0, -5), text));
		const sends = example.nodes.some(({ type }) => SENDERS.test(type));
		expect(names.includes(OTHER_WAYS)).toBe(sends);
	});

	it('holds no secrets', () => {
		for (const { credentials = {} } of example.nodes) {
			for (const reference of Object.values(credentials))
				expect(Object.keys(reference)).toEqual(['id', 'name']);
		}
		expect(text).not.toMatch(/"[^"]*(password|secret|token|api_?key)[^"]*":/i);
		expect(text).not.toMatch(/Bearer (?!YOUR_TOKEN|Auth)|xox[a-z]-/);
	});

	it('uses parameters that this node has', () => {
		const { description: ofNode } = new WebPageReport();
		for (const node of example.nodes.filter(({ type }) => type.startsWith(NODE_TYPE))) {
			const { requestOptions, ...saved } = node.parameters;
			expect(requestOptions).toEqual({});
			// n8n adds these to a node called by a language model
			delete saved.descriptionType;
			delete saved.toolDescription;
			const { properties } = ofNode;
			const known = NodeHelpers.getNodeParameters(properties, saved, true, false, node, ofNode);
			expect(known).toMatchObject(saved);
		}
	});

	it('tells a language model what each tool and each argument is for', () => {
		for (const { type, parameters } of example.nodes) {
			if (type !== TOOL_TYPE) continue;
			expect(parameters.toolDescription).toMatch(/\w+ .+\.$/);
			for (const [, argument] of JSON.stringify(parameters).matchAll(/\$fromAI\((.*?)\)/g))
				expect(argument).toMatch(/^'\w+', `\w+ [^`]+\.`/);
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
