import { locator, report } from '../support/node';
import { addresses, startService } from '../support/service';

// More page sizes: test/nodes/WebPageReport/list
it('Get Many returns the first rows, and reads no more pages than needed', async () => {
	const sandbox = await startService({ reports: 230 });
	const { items } = await sandbox.run(report('getAll', { limit: 12, options: { perPage: 10 } }));
	expect(items.map(({ json }) => json.id)).toEqual(Array.from(Array(12), (_, at) => 230 - at));
	expect(sandbox.requests.map(({ query }) => query)).toEqual([
		{ per_page: '10' },
		{ per_page: '10', page: '2' },
	]);
});

it.each([undefined, 'continueRegularOutput'] as const)(
	'a report picked from the list is deleted once, for all items, with On Error %s',
	async (onError) => {
		const sandbox = await startService({ reports: 40 });
		const reportId = locator('list', '30', { cachedResultName: '#30' });
		const items = addresses(4).map((url) => ({ url }));
		const outcome = await sandbox.run(report('delete', { reportId }), { items, onError });
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.map(({ json, pairedItem }) => ({ ...json, pairedItem }))).toEqual(
			items.map((_, item) => ({ deleted: true, id: 30, pairedItem: { item } })),
		);
		expect(sandbox.requests.map(({ method }) => method)).toEqual(['DELETE']);
	},
);
