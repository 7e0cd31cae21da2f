import type {
	IDataObject,
	INodeParameters,
	IPairedItemData,
	NodeParameterValueType,
} from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/service/service';
import { run, type RunOptions } from '../support/engine';

const PAGE = 'https://example.com/';
const FROM_ITEM = '={{ $json.value }}';

let sandbox: Sandbox;

// One service for all tests of this file: it takes longer to start than a node to run
beforeAll(async () => {
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.close();
});

beforeEach(() => {
	const { conditions, data, requests } = sandbox;
	requests.length = 0;
	conditions.length = 0;
	// Two reports and their project, whatever an earlier test has left
	const report = data.create(PAGE, 1, null);
	data.reports.clear();
	for (const id of [1, 7]) data.reports.set(id, { ...report, id });
});

/** Runs the node against the service of the test, once for every value in `$json.value`. */
async function runWith(
	parameters: INodeParameters,
	values: NodeParameterValueType[] = [''],
	options?: Partial<RunOptions>,
) {
	const { baseUrl, apiKey } = sandbox;
	const items = values.map((value): IDataObject => ({ value }));
	return await run({ parameters, credential: { baseUrl, apiKey }, items, ...options });
}

/** Creates, reads, changes or deletes reports. */
function report(operation: string, parameters: INodeParameters): INodeParameters {
	return { resource: 'report', operation, ...parameters };
}

/** Reads or deletes projects. */
function project(operation: string, parameters: INodeParameters): INodeParameters {
	return { resource: 'project', operation, ...parameters };
}

/** A locator as the editor saves it. */
function locator(mode: string, value: NodeParameterValueType): NodeParameterValueType {
	return { __rl: true, mode, value };
}

/** A value that no parameter of a kind can use, and what a person reads about it. */
type BadValue = [value: NodeParameterValueType, title: string];

/** A parameter of an operation. */
interface Place {
	/** What a person knows it by. */
	displayName: string;
	/** The node with a value in this place, where everything else is good. */
	withValue: (value: NodeParameterValueType) => INodeParameters;
	good: string | number;
	bad: BadValue[];
}

const noUrl: BadValue[] = [
	...[undefined, null, '', ' '].map((value): BadValue => [value, 'URL is empty']),
	...['example.com', 'ftp://example.com', 'http://', 'https:///path', 'https://a b.com', 5].map(
		(value): BadValue => [value, `URL is not a web address: "${String(value)}"`],
	),
	[{ address: PAGE }, 'URL is not a text'],
	[[PAGE], 'URL is not a text'],
];

const noPassword = [undefined, null, ''].map((value): BadValue => [value, 'Password is empty']);

const noSearch: BadValue[] = [
	[undefined, 'Search is empty'],
	[null, 'Search is empty'],
	[{ text: 'example' }, 'Search is not a text'],
	[['example'], 'Search is not a text'],
];

const noLimit: BadValue[] = [
	...[undefined, null, ''].map((value): BadValue => [value, 'Limit cannot be used: it is empty']),
	...[0, -1, 1.5, 'abc'].map((value): BadValue => [
		value,
		`Limit cannot be used: "${String(value)}"`,
	]),
	[{ max: 5 }, 'Limit cannot be used: "{"max":5}"'],
];

/** What no dropdown offers, and a value that looks like one that this dropdown offers. */
function notOffered(displayName: string, similar: string): BadValue[] {
	const title = (shown: string) => `${displayName} cannot be used: ${shown}`;
	return [
		...[undefined, null, ''].map((value): BadValue => [value, title('it is empty')]),
		...['other', similar, -1, 3, true].map((value): BadValue => [
			value,
			title(`"${String(value)}"`),
		]),
		[{ value: 1 }, title('"{"value":1}"')],
		[['a', 'b'], title('"["a","b"]"')],
	];
}

/** What leads to no record, and what would lead to another path. */
function noIdentifier(displayName: string, ...more: string[]): BadValue[] {
	return [
		...[undefined, null, '', ' '].map((value): BadValue => [value, `${displayName} is empty`]),
		...['.', '..', ' .. ', ...more].map((value): BadValue => [
			value,
			`${displayName} cannot be used: "${value.trim()}"`,
		]),
		[{ id: 1 }, `${displayName} cannot be used: "[object Object]"`],
	];
}

/** A dropdown that a list can be narrowed or ordered with. */
function listPlace(
	resource: string,
	group: 'filters' | 'options',
	name: string,
	displayName: string,
	good: string | number,
	similar: string,
): [string, Place] {
	return [
		`${displayName} of a list of ${resource}s`,
		{
			displayName,
			withValue: (value) => ({ resource, operation: 'getAll', [group]: { [name]: value } }),
			good,
			bad: notOffered(displayName, similar),
		},
	];
}

