import type { INodeParameters } from 'n8n-workflow';

import type { SandboxOptions } from '../../sandbox/service/service';
import type { RunOptions } from '../support/engine';
import { locator } from '../support/node';
import { addresses, type Service, startService } from '../support/service';

let sandbox: Service;

async function start(options?: SandboxOptions): Promise<void> {
	sandbox = await startService(options);
}

const report = async (operation: string, parameters: INodeParameters, more?: Partial<RunOptions>) =>
	await sandbox.run({ resource: 'report', operation, ...parameters }, more);

/** The requested pages, as page/size; the first page is requested without a number. */
function pagesAsked(): string[] {
	return sandbox.requests.map(
		({ query }) => `${query.page ?? 'first'}/${query.per_page ?? 'no size'}`,
	);
}

describe('Get Many', () => {
	// More page sizes: test/nodes/WebPageReport/list
	it.each<[INodeParameters, number, string[]]>([
		[{ limit: 12, options: { perPage: 10 } }, 12, ['first/10', '2/10']],
		[{ limit: 101 }, 101, ['first/100', '2/100']],
		[{ returnAll: true }, 230, ['first/100', '2/100', '3/100']],
	])(
		'with %j returns %i of 230 reports and reads no more pages than needed',
		async (parameters, count, pages) => {
			await start({ reports: 230 });
			const { items } = await report('getAll', parameters);
			const ids = items.map(({ json }) => json.id as number);
			expect(ids).toEqual(Array.from({ length: count }, (_, index) => 230 - index));
			expect(pagesAsked()).toEqual(pages);
		},
	);

	it('pairs every row with the item that asked for it', async () => {
		await start({ reports: 3, projects: 3 });
		const items = [...sandbox.data.reports.values()].map(({ url }) => ({ url }));
		const outcome = await report('getAll', { filters: { search: '={{ $json.url }}' } }, { items });
		expect(outcome.items.map(({ json, pairedItem }) => [json.url, pairedItem])).toEqual(
			items.map(({ url }, item) => [url, { item }]),
		);
	});
});

it.each([undefined, 'continueRegularOutput'] as const)(
	'a report picked from the list is deleted once, for all items, with On Error %s',
	async (onError) => {
		await start({ reports: 40 });
		const reportId = locator('list', '30', { cachedResultName: '#30' });
		const items = addresses(4).map((url) => ({ url }));
		const outcome = await report('delete', { reportId }, { items, onError });
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.map(({ json, pairedItem }) => ({ ...json, pairedItem }))).toEqual(
			items.map((_, item) => ({ deleted: true, id: 30, pairedItem: { item } })),
		);
		expect(sandbox.requests.map(({ method }) => method)).toEqual(['DELETE']);
	},
);
