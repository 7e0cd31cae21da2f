import type { INodeParameters, IPairedItemData, NodeParameterValueType } from 'n8n-workflow';

import type { RunOptions } from '../support/engine';
import { locator, project, report } from '../support/node';
import { type Service, startService } from '../support/service';

const PAGE = 'https://example.com/';
const FROM_ITEM = '={{ $json.value }}';

type Value = NodeParameterValueType;

const create = (more: INodeParameters) => report('create', { url: PAGE, ...more });
const list = (more: INodeParameters) => report('getAll', more);
/** An update of report 1. */
const update = (updateFields: INodeParameters) =>
	report('update', { reportId: locator('id', '1'), updateFields });

const url = (value: Value) => create({ url: value });
const search = (value: Value) => list({ filters: { search: value } });
const limit = (value: Value) => list({ limit: value });
const password = (value: Value) => create({ privacy: 2, password: value });
const newPassword = (value: Value) => update({ password: value });
const gotById = (value: Value) => report('get', { reportId: locator('id', value) });
const removedByUrl = (value: Value) => report('delete', { reportId: locator('url', value) });
const removedProject = (value: Value) => project('delete', { project: locator('name', value) });

/** A service with the reports 1 and 7; one for all tests, because starting it takes longer than running a node. */
let sandbox: Service;

beforeAll(async () => {
	sandbox = await startService();
});

beforeEach(() => {
	const { conditions, data, requests } = sandbox;
	requests.length = 0;
	conditions.length = 0;
	// Two reports and their project, whatever an earlier test left
	const page = data.create(PAGE, 1, null);
	data.reports.clear();
	for (const id of [1, 7]) data.reports.set(id, { ...page, id });
});

/** Runs the node, with one item per value, in `$json.value`. */
const runWith = async (
	parameters: INodeParameters,
	values: unknown[] = [''],
	options: Partial<RunOptions> = {},
) =>
	await sandbox.run(parameters, {
		items: values.map((value) => ({ value: value as string })),
		...options,
	});

const NOTHING = [undefined, null];
const EMPTY = [...NOTHING, '', ' '];
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
	...['https://undefined/a', 'https://null', 'https://NaN:80', `${PAGE}{{ $json.path }}`],
];
const NO_SWITCH = [null, '', 'yes', 1.5];
const [ONE, TWO] = ['https://example.com/reports/42', 'http://example.com/reports/43'];
const NO_REPORT = [
	...['.', '..', 'a/b', '../projects', 'a.example/reports/1', PAGE, 'ftp://example.com/reports/42'],
	...['https://example.com/reports/', 'https://example.com/report/42', 'http://reports/login'],
	...['[object Object]', 'undefined', 'NaN', 'true', '{{ $json.id }}', '"42"', '[42]', '#42'],
	...['https://example.com/?page=/reports/42', `see ${ONE}`],
	// Two reports, or a list of them
	'https://r.example/reports/7/history/reports/8',
	...['42，43', '42&43', '42<br>43', String.raw`42\n43`],
	...[' ', ',', ';', '|', '\n', ', '].flatMap((separator) => [
		`42${separator}43`,
		`${ONE}${separator}43`,
		`${ONE}?lang=de${separator}${TWO}`,
	]),
	...['', '<br>', '，', String.raw`\n`, '%0A'].map((separator) => ONE + separator + TWO),
];
const NO_PROJECT = ['.', '..', 'undefined', '[object Object]', '{{ $json.host }}', 'a\0b', 'a\nb'];

