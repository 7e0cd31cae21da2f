import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { Data } from '../../../sandbox/service/data';
import { locator, project, report } from '../../support/node';
import { choices, found, nodeWith, operations, type Shown } from '../interface';
import { PAGE } from './sandbox';

/** A value that a kind of parameter cannot use, and the error for it. */
export type BadValue = [value: NodeParameterValueType, title: string, advice: string];

/** A parameter of an operation. */
export interface Place {
	/** Its display name. */
	displayName: string;
	/** The node with a value in this place, and everything else good. */
	withValue: (value: NodeParameterValueType) => INodeParameters;
	good: string | number;
	bad: BadValue[];
}

/** What an expression can return instead of text. */
const noText = (displayName: string, list: unknown, object: unknown): BadValue[] => {
	const title = `${displayName} must be text, not`;
	const advice = `Change the expression in ${displayName} so that it returns a single value.`;
	return [
		[list as string, `${title} a list`, advice],
		[object as string, `${title} an object`, advice],
	];
};

const noValue = (displayName: string): BadValue[] =>
	[undefined, null].map((value): BadValue => [
		value,
		`${displayName} is empty`,
		`The expression in ${displayName} returned no value for this item. Fix the expression.`,
	]);

const noUrl: BadValue[] = [
	...noValue('URL'),
	...['', ' '].map((value): BadValue => [
		value,
		'URL is empty',
		'Enter the address of the page to analyse.',
	]),
	...[
		...['example.com', 'see https://a.com', 'ftp://example.com', 'https:example.com', 'http://'],
		...['https:///path', 'https://a b.com', 'https://a\nb.com', 'https://a\tb.com', 5],
	].map((value): BadValue => [
		value,
		'URL is not a web address',
		`Enter the full address, starting with https:// or http://. The current value is "${String(value)}".`,
	]),
	...[' ', ', ', ';', '\n', ' and ', '，', '&', '<br>', ''].map((between): BadValue => [
		`https://a.example/1${between}https://b.example/2`,
		'URL contains more than one address',
		'Enter one address. To analyse several pages, give each one its own item, for example with the Split Out node.',
	]),
	...['https://https://example.com', 'https://a.example/\u2028b', 'https://a.example/b\u0085'].map(
		(value): BadValue => [
			value,
			'URL is not a web address',
			`Enter the full address, starting with https:// or http://. The current value is "${value}".`,
		],
	),
	[
		'x'.repeat(101),
		'URL is not a web address',
		`Enter the full address, starting with https:// or http://. The current value is "${'x'.repeat(99)}…".`,
	],
	...noText('URL', [PAGE], { address: PAGE }),
];

const noPassword: BadValue[] = [
	...noValue('Password'),
	['', 'Password is empty', 'Enter a password, or choose a different Privacy.'],
];

const noLimit: BadValue[] = (
	[
		...[undefined, null, ''].map((value) => [value, 'empty']),
		...[0, '0', -5, '-5', 1.5, 'abc'].map((value) => [value, `"${String(value)}"`]),
		[{ max: 5 }, '"{"max":5}"'],
	] as Array<[NodeParameterValueType, string]>
).map(([value, rest]) => [
	value,
	`Limit must be a positive whole number, not ${rest}`,
	'Enter 1 or more, or turn on Return All.',
]);

const noSwitch = (displayName: string): BadValue[] =>
	(
		[
			...[undefined, null, ''].map((value) => [value, 'empty']),
			...['yes', 1].map((value) => [value, `"${String(value)}"`]),
		] as Array<[NodeParameterValueType, string]>
	).map(([value, shown]) => [
		value,
		`${displayName} must be true or false, not ${shown}`,
		`Fix the expression in ${displayName}.`,
	]);

/** The ending of an advice: what n8n calls a parameter that can be left out. */
const orRemove = ({ collection }: Shown) =>
	collection ? `, or remove the ${String(collection.placeholder?.slice(4).toLowerCase())}` : '';

/** Values that no dropdown offers, and one that resembles a choice of this dropdown. */
function notOffered(shown: Shown, similar: string): BadValue[] {
	const values = [
		...[undefined, null].map((value) => [value, 'empty']),
		...['other', similar, -1, 3, true].map((value) => [value, `"${String(value)}"`]),
		[{ value: 1 }, '"{"value":1}"'],
		[['a', 'b'], '"["a","b"]"'],
		['x'.repeat(31), `"${'x'.repeat(29)}…"`],
	] as Array<[string, string]>;
	const { property } = shown;
	const offered = choices(property).map(({ name, value }) =>
		name === String(value) ? name : `${name} (${String(value)})`,
	);
	return values.map(([value, text]) => [
		value,
		`${property.displayName} cannot be ${text}`,
		`Choose one of these: ${offered.join(', ')}${orRemove(shown)}.`,
	]);
}

