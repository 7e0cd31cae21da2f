import { setTimeout as pause } from 'node:timers/promises';

import type { Condition } from '../../sandbox/service/conditions';
import { fastTime } from '../support/engine';
import { locator, report } from '../support/node';
import { addresses, CREATE, type Service, startEmpty } from '../support/service';

/** What the simulation of limiter and service cannot show: that runs in n8n share a limiter, and how long they wait. */

const GET = report('get', { reportId: locator('id', '1') });

const MINUTE = 60_000;

let service: Service;

it('a 429 pauses every workflow with the same credential, and none with another key', async () => {
	const arrived: number[] = [];
	const note = () => {
		arrived.push(Date.now());
		return undefined;
	};
	const busy = { times: 1, status: 429, headers: { 'retry-after': '4' } };
	const conditions = [note, busy, { delay: 30 }];
	service = await startEmpty({ keys: ['a-key', 'another-key'], conditions });
	let isPaused = true as boolean;
	const paused = service.runMany(CREATE, 20).finally(() => {
		isPaused = false;
	});
	while (arrived.length < 10 || service.atOnce > 0) await pause(10);
	const other = await service.runMany(CREATE, 3, {
		credential: { ...service.credential, apiKey: 'another-key' },
	});
	expect(isPaused).toBe(true);
	const same = await service.runMany(CREATE, 3);

	expect([other, same, await paused].map(({ items }) => items.length)).toEqual([3, 3, 20]);
	const [first = 0] = arrived;
	// Those in flight when the answer came, and those with the other key
	expect(arrived.filter((at) => at - first < 3900).length).toBeLessThanOrEqual(13);
	expect(service.requests).toHaveLength(27);
	expect(service.data.reports.size).toBe(26);
	expect(service.mostAtOnce).toBeLessThanOrEqual(10);
});

it('three runs together send as many at once as the credential sets, and hold up no Get', async () => {
	service = await startEmpty({ reports: 1, conditions: [{ method: 'POST', delay: 50 }] });
	const more = { credential: { ...service.credential, requestsAtOnce: 3 } };
	const creates = Promise.all([1, 2, 3].map(async () => await service.runMany(CREATE, 50, more)));
	await pause(500);
	const get = await service.runMany(GET, 1, more);
	const outcomes = await creates;

	expect(get.items.map(({ json }) => json.id)).toEqual([1]);
	expect(get.took).toBeLessThan(Math.max(...outcomes.map(({ took }) => took)) / 2);
	for (const { items } of outcomes) {
		expect(items.map(({ json }) => json.url)).toEqual(addresses(50));
	}
	expect(service.mostAtOnce).toBe(3);
});

describe('in fast time,', () => {
	const time = fastTime();

	/** Refuses requests until 45 minutes after its first answer. */
	const hourly = (first: Condition) => {
		let opensAt = Infinity;
		return (): Condition => {
			if (opensAt === Infinity) {
				opensAt = Date.now() + 45 * MINUTE;
				return first;
			}
			const seconds = Math.ceil((opensAt - Date.now()) / 1000);
			return seconds > 0 ? { status: 429, headers: { 'retry-after': String(seconds) } } : {};
		};
	};

	it.each(['trigger', 'cli', 'retry', 'integrated', 'manual', 'webhook'] as const)(
		'only an execution that nobody waits for waits out 45 minutes: %s',
		async (mode) => {
			time.speed = 800;
			service = await startEmpty({ conditions: [hourly({})] });
			const { items, error, took } = await service.runMany(CREATE, 3, { mode });
			const isAttended = mode === 'manual' || mode === 'webhook';
			expect(items.map(({ json }) => json.url)).toEqual(isAttended ? [] : addresses(3));
			expect(took > 45 * MINUTE).toBe(!isAttended);
			if (isAttended) {
				expect(error?.description).toMatch(/^The service asked n8n to wait 4\d minutes\. /);
			}
		},
	);

	it('the search for a lost create waits, too', async () => {
		// Slow enough for a busy machine: a read has ten seconds
		time.speed = 200;
		service = await startEmpty({ conditions: [hourly({ drop: true, done: true })] });
		const { items } = await service.runMany(CREATE, 3, { mode: 'trigger' });
		expect(items.map(({ json }) => json.url)).toEqual(addresses(3));
		expect(service.data.reports.size).toBe(3);
	}, 120_000);

	it('a create that is always refused fails after ten minutes, even if reads are accepted', async () => {
		time.speed = 100;
		service = await startEmpty({
			reports: 1,
			conditions: [{ method: 'POST', status: 429, headers: { 'retry-after': '' } }],
		});
		let isOver = false as boolean;
		const creating = service.runMany(CREATE, 3).finally(() => {
			isOver = true;
		});
		while (!isOver) await service.runMany(GET, 1);
		const { error, took } = await creating;
		expect(error?.message).toMatch(/^Too many requests \(429\)/);
		expect(took).toBeGreaterThan(9 * MINUTE);
		expect(service.data.reports.size).toBe(1);
	});
});
