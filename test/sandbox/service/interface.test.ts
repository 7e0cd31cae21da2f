import { ask, dataOf, sandbox, start } from './client';

it.each(['', 'Bearer wrong', 'Basic one'])(
	'rejects the key in "%s" with 401, and does nothing',
	async (authorization) => {
		await start({ keys: ['one', 'two'] });
		expect(await ask('DELETE /reports/1', { authorization })).toMatchObject({
			status: 401,
			body: { message: 'Unauthenticated.' },
		});
		expect(sandbox.data.reports.size).toBe(12);
	},
);

describe('a list', () => {
	beforeEach(async () => {
		await start({ reports: 120, projects: 30 });
		// Otherwise the order by generated_at would equal the order by id
		await ask('PUT /reports/7 results=1');
	});

	// test/engines/interface.test.ts covers every value of the document
	it.each([
		['/projects', ['created_at', 'project']],
		['/reports', ['id', 'generated_at', 'url', 'result']],
	])('%s is sorted by %j, and by the first of them by default', async (path, fields) => {
		for (const field of fields) {
			const rows = await dataOf(`GET ${path}?sort=asc&sort_by=${field}`);
			const seen = rows.map((row) => row[field] ?? '');
			expect(seen).toEqual([...seen].sort((a, b) => (a < b ? -1 : 1)));
			if (field === fields[0]) expect(await dataOf(`GET ${path}?sort=asc`)).toEqual(rows);
		}
	});

	it('is filtered by search and by result', async () => {
		const { url = '', project = '' } = sandbox.data.reports.get(3) ?? {};
		const found = async (query: string) =>
			(await dataOf(`GET /reports?${query}`)).map(({ id }) => id);

		expect(await dataOf(`GET /projects?search=${project.slice(2, -2)}`)).toMatchObject([
			{ project },
		]);
		expect(await found(`search=${encodeURIComponent(url)}`)).toEqual([3]);
		expect(await found(`search=${project}&search_by=project`)).toEqual([93, 63, 33, 3]);
		const bad = [...sandbox.data.reports.values()].filter(({ result }) => result === 'bad');
		expect((await found('result=bad&per_page=100')).reverse()).toEqual(bad.map(({ id }) => id));
	});
});

it('creates a private report in the project of its page, and deletes both', async () => {
	await start();
	const url = 'https://www.new.example/page';
	const created = await dataOf(`POST /reports url=${url}`);
	const expected = { id: 13, url, project: 'new.example', privacy: 1, password: null };
	expect(created).toMatchObject(expected);
	expect(['good', 'decent', 'bad']).toContain(created.result);
	expect(Date.now() - Date.parse(String(created.generated_at))).toBeLessThan(10_000);
	expect(await dataOf('GET /reports/13')).toEqual(created);

	expect((await ask('DELETE /projects/new.example')).body).toMatchObject({ deleted: true });
	expect(await dataOf('GET /projects?search=new.example')).toEqual([]);
	expect((await ask('GET /reports/13')).body.message).toBe('Resource not found.');
});

it.each([
	['page', 'GET /reports?page=0'],
	['result', 'GET /reports?result=excellent'],
	['url', 'POST /reports url=ftp://new.example/'],
	['password', 'POST /reports url=https://new.example/&privacy=2&password='],
	['results', 'PUT /reports/1 results=2'],
])('rejects an invalid %s, naming the field, and changes nothing: %s', async (field, asked) => {
	await start();
	const before = JSON.stringify([...sandbox.data.reports]);
	const { status, body } = await ask(asked);

	expect([status, Object.keys(body.message)]).toEqual([422, [field]]);
	expect(body.message[field]?.[0]).toContain(`The ${field} field `);
	expect(JSON.stringify([...sandbox.data.reports])).toBe(before);
});