/** Values that lead to no record, or would lead to another path. */
function noIdentifier(displayName: 'Project' | 'Report', ...more: string[]): BadValue[] {
	const [none, other] =
		displayName === 'Report'
			? [
					'Choose a report from the list, or enter its ID. If Report is an expression, it returned no value for this item.',
					'Enter the ID of a report, such as 42, or its own address, such as https://reports.example.com/reports/42.',
				]
			: [
					'Choose a project from the list, or enter its name. If Project is an expression, it returned no value for this item.',
					'Enter the name of a project, such as example.com.',
				];
	const cannotBe = (value: string) =>
		`${displayName} cannot be "${value.length > 30 ? `${value.slice(0, 29)}…` : value}"`;
	return [
		...[undefined, null, '', ' '].map((value): BadValue => [
			value,
			`${displayName} is empty`,
			none,
		]),
		...['.', '..', ' .. ', ...more].map((value): BadValue =>
			value.startsWith('https:')
				? [
						value,
						'Report is not the address of a report',
						`${other.slice(0, -1)}. To find the report of the page ${value}, choose it with From List, or use Get Many with Search.`,
					]
				: [value, cannotBe(value.trim()), other],
		),
		[{ id: 1 }, cannotBe('[object Object]'), other],
	];
}

const place = (
	name: string,
	displayName: string,
	withValue: Place['withValue'],
	good: string | number,
	bad: BadValue[],
): [string, Place] => [name, { displayName, withValue, good, bad }];

/** Parameters with a rule of their own. */
const OWN_RULE = ['url', 'password'];

/** The report of PAGE: what a filter must let through. */
const sample: Record<string, unknown> = { ...new Data({ reports: 0 }).create(PAGE, 1, null) };

/** Every parameter of docs/openapi.yaml without one. */
const documented = operations.flatMap((operation) =>
	operation.parameters
		.filter(({ name }) => !OWN_RULE.includes(name))
		.map(({ name, schema, values: [first = ''], values }) => {
			const shown = found(operation, name);
			const { displayName } = shown.property;
			const similar = typeof first === 'number' ? `0${String(first)}` : first.toUpperCase();
			return place(
				`${displayName} of ${operation.operationId}`,
				displayName,
				(value) => nodeWith(operation, { [name]: value }),
				schema.enum ? (values.find((value) => value === sample[name]) ?? first) : 'example',
				schema.enum
					? notOffered(shown, similar)
					: [...noValue(displayName), ...noText(displayName, ['example'], { text: 'example' })],
			);
		}),
);

/** The report of an operation, in one mode of its locator. */
const reportPlace = (operation: string, mode: string, ...more: string[]) =>
	place(
		`Report to ${operation}, given by ${mode},`,
		'Report',
		(value) => report(operation, { reportId: locator(mode, value), updateFields: { privacy: 0 } }),
		1,
		noIdentifier('Report', 'a/b', '/', '../projects', ...more),
	);

/** The project to delete, in one mode of its locator. */
const projectPlace = (mode: string) =>
	place(
		`Project to delete, given by ${mode},`,
		'Project',
		(value) => project('delete', { project: locator(mode, value) }),
		'example.com',
		noIdentifier('Project'),
	);

/** A field of an update, next to others. */
export function updateField(name: string, others: INodeParameters = {}) {
	return (value: NodeParameterValueType) =>
		report('update', {
			reportId: locator('id', '1'),
			updateFields: { ...others, [name]: value },
		});
}

/** Every parameter that can have a bad value. */
export const places: Array<[string, Place]> = [
	place('URL of a new report', 'URL', (url) => report('create', { url, privacy: 1 }), PAGE, noUrl),
	place(
		'Password of a new report',
		'Password',
		(password) => report('create', { url: PAGE, privacy: 2, password }),
		'secret',
		noPassword,
	),
	place(
		'Password of an update',
		'Password',
		updateField('password', { privacy: 2 }),
		'secret',
		noPassword,
	),
	...['report', 'project'].flatMap((resource) => {
		const list = (parameters: INodeParameters) => ({
			resource,
			operation: 'getAll',
			...parameters,
		});
		const of = `of a list of ${resource}s`;
		return [
			place(`Limit ${of}`, 'Limit', (limit) => list({ limit }), 3, noLimit),
			place(
				`Return All ${of}`,
				'Return All',
				(returnAll) => list({ returnAll }),
				'true',
				noSwitch('Return All'),
			),
		];
	}),
	...['getAll', 'get', 'create', 'update'].map((operation) =>
		place(
			`Simplify of ${operation}`,
			'Simplify',
			(simplify) =>
				report(operation, {
					reportId: locator('id', '1'),
					url: PAGE,
					updateFields: { privacy: 0 },
					simplify,
				}),
			'false',
			noSwitch('Simplify'),
		),
	),
	...documented,
	reportPlace('get', 'list'),
	reportPlace('get', 'id', PAGE),
	reportPlace('update', 'id'),
	reportPlace('delete', 'id'),
	reportPlace(
		'delete',
		'url',
		PAGE,
		'https://reports.example.com/reports/',
		'https://reports.example.com/reports/?page=2',
		'reports.example.com/reports/1',
	),
	projectPlace('list'),
	projectPlace('name'),
];
