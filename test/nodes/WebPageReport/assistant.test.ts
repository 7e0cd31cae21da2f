import {
	generateSingleVersionTypeFile,
	type NodeTypeDescription,
} from '@n8n/workflow-sdk/scripts/generate-types';

import { WebPageReport } from '../../../nodes/WebPageReport/WebPageReport.node';

/** What n8n's assistant reads of this node: a type for the parameters of each operation. */
const { description } = new WebPageReport();
const definition = generateSingleVersionTypeFile(description as NodeTypeDescription, 1);

/** The parameter type of each operation, with the notes in it, by names such as report.getAll. */
const types = Object.fromEntries(
	definition
		.split(/(?=^\/\*\* .*\nexport type \w+Params = )/m)
		.slice(1)
		.map((type) => {
			const [, resource = ''] = /^ +resource: '(\w+)'/m.exec(type) ?? [];
			const [, operation = ''] = /^ +operation: '(\w+)'/m.exec(type) ?? [];
			return [`${resource}.${operation}`, type];
		}),
);

it("n8n's assistant reads the note about an operation with its parameters, and no other", () => {
	const notes = new Map(
		description.builderHint?.extraTypeDefContent?.map(({ content, displayOptions }) => {
			const { resource, operation } = displayOptions?.show ?? {};
			return [[resource, operation].map((names) => names?.[0] as string).join('.'), content];
		}),
	);
	expect([...notes.keys()].sort()).toEqual(Object.keys(types).sort());
	for (const [name, type] of Object.entries(types)) {
		const own = notes.get(name) ?? '';
		const others = [...notes.values()].filter((note) => !own.includes(note) && type.includes(note));
		expect([name, type.includes(own), others]).toEqual([name, true, []]);
	}
});

it('Resource and Operation have no hint: with one, n8n would not load the node', () => {
	const dropdowns = description.properties.filter(({ name }) =>
		/^(resource|operation)$/.test(name),
	);
	expect(dropdowns.map((dropdown) => 'builderHint' in dropdown)).toEqual([false, false, false]);
});
