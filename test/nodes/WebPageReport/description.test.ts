import { type INode, type INodeProperties, type INodeTypes, Workflow } from 'n8n-workflow';

import { WebPageReportApi } from '../../../credentials/WebPageReportApi.credentials';
import codex from '../../../nodes/WebPageReport/WebPageReport.node.json';
import { WebPageReport } from '../../../nodes/WebPageReport/WebPageReport.node';
import manifest from '../../../package.json';

const { description, methods } = new WebPageReport();
const credential = new WebPageReportApi();

/** Every parameter, including those inside collections, with a unique path. */
function walk(properties: INodeProperties[], path = ''): Array<[string, INodeProperties]> {
	return properties.flatMap((property) => {
		const { resource = [''], operation = [''] } = property.displayOptions?.show ?? {};
		const here = path || [resource, operation].map(String).filter(Boolean).join('.');
		const inner = property.type === 'collection' ? (property.options as INodeProperties[]) : [];
		return [[`${here} ${property.name}`, property], ...walk(inner, `${here} ${property.name}`)];
	});
}

const parameters = walk(description.properties);
const texts = [...parameters, ...walk(credential.properties, 'credential')];

it.each([
	[{ results: 0 }, 'update', true],
	[{ results: 1 }, 'update', false],
	[{ results: 0, privacy: 1 }, 'update', false],
	[{}, 'update', false],
	[undefined, 'create', false],
])('warns that Update Fields %j of %s change nothing: %s', (updateFields, operation, says) => {
	const parameters = { resource: 'report', operation, ...(updateFields && { updateFields }) };
	const place = { id: '1', name: 'N', type: 'n', typeVersion: 1, position: [0, 0] };
	const node = { ...place, parameters } as unknown as INode;
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => new WebPageReport() } as unknown as INodeTypes,
	});
	const hint = description.hints?.find(({ message }) => message.includes('changes nothing'));
	// As the editor does
	const { expression } = workflow;
	const condition = hint?.displayCondition ?? '';
	expect(expression.getSimpleParameterValue(node, condition, 'internal', {})).toBe(says);
});

it('n8n refuses a workflow without what an operation needs, and a credential without an address or a key', () => {
	const required = texts.filter(([, property]) => property.required).map(([path]) => path);
	expect(required).toEqual([
		'project.delete project',
		'report.create url',
		'report.create password',
		'report.delete reportId',
		'report.get reportId',
		'report.update reportId',
		'credential baseUrl',
		'credential apiKey',
	]);
});

it.each(texts.filter(([, { type }]) => type === 'string'))(
	'%s, a string, has a placeholder unless it is a secret',
	(_, { placeholder, typeOptions }) => {
		if (typeOptions?.password === true) expect(placeholder).toBeUndefined();
		else expect(placeholder).toMatch(/^e\.g\. \S/);
	},
);

it('a parameter means the same wherever its name recurs', () => {
	const meanings = new Map<string, Set<string>>();
	for (const [, { name, displayName, type, routing }] of parameters) {
		if (name === 'operation') continue;
		const meaning = [displayName, type, routing?.send?.property].join('|');
		meanings.set(name, (meanings.get(name) ?? new Set()).add(meaning));
	}
	expect([...meanings].filter(([, meaning]) => meaning.size > 1)).toEqual([]);
});

it('the codex is for this node', () => {
	expect(codex.node).toBe(`${manifest.name}.${description.name}`);
});

it('has every method that the description names: the credential test and the searchable lists', () => {
	const tests = description.credentials?.map(({ testedBy }) => testedBy);
	expect(tests).toEqual(Object.keys(methods.credentialTest));
	const lists = parameters.flatMap(([, { modes = [] }]) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	expect([...new Set(lists)].sort()).toEqual(Object.keys(methods.listSearch).sort());
});
