import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { failureOf } from '../../../support/failureOf';
import { prepared } from './prepared';

const create = (body?: unknown) =>
	prepared('report.create', { method: 'POST', url: '/reports', body: body as IDataObject }).request;
const update = (body?: unknown, url = '/reports/42') =>
	prepared('report.update', { method: 'PUT', url, body: body as IDataObject }).request;
const list = (qs?: IDataObject) =>
	prepared('report.getAll', { method: 'GET', url: '/reports', qs }).request;

const limitOf = (limit: unknown) =>
	prepared('report.getAll', { url: '/reports' }, { returnAll: false, limit }).limit;
const simplifies = (simplify: unknown) =>
	prepared('report.get', { url: '/reports/42' }, { simplify }).simplify;

describe('a request that can be sent', () => {
	it('keeps its method, headers and path', () => {
		const request: IHttpRequestOptions = {
			method: 'GET',
			url: '/reports',
			headers: { Accept: 'application/json' },
			qs: { search: 'a', per_page: 10 },
		};
		expect(prepared('report.getAll', request).request).toEqual({ ...request, body: {} });
	});

	it('has its parameters in the description', async () => {
		for (const operation of [
			'report.undo',
			'project.get',
			'project.__CUSTOM_API_CALL__',
		] as const) {
			const {
				message: title,
				advice,
				fate,
			} = await failureOf(() => prepared(operation, { url: '' }));
			expect([title, fate]).toEqual(['This node has no such operation', 'not sent']);
			expect(advice).toMatch(
				/^Choose another one under Resource and Operation\. A custom API call /,
			);
		}
	});

	it('is not changed in place', () => {
		const body = { url: ' https://example.com ', privacy: 1, password: 'x' };
		create(body);
		expect(body).toEqual({ url: ' https://example.com ', privacy: 1, password: 'x' });
	});

	it('loses texts that were left empty, and nothing else that counts for nothing', () => {
		expect(list({ search: '', result: 'bad' }).qs).toEqual({ result: 'bad' });
		expect(update({ password: '', results: 0 }).body).toEqual({ results: 0 });
		expect(list({ search: ' ', other: null, more: 0 }).qs).toEqual({
			search: ' ',
			other: null,
			more: 0,
		});
	});

	it('has its path checked where an operation has one', async () => {
		const get = (url: string) => prepared('report.get', { method: 'GET', url }).request.url;
		expect(get('/reports/%2042')).toBe('/reports/42');
		expect((await failureOf(() => get('/reports/'))).message).toBe('Report is empty');
		const { message: title } = await failureOf(() =>
			prepared('project.delete', { method: 'DELETE', url: '/projects/..' }),
		);
		expect(title).toBe('Project cannot be ".."');
	});

	it.each(['GET', 'DELETE'] as const)('needs no body where it is a %s', (method) => {
		const { request } = prepared('report.delete', { method, url: '/reports/42' });
		expect([request.body, request.qs]).toEqual([{}, {}]);
	});
});

describe('a value of a dropdown', () => {
	it.each([0, '0', 1, '1', 2, '2'])('%j can be sent as privacy', (privacy) => {
		expect(update({ privacy, password: 'x' }).body).toHaveProperty('privacy', privacy);
	});

	it.each([
		[3, '"3"'],
		['private', '"private"'],
		[null, 'empty'],
		[undefined, 'empty'],
		[true, '"true"'],
		[['1'], '"["1"]"'],
		[{ value: 1 }, '"{"value":1}"'],
		['x'.repeat(30), `"${'x'.repeat(30)}"`],
		['x'.repeat(31), `"${'x'.repeat(30)}…"`],
	])('%j cannot, and the message shows it', async (privacy, shown) => {
		const failure = await failureOf(() => update({ privacy }));
		expect(failure.message).toBe(`Privacy cannot be ${shown}`);
		expect(failure.advice).toBe('Choose one of these: Password (2), Private (1), Public (0).');
		expect(failure.fate).toBe('not sent');
	});

	it('is left out where it is empty, as if it were not set', () => {
		expect(list({ sort: '', per_page: '', search_by: '' }).qs).toEqual({});
		expect(update({ privacy: '', password: 'x' }).body).toEqual({ password: 'x' });
	});

	it.each([
		['result', 'Result', 'Bad (bad), Decent (decent), Good (good)'],
		['search_by', 'Search By', 'Project (project), URL (url)'],
		['per_page', 'Page Size', '10, 25, 50, 100'],
		['sort', 'Sort Order', 'Ascending (asc), Descending (desc)'],
	])('%s is named as n8n shows it: %s', async (name, displayName, options) => {
		const { message: title, advice } = await failureOf(() => list({ [name]: 'other' }));
		expect(title).toBe(`${displayName} cannot be "other"`);
		expect(advice).toBe(`Choose one of these: ${options}.`);
	});
});

describe('a text', () => {
	it.each(['a', '', 0, false])('can be %j', (search) => {
		expect(() => list({ search })).not.toThrow();
	});

	it.each([null, undefined])('cannot be %j', async (search) => {
		const failure = await failureOf(() => list({ search }));
		expect(failure.message).toBe('Search is empty');
		expect(failure.advice).toBe(
			'The expression in Search returned no value for this item. Correct it.',
		);
	});

	it.each([
		[['a'], 'a list'],
		[{ a: 1 }, 'an object'],
	])('cannot be %j', async (search, kind) => {
		const failure = await failureOf(() => list({ search }));
		expect(failure.message).toBe(`Search must be text, not ${kind}`);
		expect(failure.advice).toBe('Point the expression in Search to a single value.');
	});
});

