import type { INodePropertyOptions } from 'n8n-workflow';

import { type Parameter, parametersOf } from '../../../../nodes/WebPageReport/resources/parameters';
import { prepared } from './prepared';

/** A value that a kind of parameter cannot use, and the error for it. */
type BadValue = [value: unknown, title: string, advice: string];

const PAGE = 'https://example.com/';

/** What an expression can return instead of text. */
const noText = (displayName: string, list: unknown, object: unknown): BadValue[] => {
	const title = `${displayName} must be text, not`;
	const advice = `Change the expression in ${displayName} so that it returns a single value.`;
	return [
		[list, `${title} a list`, advice],
		[object, `${title} an object`, advice],
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

const noSearch: BadValue[] = [
	...noValue('Search'),
	...noText('Search', ['example'], { text: 'example' }),
];

const noLimit: BadValue[] = (
	[
		...[undefined, null, ''].map((value) => [value, 'empty']),
		...[0, '0', -5, '-5', 1.5, 'abc'].map((value) => [value, `"${String(value)}"`]),
		[{ max: 5 }, '"{"max":5}"'],
	] as Array<[unknown, string]>
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
		] as Array<[unknown, string]>
	).map(([value, shown]) => [
		value,
		`${displayName} must be true or false, not ${shown}`,
		`Fix the expression in ${displayName}.`,
	]);

/** Values that a dropdown does not offer, among them one that resembles the first choice. */
function notOffered({ displayName, options = [], kind }: Parameter): BadValue[] {
	const offered = options as INodePropertyOptions[];
	const choices = offered.map(({ name, value }) =>
		name === String(value) ? name : `${name} (${String(value)})`,
	);
	const [first] = offered.map(({ value }) => value);
	const similar = typeof first === 'number' ? `0${String(first)}` : String(first).toUpperCase();
	const values = [
		...[undefined, null].map((value) => [value, 'empty']),
		...['other', similar, -1, 3, true].map((value) => [value, `"${String(value)}"`]),
		[{ value: 1 }, '"{"value":1}"'],
		[['a', 'b'], '"["a","b"]"'],
		['x'.repeat(31), `"${'x'.repeat(29)}…"`],
	] as Array<[unknown, string]>;
	return values.map(([value, shown]) => [
		value,
		`${displayName} cannot be ${shown}`,
		`Choose one of these: ${choices.join(', ')}${kind ? `, or remove the ${kind}` : ''}.`,
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

/** A place for a value: what the node does with it there, a good value, and bad ones. */
type Place = [name: string, prepare: (value: unknown) => unknown, good: unknown, bad: BadValue[]];

/** A field of a query or body, under the service's name for it. */
const field =
	(operation: Parameters<typeof prepared>[0], part: 'qs' | 'body', name: string, others = {}) =>
	(value: unknown) =>
		prepared(operation, { url: '/reports/1', [part]: { ...others, [name]: value } });

/** The identifier in a path, as n8n builds it. */
const identifier = (operation: 'report.get' | 'project.delete') => (value: unknown) =>
	prepared(operation, { url: `/records/${encodeURIComponent((value ?? '') as string)}` });

const parameter = (operation: 'report.getAll' | 'report.get', name: string) => (value: unknown) =>
	prepared(operation, { url: '/reports/1' }, { returnAll: false, [name]: value });

/** What a create or an update is sent with. */
const REQUIRED = { url: PAGE, privacy: 2, password: 'secret' };

/** Every dropdown of an operation. */
const dropdowns = (operation: 'create' | 'getAll' | 'update', resource: 'project' | 'report') =>
	Object.entries(parametersOf({ resource, operation }).named).flatMap(
		([name, parameter]): Place[] => {
			if (parameter?.type !== 'options') return [];
			const { displayName, default: good } = parameter;
			const [part, others] =
				operation === 'getAll' ? ['qs' as const, {}] : ['body' as const, REQUIRED];
			const prepare = field(`${resource}.${operation}`, part, name, others);
			return [[`${displayName} (${resource}.${operation})`, prepare, good, notOffered(parameter)]];
		},
	);

const PLACES: Place[] = [
	['URL', field('report.create', 'body', 'url', REQUIRED), PAGE, noUrl],
	[
		'Password of a new report',
		field('report.create', 'body', 'password', REQUIRED),
		'a',
		noPassword,
	],
	[
		'Password of an update',
		field('report.update', 'body', 'password', { privacy: 2 }),
		'a',
		noPassword,
	],
	['Limit', parameter('report.getAll', 'limit'), '3', noLimit],
	['Search', field('report.getAll', 'qs', 'search'), 'example', noSearch],
	['Return All', parameter('report.getAll', 'returnAll'), 'true', noSwitch('Return All')],
	['Simplify', parameter('report.get', 'simplify'), 'false', noSwitch('Simplify')],
	...dropdowns('create', 'report'),
	...dropdowns('update', 'report'),
	...dropdowns('getAll', 'report'),
	...dropdowns('getAll', 'project'),
	[
		'Report',
		identifier('report.get'),
		1,
		noIdentifier(
			'Report',
			...['a/b', '/', '../projects', PAGE, 'reports.example.com/reports/1'],
			...['', '?page=2'].map((rest) => `https://reports.example.com/reports/${rest}`),
		),
	],
	['Project', identifier('project.delete'), 'example.com', noIdentifier('Project')],
];

it('names the choices of a dropdown as n8n shows them, with their values if these are others', () => {
	const choices = (name: string) => {
		const parameter = parametersOf({ resource: 'report', operation: 'getAll' }).named[name];
		return parameter && notOffered(parameter)[0]?.[2];
	};
	expect([choices('result'), choices('per_page')]).toEqual([
		'Choose one of these: Bad (bad), Decent (decent), Good (good), or remove the filter.',
		'Choose one of these: 10, 25, 50, 100, or remove the option.',
	]);
});

const rows = PLACES.flatMap(([name, prepare, , bad]) =>
	bad.map(([value, ...said]) => [name, value, said, prepare] as const),
);

it.each(rows)('%s cannot be %j', (_, value, [title, advice], prepare) => {
	expect(() => prepare(value)).toThrow(
		expect.objectContaining({ message: title, advice }) as Error,
	);
});

it.each(PLACES)('%s accepts what is good', (_, prepare, good) => {
	expect(() => prepare(good)).not.toThrow();
});