/** A report to work on, given in one of the modes of its locator. */
function reportPlace(operation: string, mode: string, ...more: string[]): [string, Place] {
	return [
		`Report to ${operation}, given by ${mode},`,
		{
			displayName: 'Report',
			withValue: (value) =>
				report(operation, { reportId: locator(mode, value), updateFields: { privacy: 0 } }),
			good: 1,
			bad: noIdentifier('Report', 'a/b', '/', '../projects', ...more),
		},
	];
}

/** A project to delete, given in one of the modes of its locator. */
function projectPlace(mode: string): [string, Place] {
	return [
		`Project to delete, given by ${mode},`,
		{
			displayName: 'Project',
			withValue: (value) => project('delete', { project: locator(mode, value) }),
			good: 'example.com',
			bad: noIdentifier('Project'),
		},
	];
}

/** A field of an update, beside others. */
function updateField(name: string, others: INodeParameters = {}): Place['withValue'] {
	return (value) =>
		report('update', {
			reportId: locator('id', '1'),
			updateFields: { ...others, [name]: value },
		});
}

/** Every parameter that can be given a bad value. */
const places: Array<[string, Place]> = [
	[
		'URL of a new report',
		{
			displayName: 'URL',
			withValue: (url) => report('create', { url, privacy: 1 }),
			good: PAGE,
			bad: noUrl,
		},
	],
	[
		'Privacy of a new report',
		{
			displayName: 'Privacy',
			withValue: (privacy) => report('create', { url: PAGE, privacy, password: 'secret' }),
			good: 2,
			bad: notOffered('Privacy', 'Private'),
		},
	],
	[
		'Password of a new report',
		{
			displayName: 'Password',
			withValue: (password) => report('create', { url: PAGE, privacy: 2, password }),
			good: 'secret',
			bad: noPassword,
		},
	],
	[
		'Privacy of an update',
		{
			displayName: 'Privacy',
			withValue: updateField('privacy'),
			good: 0,
			bad: notOffered('Privacy', '01'),
		},
	],
	[
		'Password of an update',
		{
			displayName: 'Password',
			withValue: updateField('password', { privacy: 2 }),
			good: 'secret',
			bad: noPassword,
		},
	],
	[
		'Results of an update',
		{
			displayName: 'Results',
			withValue: updateField('results'),
			good: 1,
			bad: notOffered('Results', 'Yes'),
		},
	],
	...['report', 'project'].flatMap((resource): Array<[string, Place]> => [
		[
			`Limit of a list of ${resource}s`,
			{
				displayName: 'Limit',
				withValue: (limit) => ({ resource, operation: 'getAll', limit }),
				good: 3,
				bad: noLimit,
			},
		],
		[
			`Search of a list of ${resource}s`,
			{
				displayName: 'Search',
				withValue: (search) => ({ resource, operation: 'getAll', filters: { search } }),
				good: 'example',
				bad: noSearch,
			},
		],
	]),
	listPlace('report', 'filters', 'searchBy', 'Search By', 'project', 'URL'),
	listPlace('report', 'filters', 'result', 'Result', 'good', 'Good'),
	listPlace('report', 'options', 'perPage', 'Page Size', 25, '20'),
	listPlace('report', 'options', 'sortBy', 'Sort By', 'generated_at', 'created_at'),
	listPlace('report', 'options', 'sort', 'Sort Order', 'asc', 'ASC'),
	listPlace('project', 'filters', 'searchBy', 'Search By', 'project', 'url'),
	listPlace('project', 'options', 'perPage', 'Page Size', 100, '1000'),
	listPlace('project', 'options', 'sortBy', 'Sort By', 'project', 'id'),
	listPlace('project', 'options', 'sort', 'Sort Order', 'desc', 'descending'),
	reportPlace('get', 'list'),
	reportPlace('get', 'id', PAGE),
	reportPlace('update', 'id'),
	reportPlace('delete', 'id'),
	reportPlace(
		'delete',
		'url',
		PAGE,
		'https://reports.example.com/reports/',
		'https://reports.example.com/reports/?page=2',
		'reports.example.com/reports/1',
	),
	projectPlace('list'),
	projectPlace('name'),
];

const rows = places.flatMap(([name, place]) =>
	place.bad.map(([value, title]): [string, NodeParameterValueType, string, Place] => [
		name,
		value,
		title,
		place,
	]),
);

