import { ask, NOT_FOUND, sandbox, start } from './client';

describe('An answer', () => {
	beforeEach(async () => {
		await start();
	});

	it.each([
		['per_page', 'GET /projects?per_page=30'],
		['per_page', 'GET /projects?per_page=many'],
		['sort', 'GET /projects?sort=up'],
		['sort_by', 'GET /projects?sort_by=reports'],
		['search_by', 'GET /projects?search_by=created_at'],
		['per_page', 'GET /reports?per_page=30'],
		['per_page', 'GET /reports?per_page=many'],
		['page', 'GET /reports?page=0'],
		['sort', 'GET /reports?sort=up'],
		['sort_by', 'GET /reports?sort_by=privacy'],
		['search_by', 'GET /reports?search_by=result'],
		['result', 'GET /reports?result=excellent'],
		['url', 'POST /reports'],
		['url', 'POST /reports privacy=1'],
		['url', 'POST /reports url='],
		['url', 'POST /reports url=new.example'],
		['url', 'POST /reports url=ftp://new.example/'],
		['url', 'POST /reports url=https://new+example/'],
		['privacy', 'POST /reports url=https://new.example/&privacy=3'],
		['privacy', 'POST /reports url=https://new.example/&privacy=false'],
		['password', 'POST /reports url=https://new.example/&privacy=2'],
		['password', 'POST /reports url=https://new.example/&privacy=2&password='],
		['privacy', 'PUT /reports/1 privacy=-1'],
		['password', 'PUT /reports/1 privacy=2'],
		['results', 'PUT /reports/1 results=2'],
	])('of 422 names %s: %s', async (field, asked) => {
		const before = JSON.stringify([...sandbox.data.reports]);
		const { status, body } = await ask(asked);
		const { message } = body as { message: Record<string, string[]> };

		expect([status, Object.keys(message)]).toEqual([422, [field]]);
		expect(message[field]?.[0]).toContain(`The ${field} field `);
		expect(JSON.stringify([...sandbox.data.reports])).toBe(before);
	});

	it('of 422 names every wrong field and the values that are allowed', async () => {
		expect((await ask('GET /reports?sort=up&result=fine')).body).toEqual({
			message: {
				sort: ['The sort field must be equal to one of the allowed values: desc, asc.'],
				result: ['The result field must be equal to one of the allowed values: good, decent, bad.'],
			},
			status: 422,
		});
	});

	it('of 422 refuses a body that is not a form', async () => {
		const asked = 'POST /reports {"url":"https://new.example/"}';

		expect(await ask(asked, { 'content-type': 'application/json' })).toMatchObject({
			status: 422,
			body: { message: { body: ['The body field must be object.'] } },
		});
	});

	it.each([
		'DELETE /projects/nowhere.example',
		'GET /reports/99',
		'GET /reports/0x1',
		'GET /reports/%201',
		'PUT /reports/99 privacy=0',
		'DELETE /reports/99',
		'GET /nothing',
		'PATCH /reports/1',
	])('of 404 says that there is no such record: %s', async (asked) => {
		expect(await ask(asked)).toMatchObject(NOT_FOUND);
		expect(sandbox.data.reports.size).toBe(12);
	});
});
