import { startSandbox } from '../../sandbox/service/service';
import { run } from '../support/engine';
import { report } from '../support/node';

const MINUTES = 60_000;

it(
	'creates 1,000 reports on a service that takes 600 a minute and fails now and then: each once, or with a clear error',
	async () => {
		const sandbox = await startSandbox({
			reports: 0,
			rateLimit: { max: 600, window: MINUTES },
			conditions: [
				{ method: 'POST', every: 50, done: true, drop: true },
				{ method: 'POST', every: 97, skip: 1, done: true, status: 503 },
			],
		});
		const items = Array.from({ length: 1000 }, (_, page) => ({
			url: `https://example.com/${String(page)}`,
		}));
		const outcome = await run({
			credential: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey },
			parameters: report('create', { url: '={{ $json.url }}' }),
			items,
			onError: 'continueErrorOutput',
		});
		const created = [...sandbox.data.reports.values()].map(({ url }) => url);
		await sandbox.close();

		// Nothing twice
		expect(new Set(created).size).toBe(created.length);
		// Nothing lost: every item comes out once, on one of the two outputs
		const out = [...outcome.items, ...outcome.failed].map(
			({ pairedItem }) => (pairedItem as { item: number }).item,
		);
		expect(out.sort((a, b) => a - b)).toEqual(items.map((_, item) => item));
		// What came out as created was created
		expect(created).toEqual(expect.arrayContaining(outcome.items.map(({ json }) => json.url)));
		// What failed had been sent, got no clear answer, and says so
		expect(outcome.failed.length).toBeGreaterThanOrEqual(25);
		expect(outcome.failed.length).toBeLessThan(50);
		for (const { json } of outcome.failed) {
			expect(json.message).toContain('It may have happened all the same');
		}
		// The limit was met, and waited for
		expect(sandbox.requests.length).toBeGreaterThan(1000);
	},
	5 * MINUTES,
);

it(
	'lists 10,000 reports without a double or a gap while new ones appear',
	async () => {
		const sandbox = await startSandbox({ reports: 10_000, projects: 50 });
		const growing = setInterval(() => sandbox.data.create('https://example.com/new', 1, null), 20);
		const { items, error } = await run({
			credential: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey },
			parameters: report('getAll', { returnAll: true }),
		});
		clearInterval(growing);
		const appeared = sandbox.data.reports.size - 10_000;
		await sandbox.close();

		expect(error).toBeUndefined();
		expect(appeared).toBeGreaterThan(10);
		const ids = items.map(({ json }) => json.id as number);
		expect(new Set(ids).size).toBe(ids.length);
		const old = ids.filter((id) => id <= 10_000);
		expect(old).toEqual(Array.from({ length: 10_000 }, (_, index) => 10_000 - index));
	},
	5 * MINUTES,
);
