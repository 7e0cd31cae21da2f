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

/** Values that no dropdown offers, and one that resembles a choice of this dropdown. */
function notOffered(
	displayName: string,
	similar: string,
	choices: string,
	kind?: 'filter' | 'option' | 'field',
): BadValue[] {
	const values = [
		...[undefined, null].map((value) => [value, 'empty']),
		...['other', similar, -1, 3, true].map((value) => [value, `"${String(value)}"`]),
		[{ value: 1 }, '"{"value":1}"'],
		[['a', 'b'], '"["a","b"]"'],
		['x'.repeat(31), `"${'x'.repeat(29)}…"`],
	] as Array<[string, string]>;
	return values.map(([value, shown]) => [
		value,
		`${displayName} cannot be ${shown}`,
		`Choose one of these: ${choices}${kind ? `, or remove the ${kind}` : ''}.`,
	]);
}

const PRIVACY = 'Password (2), Private (1), Public (0)';

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

/** A dropdown that filters or sorts a list. */
const dropdown = (
	resource: 'report' | 'project',
	name: string,
	good: string | number,
	...bad: Parameters<typeof notOffered>
): Place => [
	`${bad[0]} of ${resource}s`,
	field(`${resource}.getAll`, 'qs', name),
	good,
	notOffered(...bad),
];

const PLACES: Place[] = [
	['URL', field('report.create', 'body', 'url', { privacy: 1 }), PAGE, noUrl],
	[
		'Privacy of a new report',
		field('report.create', 'body', 'privacy', { url: PAGE, password: 'secret' }),
		2,
		notOffered('Privacy', 'Private', PRIVACY),
	],
	[
		'Password of a new report',
		field('report.create', 'body', 'password', { url: PAGE, privacy: 2 }),
		'secret',
		noPassword,
	],
	[
		'Privacy of an update',
		field('report.update', 'body', 'privacy'),
		0,
		notOffered('Privacy', '01', PRIVACY, 'field'),
	],
	[
		'Password of an update',
		field('report.update', 'body', 'password', { privacy: 2 }),
		'secret',
		noPassword,
	],
	[
		'New Results',
		field('report.update', 'body', 'results'),
		1,
		notOffered(
			'New Results',
			'Yes',
			'Analyse the Page Again (1), Keep Current Results (0)',
			'field',
		),
	],
	['Limit', parameter('report.getAll', 'limit'), '3', noLimit],
	['Search', field('report.getAll', 'qs', 'search'), 'example', noSearch],
	['Return All', parameter('report.getAll', 'returnAll'), 'true', noSwitch('Return All')],
	['Simplify', parameter('report.get', 'simplify'), 'false', noSwitch('Simplify')],
	dropdown(
		'report',
		'search_by',
		'project',
		'Search By',
		'URL',
		'Project (project), URL (url)',
		'filter',
	),
	dropdown(
		'report',
		'result',
		'good',
		'Result',
		'Good',
		'Bad (bad), Decent (decent), Good (good)',
		'filter',
	),
	dropdown('report', 'per_page', 25, 'Page Size', '20', '10, 25, 50, 100', 'option'),
	dropdown(
		'report',
		'sort_by',
		'generated_at',
		'Sort By',
		'created_at',
		'Date Created (id), Date Generated (generated_at), Result (result), URL (url)',
		'option',
	),
	dropdown(
		'report',
		'sort',
		'asc',
		'Sort Order',
		'ASC',
		'Ascending (asc), Descending (desc)',
		'option',
	),
	dropdown('project', 'search_by', 'project', 'Search By', 'url', 'Name (project)', 'filter'),
	dropdown(
		'project',
		'sort_by',
		'project',
		'Sort By',
		'id',
		'Date Created (created_at), Name (project)',
		'option',
	),
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
