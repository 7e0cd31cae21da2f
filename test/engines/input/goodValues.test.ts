import type { NodeParameterValueType } from 'n8n-workflow';

import { locator, project, report } from '../../support/node';
import { FROM_ITEM, PAGE, sharedSandbox, updateField } from './sandbox';

const sandbox = sharedSandbox();
const { runWith } = sandbox;

describe('good input', () => {
	/** The only request, as the service saw it. */
	const seen = () => {
		expect(sandbox.requests).toHaveLength(1);
		return sandbox.requests[0];
	};

	it.each([` ${PAGE}a?b=ä c#d \n`, `\t${PAGE}a?b=ä c#d`])('trims the URL %j', async (url) => {
		await runWith(report('create', { url: FROM_ITEM }), [url]);
		expect(seen()?.body).toEqual({ url: `${PAGE}a?b=ä c#d`, privacy: '1' });
	});

	it.each([
		[`${PAGE}a\u200b`, `${PAGE}a`],
		[`${PAGE}a\u200bb`, `${PAGE}ab`],
		[`\ufeff${PAGE}\u2060a\u00ad\u200e b \u200d`, `${PAGE}a b`],
		// Persian addresses contain such a joiner
		[`${PAGE}می\u200cخواهم\u200c`, `${PAGE}می\u200cخواهم`],
		...[`${PAGE}?next=https://b.example/2`, `${PAGE}web/2020/https://b.example/2`].map(
			(url): [string, string] => [url, url],
		),
	])('sends the URL %j as %j: copying picks up invisible characters', async (url, sent) => {
		await runWith(report('create', { url: FROM_ITEM }), [url]);
		expect(seen()?.body).toEqual({ url: sent, privacy: '1' });
	});

	it('accepts an ID with invisible characters around it', async () => {
		await runWith(report('get', { reportId: locator('id', FROM_ITEM) }), ['\u200b7\u200b']);
		expect(seen()?.path).toBe('/reports/7');
	});

	describe.each([
		['as it is', (value: string): [NodeParameterValueType, string[]] => [value, ['']]],
		[
			'from an expression',
			(value: string): [NodeParameterValueType, string[]] => [FROM_ITEM, [value]],
		],
	])('given %s', (_, give) => {
		it.each([
			['project', 'ä/ö', '%C3%A4%2F%C3%B6'],
			['project', '%2e%2e', '%252e%252e'],
			['project', 'a/../b', 'a%2F..%2Fb'],
			['project', 'a\\b', 'a%5Cb'],
			['project', 'a&b+c;d', 'a%26b%2Bc%3Bd'],
			['project', ' example.com ', 'example.com'],
			['project', 'a b', 'a%20b'],
			['project', '100%', '100%25'],
			['project', '?x=1', '%3Fx%3D1'],
			['report', 'über=', '%C3%BCber%3D'],
			['report', '007', '007'],
			['report', '12345678901234567890', '12345678901234567890'],
		] as Array<[string, string, string]>)(
			'the %s %j is a single path segment',
			async (resource, name, part) => {
				sandbox.conditions.push({ body: {} });
				const [value, items] = give(name);
				const parameters =
					resource === 'project'
						? project('delete', { project: locator('name', value) })
						: report('delete', { reportId: locator('id', value) });
				const outcome = await runWith(parameters, items);
				expect(seen()).toMatchObject({
					method: 'DELETE',
					path: `/${resource}s/${part}`,
					query: {},
				});
				const named = resource === 'project' ? { project: name.trim() } : { id: name };
				expect(outcome.items[0]?.json).toEqual({ deleted: true, ...named });
			},
		);

		it.each(
			['url', 'id'].flatMap((mode) =>
				[
					'https://reports.example.com/reports/7',
					'http://127.0.0.1:8080/tools/seo/reports/7',
					'https://reports.example.com/reports/7/pdf',
					'https://reports.example.com/reports/7#title',
					'HTTPS://REPORTS.EXAMPLE.COM/REPORTS/7',
					' https://reports.example.com/reports/7 ',
					'https://reports.example.com/reports/7\n',
					'7',
					' 7 ',
				].map((address) => [mode, address] as const),
			),
		)('by %s, %j is report 7', async (mode, address) => {
			const [value, items] = give(address);
			const outcome = await runWith(report('get', { reportId: locator(mode, value) }), items);
			expect(seen()).toMatchObject({ method: 'GET', path: '/reports/7', query: {} });
			expect(outcome.items[0]?.json.id).toBe(7);
		});

		it.each(['  two  spaces ', ' ', 'ä&b=c+d%20', '0'])(
			'the password %j arrives unchanged',
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

		it.each(['report', 'project'])('sends no empty search for %ss', async (resource) => {
			const [search, items] = give('');
			await runWith({ resource, operation: 'getAll', filters: { search } }, items);
			expect(seen()?.query).toEqual({ per_page: '50' });
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

	it.each([null, undefined, '', {}])(
		'accepts the password %j if the privacy of the item needs none',
		async (password) => {
			const fields = {
				privacy: '={{ $json.value.privacy }}',
				password: '={{ $json.value.password }}',
			};
			const items = [
				{ privacy: 0, password },
				{ privacy: 1, password },
				{ privacy: 2, password: 'secret' },
			] as never[];
			for (const parameters of [
				report('create', { url: PAGE, ...fields }),
				report('update', { reportId: locator('id', '1'), updateFields: fields }),
			]) {
				const outcome = await runWith(parameters, items);
				expect([outcome.error, outcome.items.length]).toEqual([undefined, 3]);
			}
			const sent = sandbox.requests.map(({ body }) => body.password);
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
});
