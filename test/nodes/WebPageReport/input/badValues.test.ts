import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { show } from '../../../../nodes/WebPageReport/shared/value';
import { prepared } from './prepared';

/** What the node does with a value somewhere. */
type Prepare = (value: unknown) => unknown;

const PAGE = 'https://example.com/';

/** A field of a query or body, under the service's name for it. */
const field =
	(operation: Parameters<typeof prepared>[0], part: 'qs' | 'body', name: string, others = {}) =>
	(value: unknown) =>
		prepared(operation, { url: '/reports/1', [part]: { ...others, [name]: value } });

/** The identifier in a path, as n8n builds it. */
const identifier = (operation: 'report.get' | 'project.delete') => (value: unknown) =>
	prepared(operation, { url: `/records/${encodeURIComponent((value ?? '') as string)}` });

const [report, project] = [identifier('report.get'), identifier('project.delete')];

const parameter = (name: string) => (value: unknown) =>
	prepared('report.getAll', { url: '/reports' }, { returnAll: false, [name]: value });

const NOTHING = [undefined, null];
/** What an expression leaves behind, or returns in place of one value. */
const LEFT = [['a'], { text: 'a' }, '{{ $json.a }}', 'a {{ $json.a }} b', 'x [object Object]'];
/** Values that no dropdown offers, among them some that resemble choices. */
const NOT_OFFERED = ['other', '01', '010', 'BAD', -1, 3, true, { value: 1 }, ['bad', 'a']];
const ADDRESSES = [' ', ', ', ';', '\n', ' and ', '，', '&', '<br>', ''].map(
	(between) => `https://a.example/1${between}https://b.example/2`,
);
const NO_URL = [
	...['example.com', 'see https://a.com', 'ftp://example.com', 'https:example.com', 'http://'],
	...['https:///path', 'https://a b.com', 'https://https://example.com', 'x'.repeat(101)],
	...['https://a\nb.com', 'https://a\tb.com', 'https://a\u2028b.com', ...ADDRESSES],
	...['https://undefined/a', 'https://null', 'https://NaN:80'],
];
const NO_REPORT = ['.', '..', 'a/b', '../projects', 'a.example/reports/1', PAGE];
const NO_PROJECT = ['.', '..', 'undefined', '[object Object]', '{{ $json.host }}', 'a\0b', 'a\nb'];

const url = field('report.create', 'body', 'url');
const privacy = field('report.create', 'body', 'privacy', { url: PAGE });
const newPrivacy = field('report.update', 'body', 'privacy');
const pageSize = field('project.getAll', 'qs', 'per_page');
const PRIVACY = /: Password \(2\), Private \(1\), Public \(0\)/;

/** A field, where it is, what it must be, and values that it cannot be. */
const BAD: Array<[string, Prepare, RegExp, unknown[]]> = [
	['URL', url, /^the full address of one web page, .* give each one its own item/, NO_URL],
	['URL', url, /^(a single|the full)/, [...NOTHING, ' ', ...LEFT, `${PAGE}{{ $json.path }}`]],
	[
		'Search',
		field('report.getAll', 'qs', 'search'),
		/^a single value/,
		[...NOTHING, ' ', '\n', ...LEFT],
	],
	['Limit', parameter('limit'), /at least 1, or turn on/, [...NOTHING, '', 0, '0', -5, '-5']],
	['Limit', parameter('limit'), /^a whole number/, [1.5, 'abc', { max: 5 }, true]],
	['Return All', parameter('returnAll'), /^true or false$/, [...NOTHING, '', 'yes', 1]],
	['Simplify', parameter('simplify'), /^true or false$/, [...NOTHING, '', 'yes', 1]],
	['Privacy', privacy, PRIVACY, [...NOTHING, ...NOT_OFFERED]],
	['Page Size', pageSize, /: 10, 25, 50, 100/, [...NOTHING, ...NOT_OFFERED]],
	['Report', report, /^the ID of one report, .* its own address, .* From List/, NO_REPORT],
	['Project', project, /^the name of one project/, NO_PROJECT],
];

const rows = BAD.flatMap(([name, prepare, mustBe, values]) =>
	values.map((value) => [name, value, prepare, mustBe] as const),
);

/** The failure for a value. */
function failureFor(prepare: Prepare, value: unknown): Failure {
	try {
		prepare(value);
	} catch (error) {
		if (error instanceof Failure) return error;
		throw error;
	}
	throw new Error('It was accepted');
}

it.each(rows)('%s cannot be %j', (name, value, prepare, mustBe) => {
	const { message, advice, details } = failureFor(prepare, value);
	const shown = typeof value === 'string' ? value.trim() : value;
	const is = (shown ?? '') === '' ? 'is empty' : `cannot be ${show(shown)}`;
	expect(message).toBe(`${name} ${is}`);
	const [, must = ''] = /It must be (.*)\.$/.exec(advice) ?? [];
	expect(must).toMatch(mustBe);
	expect(details.fate).toBe('not sent');
});

it('an identifier is there', () => {
	for (const value of [undefined, null, '', ' ', '\u200b']) {
		expect(failureFor(report, value).message).toBe('Report is empty');
		expect(failureFor(project, value).message).toBe('Project is empty');
	}
});

const password = field('report.create', 'body', 'password', { url: PAGE, privacy: 2 });
const newPassword = field('report.update', 'body', 'password', { privacy: 2 });

it.each([...NOTHING, ['hunter22'], { text: 'hunter22' }])('a password cannot be %j', (value) => {
	for (const prepare of [password, newPassword]) {
		const { message, advice } = failureFor(prepare, value);
		expect(message).toMatch(/^Password (is empty|cannot be "\*\*\*")$/);
		expect(advice).not.toContain('hunter22');
	}
});

it('a password may be anything, but has to be set if Privacy is Password', () => {
	expect(password('{{ x }}')).toMatchObject({ request: { body: { password: '{{ x }}' } } });
	for (const [prepare, value] of [
		[password, ''],
		[newPassword, ''],
		[newPrivacy, '2'],
	] as const) {
		const { message, advice } = failureFor(prepare, value);
		expect(message).toBe('Password is empty');
		expect(advice).toMatch(/Privacy.* under Update Fields/);
	}
});
