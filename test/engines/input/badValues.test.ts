import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	IPairedItemData,
	NodeParameterValueType,
} from 'n8n-workflow';

import { WebPageReport } from '../../../nodes/WebPageReport/WebPageReport.node';
import { locator, report } from '../../support/node';
import { FROM_ITEM, PAGE, sharedSandbox } from './sandbox';

const sandbox = sharedSandbox();
const { runWith } = sandbox;

/** Good values of the parameters that an operation requires. */
const GOOD: Record<string, INodeParameters> = {
	'project.delete': { project: locator('name', 'example.com') },
	'report.create': { url: PAGE, privacy: 2, password: 'secret' },
	'report.delete': { reportId: locator('id', '1') },
	'report.get': { reportId: locator('id', '1') },
	'report.update': { reportId: locator('id', '1'), updateFields: { privacy: 2, password: 'a' } },
};

/** For each type of parameter, a value that it cannot have, what is said about that, and one that it can have. */
const VALUES: Record<string, [bad: unknown, title: string, good: unknown]> = {
	boolean: ['yes', 'must be true or false, not "yes"', 'true'],
	number: ['abc', 'must be a positive whole number, not "abc"', '3'],
	options: ['other', 'cannot be "other"', undefined],
	resourceLocator: ['..', 'cannot be ".."', undefined],
	string: [{ text: PAGE }, 'must be text, not an object', 'example'],
};

/** Good values of parameters that not every value of their type suits. */
const OWN: Record<string, string> = {
	project: 'example.com',
	reportId: '1',
	result: 'good',
	url: PAGE,
};

type Place = [
	name: string,
	title: string,
	bad: NodeParameterValueType,
	good: NodeParameterValueType,
	withValue: (value: NodeParameterValueType) => INodeParameters,
];

/** Every parameter of every operation, and each field of a collection and mode of a locator. */
const places = new WebPageReport().description.properties.flatMap((property): Place[] => {
	const { name, type, displayOptions, options = [], modes = [] } = property;
	const [resource = ''] = (displayOptions?.show?.resource ?? []) as string[];
	const operations = (displayOptions?.show?.operation ?? []) as string[];
	// Fields takes any text
	if (['resource', 'operation', 'fields'].includes(name) || type === 'notice') return [];
	return operations.flatMap((operation) => {
		const others = { resource, operation, ...GOOD[`${resource}.${operation}`] };
		const place = (
			{ name, displayName, type, options = [] }: INodeProperties,
			path: string,
			given: (value: NodeParameterValueType) => INodeParameters,
		): Place => {
			const [bad, title, good] = VALUES[type] ?? [];
			const [offered] = options as INodePropertyOptions[];
			return [
				`${resource} ${operation} ${path}`,
				`${displayName} ${title ?? ''}`,
				bad as string,
				OWN[name] ?? ((good ?? offered?.value) as string),
				(value) => ({ ...others, ...given(value) }),
			];
		};
		if (type === 'collection') {
			return (options as INodeProperties[]).map((field) =>
				place(field, `${name}.${field.name}`, (value) => ({
					[name]: { ...(others[name as never] as object), [field.name]: value },
				})),
			);
		}
		if (type === 'resourceLocator') {
			return modes.map((mode) =>
				place(property, `${name} by ${mode.name}`, (value) => ({
					[name]: locator(mode.name, value),
				})),
			);
		}
		return [place(property, name, (value) => ({ [name]: value }))];
	});
});

// Every bad value: test/nodes/WebPageReport/input
it.each(places)('a bad value of %s sends nothing', async (_, title, bad, good, withValue) => {
	const { items, error } = await runWith(withValue(FROM_ITEM), [bad]);
	expect([items, error?.message]).toEqual([[], title]);
	expect(sandbox.requests).toEqual([]);

	// n8n itself rejects some before the node runs
	const entered = await runWith(withValue(bad)).then(
		({ error }) => error?.message,
		(refusal: unknown) => (refusal as Error).name,
	);
	expect([title, 'WorkflowHasIssuesError', 'Error']).toContain(entered);
	expect(sandbox.requests).toEqual([]);

	const other = await runWith(withValue(FROM_ITEM), [bad, good], {
		onError: 'continueErrorOutput',
	});
	expect(other.failed).toMatchObject([{ json: { error: title }, pairedItem: { item: 0 } }]);
	expect(other.items).not.toEqual([]);
	expect(other.items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item)).not.toContain(
		0,
	);
	expect(sandbox.requests).toHaveLength(1);
});

it.each(['[1, 2]', 'true', 'NaN', '"null"', '"undefined"', '"4\\u00002"'])(
	'rejects %s from an expression as the ID of a report',
	async (value) => {
		const reportId = locator('id', `={{ ${value} }}`);
		const { error } = await runWith(report('delete', { reportId }));
		expect(error?.message).toMatch(/^Report (cannot|is|contains)/);
		expect(sandbox.requests).toEqual([]);
	},
);

it.each([
	['operation', 'resource'],
	['resource', 'operation'],
])('rejects a custom API call, chosen as %s', async (chosen, other) => {
	const parameters = { ...report('get'), [other]: 'report', [chosen]: '__CUSTOM_API_CALL__' };
	const { error } = await runWith({ ...parameters, reportId: locator('id', '1') });
	expect(error?.message).toBe('This node has no such operation');
	expect(error?.description).toContain(' HTTP Request ');
	expect(sandbox.requests).toEqual([]);
});
