import {
	generateSingleVersionTypeFile,
	type NodeTypeDescription,
} from '@n8n/workflow-sdk/scripts/generate-types';

import { WebPageReport } from '../../../nodes/WebPageReport/WebPageReport.node';

/** What n8n's assistant reads of this node: a type for the parameters of each operation. */
const { description } = new WebPageReport();
const definition = generateSingleVersionTypeFile(description as NodeTypeDescription, 1);

/** The parameter type of each operation, with the notes in it. */
const types = definition.split(/(?=^\/\*\* .*\nexport type \w+Params = )/m).slice(1);

it("n8n's assistant reads the note about an operation with its parameters, and no other", () => {
	const notes = (description.builderHint?.extraTypeDefContent ?? []).map((note) => {
		const { resource, operation } = note.displayOptions?.show ?? {};
		const of = [resource, operation].map((names) => names?.[0] as string).join('.');
		return { of, content: note.content };
	});
	expect(notes).toHaveLength(types.length);
	for (const type of types) {
		const [, resource = ''] = /^ +resource: '(\w+)'/m.exec(type) ?? [];
		const [, operation = ''] = /^ +operation: '(\w+)'/m.exec(type) ?? [];
		const own = notes.find(({ of }) => of === `${resource}.${operation}`)?.content ?? '-';
		const others = notes.filter(({ content }) => !own.includes(content));
		expect(type).toContain(own);
		for (const { content } of others) expect(type).not.toContain(content);
	}
});

it('Resource and Operation have no hint: with one, n8n would not load the node', () => {
	const dropdowns = description.properties.filter(({ name }) =>
		/^(resource|operation)$/.test(name),
	);
	expect(dropdowns.map((dropdown) => 'builderHint' in dropdown)).toEqual([false, false, false]);
});
