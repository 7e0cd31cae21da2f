import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	IPairedItemData,
	NodeParameterValueType,
} from 'n8n-workflow';

import { loadPackage } from '../../support/engine';
import { locator, report } from '../../support/node';
import { FROM_ITEM, PAGE, sharedSandbox } from './sandbox';

const sandbox = sharedSandbox();
const { runWith } = sandbox;

/** Every operation, with good values of the parameters that it requires. */
const OPERATIONS: Record<string, INodeParameters> = {
	'project.delete': { project: locator('name', 'example.com') },
	'project.getAll': {},
	'report.create': { url: PAGE, privacy: 2, password: 'secret' },
	'report.delete': { reportId: locator('id', '1') },
	'report.get': { reportId: locator('id', '1') },
	'report.getAll': {},
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

interface Place {
	/** What is said about the bad value. */
	title: string;
	bad: NodeParameterValueType;
	good: NodeParameterValueType;
	withValue: (value: NodeParameterValueType) => INodeParameters;
}

/** Every parameter of an operation, each field of a collection, and each mode of a locator. */
async function placesOf(wanted: string): Promise<Place[]> {
	const { node } = await loadPackage();
	const [resource = '', operation = ''] = wanted.split('.');
	const others = { resource, operation, ...OPERATIONS[wanted] };
	const shown = node.description.properties.filter(({ name, type, displayOptions }) => {
		const show = displayOptions?.show;
		const isShown = show?.resource?.includes(resource) && show.operation?.includes(operation);
		// Fields takes any text
		return isShown && name !== 'fields' && type !== 'notice';
	});
	const place = (
		{ name, displayName, type, options = [] }: INodeProperties,
		given: (value: NodeParameterValueType) => INodeParameters,
	): Place => {
		const [bad, title = '', good] = VALUES[type] ?? [];
		const [offered] = options as INodePropertyOptions[];
		return {
			title: `${displayName} ${title}`,
			bad: bad as string,
			good: OWN[name] ?? ((good ?? offered?.value) as string),
			withValue: (value) => ({ ...others, ...given(value) }),
		};
	};
	return shown.flatMap((property) => {
		const { name, type, options = [], modes = [] } = property;
		if (type === 'collection') {
			const fields = { ...(others[name as never] as object) };
			return (options as INodeProperties[]).map((field) =>
				place(field, (value) => ({ [name]: { ...fields, [field.name]: value } })),
			);
		}
		if (type === 'resourceLocator') {
			return modes.map((mode) =>
				place(property, (value) => ({ [name]: locator(mode.name, value) })),
			);
		}
		return [place(property, (value) => ({ [name]: value }))];
	});
}

// Every bad value: test/nodes/WebPageReport/input
it.each(Object.keys(OPERATIONS))(
	'a bad value of any parameter of %s sends nothing, and fails only its item',
	async (operation) => {
		const places = await placesOf(operation);
		expect(places.length).toBeGreaterThan(0);
		for (const { title, bad, good, withValue } of places) {
			const { items, error } = await runWith(withValue(FROM_ITEM), [bad]);
			expect([items, error?.message]).toEqual([[], title]);

			// n8n itself rejects some before the node runs
			const entered = await runWith(withValue(bad)).then(
				({ error }) => error?.message,
				(refusal: unknown) => (refusal as Error).name,
			);
			expect([title, 'WorkflowHasIssuesError', 'Error']).toContain(entered);
			expect([title, sandbox.requests]).toEqual([title, []]);

			const both = await runWith(withValue(FROM_ITEM), [bad, good], {
				onError: 'continueErrorOutput',
			});
			expect(both.failed).toMatchObject([{ json: { error: title }, pairedItem: { item: 0 } }]);
			const from = both.items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
			expect([title, ...new Set(from)]).toEqual([title, 1]);
			expect([title, sandbox.requests.length]).toEqual([title, 1]);
			sandbox.reset();
		}
	},
);

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