/** Parameters with a value from the item, a good value, and bad ones. */
const PARAMETERS: Array<[string, INodeParameters, good: Value, bad: unknown[]]> = [
	['URL', url(FROM_ITEM), PAGE, [...EMPTY, ...NO_URL, ...LEFT]],
	['Search', search(FROM_ITEM), 'a', [null, ' ', '\n', ...LEFT]],
	['Result', list({ filters: { result: FROM_ITEM } }), 'good', [null, ...NOT_OFFERED]],
	['Page Size', list({ options: { perPage: FROM_ITEM } }), '25', [null, ...NOT_OFFERED]],
	['Limit', limit(FROM_ITEM), '3', [...NO_SWITCH, 0, '0', -5, 1.5, { max: 5 }, true]],
	['Return All', list({ returnAll: FROM_ITEM }), 'true', NO_SWITCH],
	['Simplify', list({ simplify: FROM_ITEM }), 'true', NO_SWITCH],
	['Privacy', create({ privacy: FROM_ITEM }), '1', [null, ...NOT_OFFERED]],
	['New Results', update({ results: FROM_ITEM }), 1, [null, ...NOT_OFFERED]],
	['Report', gotById(FROM_ITEM), 1, [...EMPTY, ...NO_REPORT]],
	['Report', removedByUrl(FROM_ITEM), '7', NO_REPORT],
	['Project', removedProject(FROM_ITEM), 'a.example', [...EMPTY, ...NO_PROJECT]],
];

it.each(PARAMETERS)(
	'%s: a bad value fails only its item, sends nothing, and says what it must be',
	async (label, parameters, good, bad) => {
		sandbox.conditions.push({ method: 'DELETE', body: '' });
		const onError = 'continueErrorOutput';
		const { items, failed } = await runWith(parameters, [...bad, good], { onError });
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(bad.map((_, item) => ({ item })));
		const title = new RegExp(`^${label} (is empty|cannot be ".+")$`);
		for (const { json } of failed) expect(json.error).toMatch(title);
		const advice = new Set(failed.map(({ json }) => json.message as string));
		expect([...advice].join('\n')).toMatchSnapshot();
		const from = items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
		expect([...new Set(from)]).toEqual([bad.length]);
		expect(sandbox.requests).toHaveLength(1);
	},
);

it.each([null, ['hunter22'], { text: 'hunter22' }])('a password cannot be %j', async (value) => {
	for (const parameters of [password(FROM_ITEM), newPassword(FROM_ITEM)]) {
		const { error } = await runWith(parameters, [value]);
		expect(error?.message).toMatch(/^Password (is empty|cannot be "\*\*\*")$/);
		expect(error?.description).not.toContain('hunter22');
	}
	expect(sandbox.requests).toEqual([]);
});

it.each([
	create({ privacy: '={{ 2 }}' }),
	update({ privacy: 2 }),
	update({ privacy: 2, password: '' }),
])('Password has to be set if Privacy is Password: %j', async (parameters) => {
	const { error } = await runWith(parameters);
	expect(error?.message).toBe('Password is empty');
	expect(error?.description).toMatch(/Privacy.* under Update Fields/);
	expect(sandbox.requests).toEqual([]);
});

it.each([
	['operation', 'resource'],
	['resource', 'operation'],
])('rejects a custom API call, chosen as %s', async (chosen, other) => {
	const parameters = { ...report('get'), [other]: 'report', [chosen]: '__CUSTOM_API_CALL__' };
	const { error } = await runWith({ ...parameters, reportId: locator('id', '1') });
	expect(error?.message).toMatch(/^Operation (cannot be|is empty)/);
	expect(error?.description).toContain(' HTTP Request ');
	expect(sandbox.requests).toEqual([]);
});

it('an update without fields is reported', async () => {
	const { error } = await runWith(update({}));
	expect(error?.message).toBe('Update Fields is empty');
	expect(sandbox.requests).toEqual([]);
});

/** The bodies that the service received. */
const bodies = () => sandbox.requests.map(({ body }) => body);

it('treats an empty dropdown value as unset, and then creates private reports', async () => {
	await runWith(create({ privacy: FROM_ITEM }));
	await runWith(update({ privacy: 0, results: FROM_ITEM }));
	await runWith(list({ filters: { result: FROM_ITEM } }));
	expect(bodies()).toEqual([{ url: PAGE, privacy: '1' }, { privacy: '0' }, {}]);
	expect(sandbox.requests[2]?.query).toEqual({ per_page: '50' });
});

it('neither checks nor sends a password with a privacy that needs none', async () => {
	for (const privacy of [0, '={{ "1" }}']) {
		await runWith(create({ privacy, password: FROM_ITEM }), [{}]);
		await runWith(update({ privacy, password: 'secret' }));
	}
	const sent = ['0', '1'].flatMap((privacy) => [{ url: PAGE, privacy }, { privacy }]);
	expect(bodies()).toEqual(sent);
});

