import type { IPairedItemData, NodeParameterValueType } from 'n8n-workflow';

import { locator, report } from '../../support/node';
import { operations, shown } from '../interface';
import { type Place, places } from './places';
import { FROM_ITEM, sharedSandbox } from './sandbox';

/** Parameter values, keyed by path, such as `filters.search`. */
const pathsOf = (value: object, before = ''): Array<[string, unknown]> =>
	Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
		typeof inner === 'object' && inner !== null
			? pathsOf(inner, `${before}${name}.`)
			: [[`${before}${name}`, inner]],
	);

const sandbox = sharedSandbox();
const { runWith } = sandbox;

const rows = places.flatMap(([name, place]) =>
	place.bad.map(([value, ...said]): [string, NodeParameterValueType, string, string, Place] => [
		name,
		value,
		...said,
		place,
	]),
);

it('every parameter has a row in places.ts', () => {
	const inPlaces = places.map(([, { withValue }]) => {
		const { resource, operation, ...rest } = withValue('mark') as Record<string, string>;
		const [path = ''] = pathsOf(rest)
			.filter(([, value]) => value === 'mark')
			.map(([one]) => one);
		return [resource, operation, path.replace(/\.value$/, '')].join('.');
	});
	const described = operations.flatMap((one) =>
		shown(one).map(({ property: { name }, collection }) =>
			[one.resource, one.operation, collection?.name ?? [], name].flat().join('.'),
		),
	);
	expect(new Set(inPlaces)).toEqual(new Set(described));
});

describe('a bad value', () => {
	it.each(rows)(
		'%s %j from an expression is named in the error, and nothing is sent',
		async (...row) => {
			const [, value, title, advice, { withValue }] = row;
			const { items, error } = await runWith(withValue(FROM_ITEM), [value]);
			expect(error?.message).toBe(title);
			expect(error?.description).toBe(advice);
			expect(items).toEqual([]);
			expect(sandbox.requests).toEqual([]);
		},
	);

	it.each(rows)('%s %j fails only its item if the node continues', async (...row) => {
		const [, value, title, advice, { withValue, good }] = row;
		const { items, failed, error } = await runWith(withValue(FROM_ITEM), [value, good], {
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(failed).toEqual([
			{
				json: { value, error: title, message: advice },
				pairedItem: { item: 0 },
			},
		]);
		expect(items).not.toEqual([]);
		expect(items.filter(({ pairedItem }) => (pairedItem as IPairedItemData).item !== 1)).toEqual(
			[],
		);
		expect(sandbox.requests).toHaveLength(1);
	});

	it.each(rows.filter(([, value]) => value !== undefined && value !== null))(
		'%s %j entered directly sends nothing',
		async (_, value, title, __, { withValue }) => {
			const message = await runWith(withValue(value)).then(
				({ error }) => error?.message,
				(refusal: unknown) => {
					const { name, message: said } = refusal as Error;
					return name === 'Error' ? said : name;
				},
			);
			// n8n itself rejects some before the node runs
			expect([title, 'WorkflowHasIssuesError']).toContain(message);
			expect(sandbox.requests).toEqual([]);
		},
	);

	it.each(['.', '..'])('rejects %j as the ID in the address of a report page', async (part) => {
		const reportId = locator('url', `https://reports.example.com/reports/${part}`);
		const { error } = await runWith(report('delete', { reportId }));
		expect(error?.message).toBe(`Report cannot be "${part}"`);
		expect(sandbox.requests).toEqual([]);
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
});
