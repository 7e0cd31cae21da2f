import type { INodeExecutionData } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/service/service';
import { run } from '../support/engine';
import { report } from '../support/node';

const MINUTES = 60_000;

it(
	'creates 1,000 reports on a flaky service with a limit of 600 a minute: outputs every report, and fails every item that has none',
	async () => {
		const sandbox = await startSandbox({
			reports: 0,
			rateLimit: { max: 600, window: MINUTES },
			// No two of them coincide within 10,000 requests
			conditions: [
				// Slow, so that a lost report is still among the newest hundred when the node searches for it
				{ method: 'POST', delay: 400 },
				{ method: 'POST', every: 100, drop: true },
				{ method: 'POST', every: 101, skip: 101, drop: true, done: true },
				{ method: 'POST', every: 199, skip: 199, status: 503, done: true },
				{ method: 'POST', every: 211, skip: 211, status: 504, late: 8000 },
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
		const created = [...sandbox.data.reports.values()].map(({ id, url }) => ({ id, url }));
		await sandbox.close();

		const askedBy = ({ pairedItem }: INodeExecutionData) =>
			items[(pairedItem as { item: number }).item]?.url;
		// No duplicates
		const there = new Set(created.map(({ url }) => url));
		expect(there.size).toBe(created.length);
		// Every report was output once, by the item that requested it, even if its response was lost
		const own = outcome.items.map((item) => {
			const { id, url } = item.json;
			return { id, url, asked: askedBy(item) };
		});
		expect(own.sort((one, other) => Number(one.id) - Number(other.id))).toEqual(
			created.map(({ id, url }) => ({ id, url, asked: url })),
		);
		// Every create without a report failed, with the right advice
		const missing = items.map(({ url }) => url).filter((url) => !there.has(url));
		expect(missing.length).toBeGreaterThanOrEqual(10);
		expect(outcome.failed.map(askedBy).sort()).toEqual(missing.sort());
		for (const { json } of outcome.failed)
			expect(json.message).toMatch(/may have been created\. n8n searched /);
		// The node learned the limit: at most 2% of the requests were refused and retried
		const sent = sandbox.requests.filter(({ method }) => method === 'POST');
		expect(sent.length).toBeLessThanOrEqual(1020);
	},
	5 * MINUTES,
);

it(
	'lists 10,000 reports without duplicates or gaps while new ones appear',
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
