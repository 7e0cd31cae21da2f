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

it.each(['secret', null, undefined, '', {}])(
	'neither checks nor sends the password %j with a privacy that needs none',
	(password) => {
		for (const privacy of [0, '1']) {
			expect(create({ privacy, password })).toEqual({ url, privacy });
			expect(update({ privacy, password })).toEqual({ privacy });
		}
	},
);

it.each([null, undefined, ''])(
	'treats %j from a model as unset, unless it is required',
	(unset) => {
		const optional = { privacy: unset, password: unset };
		const byModel = (operation: 'create' | 'update', body: object) =>
			prepared(`report.${operation}`, { url: '/reports/1', body }, {}, true).request
				.body as unknown;
		expect(byModel('create', { url, ...optional })).toEqual({ url, privacy: 1 });
		expect(byModel('update', { results: 1, ...optional })).toEqual({ results: 1 });
		expect(() => byModel('create', { url: unset })).toThrow('URL is empty');

		const parameters = { returnAll: unset, limit: unset, simplify: unset, fields: unset };
		const qs = { result: unset, search: unset, search_by: unset, per_page: unset, sort: unset };
		const list = prepared('report.getAll', { url: '/reports', qs }, parameters, true);
		expect(list).toMatchObject({ limit: 50, simplify: true, fields: [], request: { qs: {} } });
		expect(list.request.qs).toEqual({});
	},
);
