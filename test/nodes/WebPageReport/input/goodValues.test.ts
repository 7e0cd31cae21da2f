import { prepared } from './prepared';

const url = 'https://example.com/';

const create = (body: object) =>
	prepared('report.create', { url: '/reports', body: { url, ...body } }).request.body as unknown;
const update = (body: object) =>
	prepared('report.update', { url: '/reports/1', body: { ...body } }).request.body as unknown;

it.each([
	[` ${url}a?b=ä c#d \n`, `${url}a?b=ä c#d`],
	// Copying picks up invisible characters
	[`\ufeff${url}\u2060a\u00ad\u200e b \u200d`, `${url}a b`],
	// Persian addresses contain such a joiner
	[`${url}می\u200cخواهم\u200c`, `${url}می\u200cخواهم`],
	[`${url}?next=https://b.example/2`, `${url}?next=https://b.example/2`],
	[`${url}web/2020/https://b.example/2`, `${url}web/2020/https://b.example/2`],
])('takes the URL %j for %j', (text, address) => {
	expect(create({ url: text })).toEqual({ url: address, privacy: 1 });
});

it('treats an empty dropdown value as unset, and then creates private reports', () => {
	expect(create({ privacy: '' })).toEqual({ url, privacy: 1 });
	expect(update({ privacy: 0, results: '' })).toEqual({ privacy: 0 });
	const { request } = prepared('report.getAll', { url: '/reports', qs: { result: '' } });
	expect(request.qs).toEqual({});
});

it('neither checks nor sends a password with a privacy that needs none', () => {
	for (const privacy of [0, '1']) {
		expect(create({ privacy, password: {} })).toEqual({ url, privacy });
		expect(update({ privacy, password: 'secret' })).toEqual({ privacy });
	}
});

it.each([null, undefined, ''])('%j from a model is unset, unless it is required', (unset) => {
	const byModel = (body: object) =>
		prepared('report.create', { url: '/reports', body }, {}, true).request.body as unknown;
	expect(byModel({ url, privacy: unset, password: unset })).toEqual({ url, privacy: 1 });
	expect(() => byModel({ url: unset })).toThrow('URL is empty');

	const parameters = { returnAll: unset, limit: unset, simplify: unset, fields: unset };
	const qs = { result: unset, search: unset, per_page: unset };
	const list = prepared('report.getAll', { url: '/reports', qs }, parameters, true);
	expect(list).toMatchObject({ limit: 50, simplify: true, fields: [] });
	expect(list.request.qs).toEqual({});
});

it("accepts a date of n8n's expressions, such as $now, as ISO text wherever a text is expected", () => {
	const now = new Date(Date.UTC(2026, 10, 21));
	const luxon = { toJSON: () => now.toJSON(), c: {}, zone: {} };
	for (const date of [now, luxon]) {
		const { request } = prepared('report.getAll', { url: '/reports', qs: { search: date } });
		expect(request.qs).toEqual({ search: '2026-11-21T00:00:00.000Z' });
		expect(create({ privacy: 2, password: date })).toMatchObject({ password: now.toJSON() });
	}
});