describe('the URL of a new report', () => {
	it.each([
		'https://example.com',
		'http://example.com/a?b=c#d',
		'HTTPS://EXAMPLE.COM',
		'  https://example.com  ',
		'https://example.com\n',
		'https://münchen.example/ä b',
		'http://127.0.0.1:8080',
	])('can be %j and goes without spaces around it', (url) => {
		expect(create({ url }).body).toEqual({ url: url.trim(), privacy: 1 });
	});

	it.each([
		['example.com', '"example.com"'],
		['see https://example.com', '"see https://example.com"'],
		['ftp://example.com', '"ftp://example.com"'],
		['https:example.com', '"https:example.com"'],
		['https://', '"https://"'],
		['https:///example.com', '"https:///example.com"'],
		['https://a b.example', '"https://a b.example"'],
		['https://exa\nmple.com', '"https://exa\nmple.com"'],
		['https://exa\rmple.com', '"https://exa\rmple.com"'],
		['https://exa\tmple.com', '"https://exa\tmple.com"'],
		[7, '"7"'],
		[`x${'y'.repeat(100)}`, `"x${'y'.repeat(99)}…"`],
	])('cannot be %j', async (url, shown) => {
		const failure = await failureOf(() => create({ url }));
		expect(failure.message).toBe('URL is not a web address');
		expect(failure.advice).toBe(
			`Enter the full address, starting with https:// or http://. It is now ${shown}.`,
		);
		expect(failure.fate).toBe('not sent');
	});

	it.each([
		['an empty text', { url: '' }],
		['spaces', { url: '  ' }],
		['nowhere', {}],
		['in no body', undefined],
	])('is missed in %s', async (_, body) => {
		const failure = await failureOf(() => create(body));
		expect(failure.message).toBe('URL is empty');
		expect(failure.advice).toBe('Enter the address of the page to analyse.');
	});

	it('is not asked for on an update', () => {
		expect(update({ privacy: 1 }).body).toEqual({ privacy: 1 });
	});
});

describe('the password of a report', () => {
	const url = 'https://example.com';

	it.each([0, 1, '0', '1'])('is not sent with privacy %j, where it has no meaning', (privacy) => {
		expect(create({ url, privacy, password: 'x' }).body).toEqual({ url, privacy });
		expect(update({ privacy, password: 'x' }).body).toEqual({ privacy });
	});

	it.each([2, '2'])('is sent with privacy %j', (privacy) => {
		expect(create({ url, privacy, password: 'x' }).body).toEqual({ url, privacy, password: 'x' });
		expect(update({ privacy, password: 'x' }).body).toEqual({ privacy, password: 'x' });
	});

	it('has no meaning on a create that does not say who may see it, which is Private', () => {
		for (const privacy of [undefined, '']) {
			const given = privacy === undefined ? {} : { privacy };
			expect(create({ url, password: 'x', ...given }).body).toEqual({ url, privacy: 1 });
		}
	});

	it('can be changed alone', () => {
		expect(update({ password: ' x ' }).body).toEqual({ password: ' x ' });
	});

	it.each([
		['create', () => create({ url, privacy: 2 })],
		['create, left empty', () => create({ url, privacy: '2', password: '' })],
		['update', () => update({ privacy: 2 })],
	])('is asked for with privacy 2 on %s', async (_, work) => {
		const failure = await failureOf(work);
		expect(failure.message).toBe('Password is empty');
		expect(failure.advice).toBe('Enter a password, or choose another Privacy.');
	});
});

describe('an update of nothing', () => {
	it.each([[undefined], [{}], [{ password: '' }]])('%j is not sent', async (body) => {
		const { message: title, advice } = await failureOf(() => update(body));
		expect(title).toBe('Nothing to update');
		expect(advice).toBe(
			'Add at least one field under Update Fields: New Results, Password or Privacy.',
		);
	});
});

describe('the limit', () => {
	it.each([
		[1, 1],
		[50, 50],
		['7', 7],
		[1e6, 1_000_000],
	])('%j is %d rows', (limit, rows) => {
		expect(limitOf(limit)).toBe(rows);
	});

	it.each([
		[0, '"0"'],
		[-1, '"-1"'],
		[1.5, '"1.5"'],
		['', 'empty'],
		['many', '"many"'],
		[null, 'empty'],
		[undefined, 'empty'],
		[true, '"true"'],
		[[5], '"[5]"'],
		[Infinity, '"Infinity"'],
		[NaN, '"NaN"'],
	])('cannot be %p', async (limit, shown) => {
		const failure = await failureOf(() => limitOf(limit));
		expect(failure.message).toBe(`Limit must be a whole number, not ${shown}`);
		expect(failure.advice).toBe('Enter 1 or more, or switch on Return All.');
	});
});

describe('a switch', () => {
	it.each([
		[true, true],
		[false, false],
		['true', true],
		['false', false],
	])('%j is %j', (value, on) => {
		expect(simplifies(value)).toBe(on);
	});

	it.each([
		['yes', '"yes"'],
		['', 'empty'],
		[null, 'empty'],
		[undefined, 'empty'],
		[1, '"1"'],
		[{}, '"{}"'],
	])('cannot be %j', async (value, shown) => {
		const failure = await failureOf(() => simplifies(value));
		expect(failure.message).toBe(`Simplify must be true or false, not ${shown}`);
		expect(failure.advice).toBe('Correct the expression in Simplify.');
	});
});
