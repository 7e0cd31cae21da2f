import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';

import { type IWorkflowBase, NodeHelpers } from 'n8n-workflow';

import { placesIn, sourcedPlaces, sources, withCode } from '../../examples/build';
import { WebPageReport } from '../../nodes/WebPageReport/WebPageReport.node';
import { NODE_TYPE } from '../support/node';
import { operations } from '../support/operations';

const TOOL_TYPE = `${NODE_TYPE}Tool`;

const FOLDER = resolve(__dirname, '../../examples');

const EXAMPLES = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => {
		const text = readFileSync(resolve(FOLDER, file), 'utf8');
		return { file, text, example: JSON.parse(text) as IWorkflowBase };
	});

const NOTE = 'n8n-nodes-base.stickyNote';

it.each([
	['shared/gradeOf.js', 'gradeOf'],
	['dashboard/make-the-page.js', 'groupOf'],
])('%s grades numbers if the line for them is enabled', (file, name) => {
	const source = readFileSync(resolve(FOLDER, 'code', file), 'utf8').replace('// if', 'if');
	const [grader = ''] = new RegExp(`const ${name} = [^]*?\n};`).exec(source) ?? [];
	const grade = runInNewContext(`${grader} ${name}`) as (result: unknown) => unknown;
	const results = [90, '80', 50.5, 0, 'good'];
	expect(results.map(grade)).toEqual(['good', 'good', 'decent', 'bad', 'good']);
	for (const other of ['85%', '3/10', '', null]) expect(grade(other)).not.toBe('bad');
});

describe.each(EXAMPLES)('$file', ({ file, text, example }) => {
	const names = example.nodes.map(({ name }) => name);
	const ours = example.nodes.filter(({ type }) => [NODE_TYPE, TOOL_TYPE].includes(type));

	it('has what a workflow needs, and nothing specific to one n8n instance', () => {
		const keys = ['active', 'connections', 'id', 'name', 'nodes', 'pinData', 'settings'];
		expect(Object.keys(example).sort()).toEqual(keys);
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

	it('uses parameters that this node has', () => {
		const { description: ofNode } = new WebPageReport();
		for (const node of ours) {
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
		.map(({ parameters: { resource, operation } }) => JSON.stringify({ resource, operation }));
	const all = operations.map(({ target: { resource, operation } }) =>
		JSON.stringify({ resource, operation }),
	);
	expect(new Set(used)).toEqual(new Set(all));
});

it('every source is that of a node', () => {
	const used = EXAMPLES.flatMap(({ file, example }) =>
		sourcedPlaces(file.replace('.json', ''), example).map((place) => place.file),
	);
	expect(new Set(used)).toEqual(new Set(sources()));
});
