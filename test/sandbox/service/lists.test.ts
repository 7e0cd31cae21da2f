import { ask, type Page, projects, reports, sandbox, start } from './client';

/** Sections 4.1 and 4.3: the parameters of the lists, their values, the default first. */
const PARAMETERS: Array<[path: string, name: string, values: Array<string | number>]> = [
	['/projects', 'search_by', ['project']],
	['/projects', 'sort_by', ['created_at', 'project']],
	['/projects', 'sort', ['desc', 'asc']],
	['/projects', 'per_page', [25, 10, 50, 100]],
	['/reports', 'search_by', ['url', 'project']],
	['/reports', 'sort_by', ['id', 'generated_at', 'url', 'result']],
	['/reports', 'sort', ['desc', 'asc']],
	['/reports', 'per_page', [25, 10, 50, 100]],
];

describe('A list', () => {
	beforeEach(async () => {
		await start({ reports: 120, projects: 30 });
		// Otherwise the order by date generated would be the one by id
		await ask('PUT /reports/7 results=1');
	});

	it.each(PARAMETERS)('of %s without %s is one with its default', async (path, name, [value]) => {
		const { data, meta } = (await ask(`GET ${path}`)).body as Page<object>;

		expect((await ask(`GET ${path}?${name}=${String(value)}`)).body).toMatchObject({
			data,
			meta,
		});
	});

	it.each(PARAMETERS.flatMap(([path, name, values]) => values.map((value) => [path, name, value])))(
		'of %s takes %s=%s',
		async (path, name, value) => {
			expect((await ask(`GET ${String(path)}?${String(name)}=${String(value)}`)).status).toBe(200);
		},
	);

	it.each(
		PARAMETERS.filter(([, name]) => name === 'sort_by').flatMap(([path, , fields]) =>
			fields.flatMap((field) => [
				{ path, field: String(field), sort: 'asc', direction: 1 },
				{ path, field: String(field), sort: 'desc', direction: -1 },
			]),
		),
	)('of $path is sorted by $field, $sort', async ({ path, field, sort, direction }) => {
		const answer = await ask(`GET ${path}?sort_by=${field}&sort=${sort}&per_page=100`);
		const rows = (answer.body as Page<Record<string, string | number>>).data;
		const values = rows.map((row) => row[field] ?? '');

		expect(new Set(values).size).toBeGreaterThan(1);
		expect(values).toEqual([...values].sort((a, b) => (a < b ? -direction : direction)));
	});

	it('begins with the newest report', async () => {
		expect((await reports()).data.map(({ id }) => id)).toEqual(
			Array.from({ length: 25 }, (_, index) => 120 - index),
		);
	});

	it.each([10, 25, 50, 100])('has %s rows on a page', async (rows) => {
		const { data, meta } = await reports(`?per_page=${String(rows)}`);

		expect(data).toHaveLength(rows);
		expect(meta).toMatchObject({ per_page: rows, total: 120, last_page: Math.ceil(120 / rows) });
	});

	it('of projects has the projects with a piece of text in their name', async () => {
		const [{ project } = { project: '' }] = sandbox.data.projects();
		const found = await projects(`?search=${project.slice(2, -2)}`);

		expect(found.data.map((row) => row.project)).toEqual([project]);
		expect(found.meta.total).toBe(1);
	});

	it('of reports has the ones with a piece of text in their address', async () => {
		const url = sandbox.data.reports.get(3)?.url ?? '';

		expect((await reports(`?search=${encodeURIComponent(url)}`)).data).toMatchObject([{ id: 3 }]);
		expect((await reports('?search=www.&search_by=url')).meta.total).toBe(120);
	});

	it('of reports has the ones of a project', async () => {
		const project = sandbox.data.reports.get(3)?.project ?? '';
		const { data } = await reports(`?search=${project}&search_by=project`);

		expect(data.map(({ id }) => id)).toEqual([93, 63, 33, 3]);
		expect((await reports('?search=www.&search_by=project')).data).toEqual([]);
	});

	it.each(['good', 'decent', 'bad'])('of reports can be the %s ones', async (result) => {
		const { data, meta } = await reports(`?result=${result}&per_page=100`);
		const all = [...sandbox.data.reports.values()];

		expect(new Set(data.map((row) => row.result))).toEqual(new Set([result]));
		expect(meta.total).toBe(all.filter((row) => row.result === result).length);
	});

	it('says which page it is and where the others are', async () => {
		const path = `${sandbox.baseUrl}/reports`;
		const { links, meta } = await reports('?per_page=50&page=2');

		expect(meta).toEqual({
			current_page: 2,
			from: 51,
			last_page: 3,
			path,
			per_page: 50,
			to: 100,
			total: 120,
		});
		expect(links).toEqual({
			first: `${path}?page=1`,
			last: `${path}?page=3`,
			prev: `${path}?page=1`,
			next: `${path}?page=3`,
		});
	});

	it.each([
		{ page: 1, prev: null, next: 2, from: 1, to: 100 },
		{ page: 2, prev: 1, next: null, from: 101, to: 120 },
		{ page: 3, prev: 2, next: null, from: null, to: null },
	])('ends where it ends: page $page', async ({ page, prev, next, from, to }) => {
		const { links, meta } = await reports(`?per_page=100&page=${String(page)}`);
		const link = (to: number | null) => to && `${sandbox.baseUrl}/reports?page=${String(to)}`;

		expect(links).toMatchObject({ prev: link(prev), next: link(next) });
		expect(meta).toMatchObject({ from, to });
	});

	it('has every row once over all its pages', async () => {
		const pages = await Promise.all(
			[1, 2, 3].map(async (page) => await reports(`?per_page=50&page=${String(page)}`)),
		);
		const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));

		expect(ids).toHaveLength(120);
		expect(new Set(ids).size).toBe(120);
	});

	it('can be empty', async () => {
		expect(await reports('?search=nowhere')).toMatchObject({
			data: [],
			links: { prev: null, next: null },
			meta: { current_page: 1, from: null, last_page: 1, to: null, total: 0 },
		});
	});
});
