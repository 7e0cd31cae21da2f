import { ask, NOT_FOUND, projects, report, reports, sandbox, start } from './client';

describe('A report', () => {
	beforeEach(async () => {
		await start();
	});

	it('is got as the list has it', async () => {
		const { data } = await reports();

		expect(await report('GET /reports/12')).toEqual(data[0]);
	});

	it('is created private, rated and with a project of its own', async () => {
		const created = await report('POST /reports url=https://www.new.example/page');

		expect(created).toMatchObject({
			id: 13,
			url: 'https://www.new.example/page',
			project: 'new.example',
			privacy: 1,
			password: null,
		});
		expect(['good', 'decent', 'bad']).toContain(created.result);
		expect(Date.now() - Date.parse(created.generated_at)).toBeLessThan(10_000);
		expect(await report('GET /reports/13')).toEqual(created);
		expect((await projects('?search=new.example')).data).toMatchObject([{ reports: 1 }]);
	});

	it.each([
		['privacy=0', 0, null],
		['privacy=1', 1, null],
		['privacy=1&password=secret', 1, null],
		['privacy=2&password=secret', 2, 'secret'],
	])('is created and updated with %s', async (form, privacy, password) => {
		const kept = { privacy, password };

		expect(await report(`POST /reports url=https://new.example/&${form}`)).toMatchObject(kept);
		expect(await report(`PUT /reports/3 ${form}`)).toMatchObject(kept);
		expect(await report('GET /reports/3')).toMatchObject({ id: 3, ...kept });
	});

	it.each(['privacy=0', 'privacy=0&results=0'])('is not rated again by %s', async (form) => {
		const before = await report('GET /reports/3');
		const after = await report(`PUT /reports/3 ${form}`);

		expect(after.generated_at).toBe(before.generated_at);
		expect(after.updated_at > before.updated_at).toBe(true);
	});

	it('is rated again by results=1, which leaves the rest', async () => {
		const before = await report('GET /reports/3');
		const { generated_at, updated_at, ...rest } = await report('PUT /reports/3 results=1');

		expect(generated_at > before.generated_at).toBe(true);
		expect({ ...before, ...rest }).toEqual(before);
		expect(updated_at > before.updated_at).toBe(true);
	});

	it('keeps its password for as long as it is protected by one', async () => {
		await ask('PUT /reports/3 privacy=2&password=secret');

		expect(await report('PUT /reports/3 results=1')).toMatchObject({ password: 'secret' });
		expect(await report('PUT /reports/3 password=other')).toMatchObject({ password: 'other' });
		expect(await report('PUT /reports/3 privacy=0')).toMatchObject({ password: null });
	});

	it('stays as it is when an update says nothing', async () => {
		const before = await report('GET /reports/3');
		const { updated_at } = await report('PUT /reports/3');

		expect(await report('GET /reports/3')).toEqual({ ...before, updated_at });
	});

	it('is gone once it is deleted', async () => {
		expect((await ask('DELETE /reports/3')).body).toEqual({
			id: 3,
			object: 'report',
			deleted: true,
			status: 200,
		});
		expect(await ask('GET /reports/3')).toMatchObject(NOT_FOUND);
		expect(sandbox.data.reports.size).toBe(11);
	});
});