it.each([null, ''])('%j from a model is unset, unless it is required', async (unset) => {
	const byModel = async (parameters: INodeParameters) =>
		await runWith(parameters, [unset], { asTool: true });
	await byModel(create({ privacy: FROM_ITEM, password: FROM_ITEM }));
	const lists = { returnAll: FROM_ITEM, limit: FROM_ITEM, simplify: FROM_ITEM, fields: FROM_ITEM };
	const filters = { result: FROM_ITEM, search: FROM_ITEM };
	const { error } = await byModel(list({ ...lists, filters }));
	expect(error).toBeUndefined();
	expect(bodies()[0]).toEqual({ url: PAGE, privacy: '1' });
	expect(sandbox.requests[1]?.query).toEqual({ per_page: '50' });
	expect((await byModel(create({ url: FROM_ITEM }))).error?.message).toContain('URL is empty');
});

/** What arrives of a value, as a line of the request. */
const ARRIVES: Array<[of: typeof url, Value, line: string]> = [
	[url, ` ${PAGE}a?b=ä c#d \n`, `POST /reports url=${PAGE}a?b=ä c#d privacy=1`],
	// Copying picks up invisible characters
	[url, `\ufeff${PAGE}\u2060a\u00ad\u200e b \u200d`, `POST /reports url=${PAGE}a b privacy=1`],
	// Persian addresses contain such a joiner
	[url, `${PAGE}می\u200cخواهم\u200c`, `POST /reports url=${PAGE}می\u200cخواهم privacy=1`],
	[url, `${PAGE}?b=https://b.example`, `POST /reports url=${PAGE}?b=https://b.example privacy=1`],
	[url, `${PAGE}web/https://b.example`, `POST /reports url=${PAGE}web/https://b.example privacy=1`],
	[removedProject, 'ä/ö', 'DELETE /projects/%C3%A4%2F%C3%B6'],
	[removedProject, '%2e%2e?x=1&b', 'DELETE /projects/%252e%252e%3Fx%3D1%26b'],
	[gotById, ' 7 ', 'GET /reports/7'],
	[gotById, 7, 'GET /reports/7'],
	[removedByUrl, ' https://reports.example.com/tools/reports/7#title\n', 'DELETE /reports/7'],
	[removedByUrl, '007', 'DELETE /reports/007'],
	[removedByUrl, '12345678901234567890', 'DELETE /reports/12345678901234567890'],
	[search, 7, 'GET /reports per_page=50 search=7'],
	[limit, '7', 'GET /reports per_page=10'],
	...['  two  spaces ', ' ', 'ä&b=c+d%20', '0', '{{ x }}', 7].flatMap((word): typeof ARRIVES => [
		[password, word, `POST /reports url=${PAGE} privacy=2 password=${String(word)}`],
		[newPassword, word, `PUT /reports/1 password=${String(word)}`],
	]),
];

it.each(ARRIVES)('%p, entered or from an expression: %j arrives as %s', async (of, value, line) => {
	sandbox.conditions.push({ method: 'DELETE', body: '' });
	const entered = await runWith(of(value));
	const evaluated = await runWith(of(FROM_ITEM), [value]);
	const lines = sandbox.requests.map(({ method, path, query, body }) => {
		const fields = Object.entries({ ...query, ...body }).map((field) => field.join('='));
		return [method, path, ...fields].join(' ');
	});
	expect(lines).toEqual([line, line]);
	const [, removed] = /^DELETE .*\/(.*)/.exec(line) ?? [];
	for (const { json } of removed ? [...entered.items, ...evaluated.items] : []) {
		const { id, project: name } = json as { id?: number | string; project?: string };
		expect(String(id ?? name)).toBe(decodeURIComponent(removed ?? ''));
	}
	expect([entered.error, evaluated.error]).toEqual([undefined, undefined]);
});

it('sends dates of n8n as ISO text', async () => {
	await runWith(list({ filters: { search: '={{ $now }}' } }));
	await runWith(project('getAll', { filters: { search: '={{ $today }}' } }));
	const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[-+Z]/) as string;
	expect(sandbox.requests).toMatchObject([{ query: { search: iso } }, { query: { search: iso } }]);
});
