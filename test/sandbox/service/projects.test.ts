import { ask, NOT_FOUND, projects, sandbox, start } from './client';

describe('A project', () => {
	it('has a name, a number of reports and a date', async () => {
		await start({ reports: 5, projects: 2 });
		const { project = '', created_at = '' } = sandbox.data.reports.get(1) ?? {};

		expect((await projects(`?search=${project}`)).data).toEqual([
			{ project, reports: 3, created_at },
		]);
	});

	it.each(['plain.example', `${'a-rather-long-name.'.repeat(12)}example`])(
		'is deleted with its reports: %s',
		async (project) => {
			await start();
			await ask(`POST /reports url=https://${project}/`);

			expect(await ask(`DELETE /projects/${project}`)).toMatchObject({
				status: 200,
				body: { id: project, object: 'project', deleted: true, status: 200 },
			});
			expect((await projects()).data).toHaveLength(3);
			expect(await ask('GET /reports/13')).toMatchObject(NOT_FOUND);
			expect(sandbox.data.reports.size).toBe(12);
		},
	);
});