describe('a bad value', () => {
	it.each(rows)('%s %j from an expression is named, and nothing is sent', async (...row) => {
		const [, value, title, { withValue, displayName }] = row;
		const { items, error } = await runWith(withValue(FROM_ITEM), [value]);
		expect(error?.message).toBe(title);
		expect(error?.description).toContain(`under ${displayName}`);
		expect(items).toEqual([]);
		expect(sandbox.requests).toEqual([]);
	});

	it.each(rows)('%s %j fails its item alone where the node continues', async (...row) => {
		const [, value, title, { withValue, displayName, good }] = row;
		const { items, failed, error } = await runWith(withValue(FROM_ITEM), [value, good], {
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(failed).toEqual([
			{
				json: {
					value,
					error: title,
					message: expect.stringContaining(`under ${displayName}`) as string,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(items).not.toEqual([]);
		expect(items.filter(({ pairedItem }) => (pairedItem as IPairedItemData).item !== 1)).toEqual(
			[],
		);
		expect(sandbox.requests).toHaveLength(1);
	});

	it.each(rows.filter(([, value]) => value !== undefined && value !== null))(
		'%s %j entered as it is sends nothing',
		async (_, value, title, { withValue }) => {
			const message = await runWith(withValue(value)).then(
				({ error }) => error?.message,
				(refusal: unknown) => (refusal as Error).name,
			);
			// n8n refuses some by itself, before the node runs
			expect([title, 'WorkflowHasIssuesError']).toContain(message);
			expect(sandbox.requests).toEqual([]);
		},
	);

	it.each(['.', '..'])('%j in the address of a report page is no ID', async (part) => {
		const reportId = locator('url', `https://reports.example.com/reports/${part}`);
		const { error } = await runWith(report('delete', { reportId }));
		expect(error?.message).toBe(`Report cannot be used: "${part}"`);
		expect(sandbox.requests).toEqual([]);
	});
});

describe('something that is missing', () => {
	it.each<[string, INodeParameters]>([
		['a URL to create a report for', report('create', {})],
		['the report to get', report('get', {})],
		['the report to update', report('update', { updateFields: { privacy: 0 } })],
		['the report to delete', report('delete', {})],
		['the project to delete', project('delete', {})],
	])('makes n8n refuse the workflow: %s', async (_, parameters) => {
		await expect(runWith(parameters)).rejects.toThrow(/issues/);
		expect(sandbox.requests).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['a new report', report('create', { url: PAGE, privacy: FROM_ITEM })],
		['an update', updateField('privacy')(FROM_ITEM)],
	])(
		'is named where an expression sets Privacy to Password: the password of %s',
		async (_, parameters) => {
			const { error } = await runWith(parameters, [2]);
			expect(error).toMatchObject({
				message: 'Password is empty',
				description:
					'Privacy is set to Password. Enter the password that visitors have to give under Password, or choose another Privacy.',
			});
			expect(sandbox.requests).toEqual([]);
		},
	);

	it.each<[string, INodeParameters]>([
		['no list of them', {}],
		['none in the list', { updateFields: {} }],
		['only a password that is empty', { updateFields: { password: '' } }],
		['only a password that an expression leaves empty', { updateFields: { password: FROM_ITEM } }],
	])('is named where an update has no fields: %s', async (_, fields) => {
		const { error } = await runWith(report('update', { reportId: locator('id', '1'), ...fields }));
		expect(error).toMatchObject({
			message: 'There is nothing to update',
			description: 'Add at least one field under Update Fields: Password, Privacy or Results.',
		});
		expect(sandbox.requests).toEqual([]);
	});

	it.each<[string, Record<string, string>]>([
		['Base URL is empty', { baseUrl: '' }],
		['Base URL is not a web address', { baseUrl: 'example.com/api/v1' }],
		['API Key is empty', { apiKey: '' }],
	])('in the credential fails every item that was to be written: %s', async (error, changes) => {
		const { baseUrl, apiKey } = sandbox;
		const { items, failed } = await runWith(report('create', { url: PAGE }), [1, 2], {
			credential: { baseUrl, apiKey, ...changes },
			onError: 'continueErrorOutput',
		});
		expect(failed).toMatchObject([
			{ json: { value: 1, error }, pairedItem: { item: 0 } },
			{ json: { value: 2, error }, pairedItem: { item: 1 } },
		]);
		expect(items).toEqual([]);
		expect(sandbox.requests).toEqual([]);
	});
});

describe('good input', () => {
	/** What the service saw of the one request that was sent. */
	const seen = () => {
		expect(sandbox.requests).toHaveLength(1);
		return sandbox.requests[0];
	};

	it.each([` ${PAGE}a?b=ä c#d \n`, `\t${PAGE}a?b=ä c#d`])(
		'sends the URL %j without the spaces around it',
		async (url) => {
			await runWith(report('create', { url: FROM_ITEM }), [url]);
			expect(seen()?.body).toEqual({ url: `${PAGE}a?b=ä c#d`, privacy: '1' });
		},
	);

	describe.each([
		['as it is', (value: string): [NodeParameterValueType, string[]] => [value, ['']]],
		[
			'from an expression',
			(value: string): [NodeParameterValueType, string[]] => [FROM_ITEM, [value]],
		],
	])('given %s', (_, give) => {
		it.each([
			['a b', 'a%20b'],
			['ä/ö', '%C3%A4%2F%C3%B6'],
			['100%', '100%25'],
			['%2e%2e', '%252e%252e'],
			['?x=1', '%3Fx%3D1'],
			['#', '%23'],
			['a/../b', 'a%2F..%2Fb'],
			['a\\b', 'a%5Cb'],
			['a&b+c;d', 'a%26b%2Bc%3Bd'],
			[' example.com ', 'example.com'],
		])('the project %j is one part of the path', async (name, part) => {
			sandbox.conditions.push({ body: {} });
			const [value, items] = give(name);
			const outcome = await runWith(project('delete', { project: locator('name', value) }), items);
			expect(seen()).toMatchObject({ method: 'DELETE', path: `/projects/${part}`, query: {} });
			expect(outcome.items[0]?.json).toEqual({ deleted: true, project: name.trim() });
		});

		it.each([
			['a b', 'a%20b'],
			['100%', '100%25'],
			['?x=1', '%3Fx%3D1'],
			['#', '%23'],
			['..a', '..a'],
			['ä', '%C3%A4'],
		])('the report %j is one part of the path', async (id, part) => {
			sandbox.conditions.push({ body: {} });
			const [value, items] = give(id);
			const outcome = await runWith(report('delete', { reportId: locator('id', value) }), items);
			expect(seen()).toMatchObject({ method: 'DELETE', path: `/reports/${part}`, query: {} });
			expect(outcome.items[0]?.json).toEqual({ deleted: true, id });
		});

		it.each(
			['url', 'id'].flatMap((mode) =>
				[
					'https://reports.example.com/reports/7',
					'http://127.0.0.1:8080/tools/seo/reports/7',
					'https://reports.example.com/reports/7/',
					'https://reports.example.com/reports/7/pdf',
					'https://reports.example.com/reports/7?lang=en',
					'https://reports.example.com/reports/7#title',
					'HTTPS://REPORTS.EXAMPLE.COM/REPORTS/7',
					' https://reports.example.com/reports/7 ',
					'7',
					' 7 ',
				].map((address) => [mode, address] as const),
			),
		)('by %s, %j is the report 7', async (mode, address) => {
			const [value, items] = give(address);
			const outcome = await runWith(report('get', { reportId: locator(mode, value) }), items);
			expect(seen()).toMatchObject({ method: 'GET', path: '/reports/7', query: {} });
			expect(outcome.items[0]?.json.id).toBe(7);
		});

		it.each(['  two  spaces ', ' ', 'ä&b=c+d%20', '0'])(
			'the password %j arrives as it is',
			async (word) => {
				const [password, items] = give(word);
				await runWith(report('create', { url: PAGE, privacy: 2, password }), items);
				await runWith(updateField('password', { privacy: 2 })(password), items);
				await runWith(updateField('password')(password), items);
				expect(sandbox.requests.map(({ method, body }) => [method, body])).toEqual([
					['POST', { url: PAGE, privacy: '2', password: word }],
					['PUT', { privacy: '2', password: word }],
					['PUT', { password: word }],
				]);
			},
		);

		it.each(['report', 'project'])('an empty search for %ss is not sent', async (resource) => {
			const [search, items] = give('');
			await runWith({ resource, operation: 'getAll', filters: { search } }, items);
			expect(seen()?.query).toEqual({ per_page: '50' });
		});
	});

	it.each([0, 1, '0', '1'])('sends no password with the privacy %j', async (privacy) => {
		await runWith(report('create', { url: PAGE, privacy: FROM_ITEM, password: 'secret' }), [
			privacy,
		]);
		await runWith(report('create', { url: PAGE, privacy: FROM_ITEM }), [privacy]);
		await runWith(updateField('privacy', { password: 'secret' })(FROM_ITEM), [privacy]);
		expect(sandbox.requests.map(({ body }) => body)).toEqual([
			{ url: PAGE, privacy: String(privacy) },
			{ url: PAGE, privacy: String(privacy) },
			{ privacy: String(privacy) },
		]);
	});

	it('takes a number for an id, a search, a password and a limit that is a text', async () => {
		await runWith(report('get', { reportId: locator('id', FROM_ITEM) }), [7]);
		await runWith(report('getAll', { filters: { search: FROM_ITEM } }), [7]);
		await runWith(updateField('password')(FROM_ITEM), [7]);
		await runWith(report('getAll', { limit: FROM_ITEM }), ['7']);
		expect(sandbox.requests.map(({ path, query, body }) => [path, query, body])).toEqual([
			['/reports/7', {}, {}],
			['/reports', { search: '7', per_page: '50' }, {}],
			['/reports/1', {}, { password: '7' }],
			['/reports', { per_page: '10' }, {}],
		]);
	});
});
