import type { NodeParameterValueType } from 'n8n-workflow';

import { locator, project, report } from '../../support/node';
import { FROM_ITEM, PAGE, sharedSandbox, updateField } from './sandbox';

const sandbox = sharedSandbox();
const { runWith } = sandbox;

/** The bodies that the service received. */
const bodies = () => sandbox.requests.map(({ body }) => body);

it.each([
	[` ${PAGE}a?b=ä c#d \n`, `${PAGE}a?b=ä c#d`],
	// Copying picks up invisible characters
	[`\ufeff${PAGE}\u2060a\u00ad\u200e b \u200d`, `${PAGE}a b`],
	[`${PAGE}a\u200bb`, `${PAGE}ab`],
	// Persian addresses contain such a joiner
	[`${PAGE}می\u200cخواهم\u200c`, `${PAGE}می\u200cخواهم`],
	[`${PAGE}?next=https://b.example/2`, `${PAGE}?next=https://b.example/2`],
	[`${PAGE}web/2020/https://b.example/2`, `${PAGE}web/2020/https://b.example/2`],
])('sends the URL %j as %j', async (url, sent) => {
	await runWith(report('create', { url: FROM_ITEM }), [url]);
	expect(bodies()).toEqual([{ url: sent, privacy: '1' }]);
});

describe.each([
	['as it is', (value: string): [NodeParameterValueType, string[]] => [value, ['']]],
	[
		'from an expression',
		(value: string): [NodeParameterValueType, string[]] => [FROM_ITEM, [value]],
	],
])('given %s', (_, give) => {
	// More names: test/nodes/WebPageReport/input
	it.each(['ä/ö', '%2e%2e', 'a&b+c;d', '?x=1'])(
		'the project %j is a single path segment',
		async (name) => {
			sandbox.conditions.push({ body: {} });
			const [value, items] = give(name);
			const parameters = project('delete', { project: locator('name', value) });
			const outcome = await runWith(parameters, items);
			const path = `/projects/${encodeURIComponent(name)}`;
			expect(sandbox.requests).toMatchObject([{ method: 'DELETE', path, query: {} }]);
			expect(outcome.items[0]?.json).toEqual({ deleted: true, project: name });
		},
	);

	it.each([
		['id', ' 7 '],
		['id', '\u200b7\u200b'],
		['id', 'https://reports.example.com/reports/7/pdf'],
		['url', 'HTTPS://REPORTS.EXAMPLE.COM/REPORTS/7'],
		['url', ' https://reports.example.com/tools/reports/7#title\n'],
		['url', '7'],
	])('by %s, %j is report 7', async (mode, address) => {
		const [value, items] = give(address);
		const outcome = await runWith(report('get', { reportId: locator(mode, value) }), items);
		expect(sandbox.requests).toMatchObject([{ method: 'GET', path: '/reports/7', query: {} }]);
		expect(outcome.items[0]?.json.id).toBe(7);
	});

	it.each(['007', '12345678901234567890'])('the ID %j is not rounded', async (id) => {
		sandbox.conditions.push({ body: {} });
		const [value, items] = give(id);
		const outcome = await runWith(report('delete', { reportId: locator('id', value) }), items);
		expect(sandbox.requests).toMatchObject([{ path: `/reports/${id}` }]);
		expect(outcome.items[0]?.json).toEqual({ deleted: true, id });
	});

	it.each(['  two  spaces ', ' ', 'ä&b=c+d%20', '0'])(
		'the password %j arrives unchanged',
		async (word) => {
			const [password, items] = give(word);
			await runWith(report('create', { url: PAGE, privacy: 2, password }), items);
			await runWith(updateField('password')(password), items);
			expect(bodies()).toEqual([{ url: PAGE, privacy: '2', password: word }, { password: word }]);
		},
	);

	it('sends no empty search', async () => {
		const [search, items] = give('');
		await runWith(report('getAll', { filters: { search } }), items);
		await runWith(project('getAll', { filters: { search } }), items);
		const query = { per_page: '50' };
		expect(sandbox.requests).toMatchObject([{ query }, { query }]);
	});
});

it('treats an empty dropdown value as unset, and then creates private reports', async () => {
	await runWith(report('create', { url: PAGE, privacy: FROM_ITEM }), ['']);
	await runWith(updateField('results', { privacy: 0 })(FROM_ITEM), ['']);
	await runWith(report('getAll', { filters: { result: FROM_ITEM } }), ['']);
	expect(sandbox.requests.map(({ query, body }) => [query, body])).toEqual([
		[{}, { url: PAGE, privacy: '1' }],
		[{}, { privacy: '0' }],
		[{ per_page: '50' }, {}],
	]);
});

it.each([0, '1'])('sends no password with the privacy %j', async (privacy) => {
	const secret = { password: 'secret' };
	await runWith(report('create', { url: PAGE, privacy: FROM_ITEM, ...secret }), [privacy]);
	await runWith(updateField('privacy', secret)(FROM_ITEM), [privacy]);
	const sent = { privacy: String(privacy) };
	expect(bodies()).toEqual([{ url: PAGE, ...sent }, sent]);
});

it.each([null, undefined, '', {}])(
	'accepts the password %j if the privacy of the item needs none',
	async (password) => {
		const fields = {
			privacy: '={{ $json.value.privacy }}',
			password: '={{ $json.value.password }}',
		};
		const values = [
			{ privacy: 1, password },
			{ privacy: 2, password: 'secret' },
		] as never[];
		for (const parameters of [
			report('create', { url: PAGE, ...fields }),
			report('update', { reportId: locator('id', '1'), updateFields: fields }),
		]) {
			expect((await runWith(parameters, values)).items).toHaveLength(2);
		}
		const sent = bodies().map((body) => body.password);
		expect(sent.filter((each) => each !== undefined)).toEqual(['secret', 'secret']);
	},
);

it('accepts a number as ID, search and password, and text as limit', async () => {
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
