import { prepared } from './prepared';

/** What the node does with a value somewhere. */
type Prepare = (value: unknown) => unknown;

/** Values that cannot be used somewhere, and what is said about them, with `{}` for the value. */
type Bad = [prepare: Prepare, values: unknown[], title: string, advice: string];

const PAGE = 'https://example.com/';

/** A field of a query or body, under the service's name for it. */
const field =
	(operation: Parameters<typeof prepared>[0], part: 'qs' | 'body', name: string, others = {}) =>
	(value: unknown) =>
		prepared(operation, { url: '/reports/1', [part]: { ...others, [name]: value } });

/** The identifier in a path, as n8n builds it. */
const identifier = (operation: 'report.get' | 'project.delete') => (value: unknown) =>
	prepared(operation, { url: `/records/${encodeURIComponent((value ?? '') as string)}` });

const parameter = (name: string) => (value: unknown) =>
	prepared('report.getAll', { url: '/reports' }, { returnAll: false, [name]: value });

const [report, project] = [identifier('report.get'), identifier('project.delete')];
const url = field('report.create', 'body', 'url');
const search = field('report.getAll', 'qs', 'search');
const password = field('report.create', 'body', 'password', { url: PAGE, privacy: 2 });
const newPassword = field('report.update', 'body', 'password', { privacy: 2 });

/** What an expression can return instead of a text. */
const noText = (name: string, prepare: Prepare): Bad[] => {
	const fix = `The expression in ${name} returned no value for this item. Fix the expression.`;
	const change = `Change the expression in ${name} so that it returns a single value.`;
	return [
		[prepare, [undefined, null], `${name} is empty`, fix],
		[prepare, [['a']], `${name} must be text, not a list`, change],
		[prepare, [{ text: 'a' }], `${name} must be text, not an object`, change],
	];
};

/** Values that a dropdown does not offer, among them some that resemble choices. */
const notOffered = (name: string, prepare: Prepare, choices: string): Bad[] => {
	const advice = `Choose one of these: ${choices}.`;
	const values = ['other', '01', '010', 'BAD', -1, 3, true, { value: 1 }, ['bad', 'a']];
	return [
		[prepare, [undefined, null, ...values], `${name} cannot be {}`, advice],
		[prepare, ['x'.repeat(31)], `${name} cannot be "${'x'.repeat(29)}…"`, advice],
	];
};

const ADDRESS =
	'Enter the full address, starting with https:// or http://. The current value is {}.';
const REPORT =
	'Enter the ID of a report, such as 42, or its own address, such as https://reports.example.com/reports/42.';
const PRIVACY = 'Password (2), Private (1), Public (0)';

const BAD: Bad[] = [
	...noText('URL', url),
	[url, ['', ' '], 'URL is empty', 'Enter the address of the page to analyse.'],
	[
		url,
		[
			...['example.com', 'see https://a.com', 'ftp://example.com', 'https:example.com', 'http://'],
			...['https:///path', 'https://a b.com', 'https://https://example.com', 5],
		],
		'URL is not a web address',
		ADDRESS,
	],
	...['https://a\nb.com', 'https://a\tb.com', 'https://a\u2028b.com', 'x'.repeat(101)].map(
		(text): Bad => {
			const shown = text.length > 100 ? `${'x'.repeat(99)}…` : text;
			return [url, [text], 'URL is not a web address', ADDRESS.replace('{}', `"${shown}"`)];
		},
	),
	[
		url,
		[' ', ', ', ';', '\n', ' and ', '，', '&', '<br>', ''].map(
			(between) => `https://a.example/1${between}https://b.example/2`,
		),
		'URL contains more than one address',
		'Enter one address. To analyse several pages, give each one its own item, for example with the Split Out node.',
	],
	...noText('Password', password),
	...[password, newPassword].map((prepare): Bad => [
		prepare,
		[''],
		'Password is empty',
		'Enter a password, or choose a different Privacy.',
	]),
	[
		field('report.update', 'body', 'privacy'),
		[2, '2'],
		'Password is empty',
		'Add Password under Update Fields. Enter a password, or choose a different Privacy.',
	],
	[
		field('report.update', 'body', 'results'),
		[''],
		'Nothing to update',
		'Add at least one field under Update Fields: New Results, Password, Privacy.',
	],
	[
		parameter('limit'),
		[undefined, null, '', 0, '0', -5, '-5', 1.5, 'abc', { max: 5 }],
		'Limit must be a positive whole number, not {}',
		'Enter 1 or more, or turn on Return All.',
	],
	...noText('Search', search),
	...['Return All', 'Simplify'].map((name): Bad => [
		parameter(name === 'Simplify' ? 'simplify' : 'returnAll'),
		[undefined, null, '', 'yes', 1],
		`${name} must be true or false, not {}`,
		`Fix the expression in ${name}.`,
	]),
	...notOffered('Privacy', field('report.create', 'body', 'privacy', { url: PAGE }), PRIVACY),
	...notOffered(
		'Privacy',
		field('report.update', 'body', 'privacy'),
		`${PRIVACY}, or remove the field`,
	),
	...notOffered(
		'Result',
		field('report.getAll', 'qs', 'result'),
		'Bad (bad), Decent (decent), Good (good), or remove the filter',
	),
	...notOffered(
		'Page Size',
		field('project.getAll', 'qs', 'per_page'),
		'10, 25, 50, 100, or remove the option',
	),
	[
		report,
		[undefined, null, '', ' '],
		'Report is empty',
		'Choose a report from the list, or enter its ID. If Report is an expression, it returned no value for this item.',
	],
	[
		report,
		['.', '..', 'a/b', '/', '../projects', 'reports.example.com/reports/1'],
		'Report cannot be {}',
		REPORT,
	],
	...[PAGE, 'https://reports.example.com/reports/', 'https://a.example/reports/?page=2'].map(
		(address): Bad => [
			report,
			[address],
			'Report is not the address of a report',
			`${REPORT.slice(0, -1)}. To find the report of the page ${address}, choose it with From List, or use Get Many with Search.`,
		],
	),
	[
		project,
		['', ' '],
		'Project is empty',
		'Choose a project from the list, or enter its name. If Project is an expression, it returned no value for this item.',
	],
	[
		project,
		['.', '..', 'undefined'],
		'Project cannot be {}',
		'Enter the name of a project, such as example.com.',
	],
];

/** How messages quote a value. */
function quoted(value: unknown): string {
	if ((value ?? '') === '') return 'empty';
	return `"${typeof value === 'string' ? value : JSON.stringify(value)}"`;
}

const rows = BAD.flatMap(([prepare, values, ...said]) =>
	values.map((value) => {
		const [title, advice] = said.map((text) => text.replace('{}', () => quoted(value)));
		return [title, value, advice, prepare] as const;
	}),
);

it.each(rows)('%s: %j', (message, value, advice, prepare) => {
	expect(() => prepare(value)).toThrow(expect.objectContaining({ message, advice }) as Error);
});
