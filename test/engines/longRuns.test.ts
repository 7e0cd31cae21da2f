import type { Condition } from '../../sandbox/service/conditions';
import { fastTime } from '../support/engine';
import { locator, report } from '../support/node';
import {
	addresses,
	bucket,
	byId,
	CREATE,
	numbered,
	numberedService,
	startEmpty,
} from '../support/service';

/** Long runs, and long waits. */

const MINUTE = 60_000;

const time = fastTime();
time.speed = 100;

const service = numberedService();

it.each([
	['nothing', { 'retry-after': '' }],
	['Retry-After: 1', { 'retry-after': '1' }],
])(
	'a 15-minute run on a service that takes one request a second and says %s loses and duplicates nothing',
	async (_, headers) => {
		const { answer, refused } = bucket(1000, 5, headers);
		await service.start(answer);
		const { items, error, took } = await service.run(CREATE, 900);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.url)).toEqual(addresses(900));
		expect(took).toBeGreaterThan(10 * MINUTE);
		expect(service.asked).toHaveLength(900 + refused());
		// Without pacing, nine in ten requests were refused
		expect(refused()).toBeLessThan(450);
	},
	120_000,
);

it('a create that the service keeps refusing fails after ten minutes, even if the service accepts reads meanwhile', async () => {
	const limited = await startEmpty({
		reports: 1,
		conditions: [{ method: 'POST', status: 429, headers: { 'retry-after': '' } }],
	});
	let isOver = false as boolean;
	const creating = limited.run(CREATE, { items: numbered(3) }).finally(() => {
		isOver = true;
	});
	while (!isOver) await limited.run(report('get', { reportId: locator('id', '1') }));
	const { error, took } = await creating;
	expect(error?.message).toMatch(/^Too many requests \(429\)/);
	expect(took).toBeGreaterThan(9 * MINUTE);
	expect(limited.data.reports.size).toBe(1);
}, 120_000);

describe('an hourly limit', () => {
	beforeAll(() => {
		time.speed = 800;
	});
	afterAll(() => {
		time.speed = 100;
	});

	/** Accepts 100 of 120 requests, and the rest 45 minutes later. */
	const startLimited = async () => {
		let taken = 0;
		let opensAt = Infinity;
		await service.start(() => {
			if (taken++ < 100 || Date.now() > opensAt) return {};
			opensAt = Math.min(opensAt, Date.now() + 45 * MINUTE);
			const seconds = Math.ceil((opensAt - Date.now()) / 1000);
			return { status: 429, headers: { 'retry-after': String(seconds) } };
		});
	};

	it.each(['trigger', 'cli', 'retry', 'integrated'] as const)(
		'is waited out if nobody is waiting for the run: %s',
		async (mode) => {
			await startLimited();
			const { items, error, took } = await service.run(CREATE, 120, { mode });
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.url)).toEqual(addresses(120));
			expect(took).toBeGreaterThan(45 * MINUTE);
		},
		120_000,
	);

	it('is waited out by the search for a lost create, too', async () => {
		let opensAt = Infinity;
		const answer = (): Condition => {
			if (opensAt === Infinity) {
				opensAt = Date.now() + 45 * MINUTE;
				return { drop: true, done: true };
			}
			const seconds = Math.ceil((opensAt - Date.now()) / 1000);
			return seconds > 0 ? { status: 429, headers: { 'retry-after': String(seconds) } } : {};
		};
		const limited = await startEmpty({ conditions: [answer] });
		const { items, error } = await limited.run(CREATE, { items: numbered(3), mode: 'trigger' });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.url)).toEqual(addresses(3));
		expect(limited.data.reports.size).toBe(3);
	});

	it.each(['manual', 'webhook'] as const)(
		'makes a run fail at once if a person waits for it, and the next run too: %s',
		async (mode) => {
			await startLimited();
			const first = await service.run(CREATE, 120, { mode });
			const sent = service.asked.length;
			const second = await service.run(CREATE, 1, { mode });
			for (const { error, took } of [first, second]) {
				expect(error?.description).toMatch(/^The service asked n8n to wait 4\d minutes\. /);
				expect(took).toBeLessThan(20 * MINUTE);
			}
			// It asks the service again, whose limit may have changed by then
			expect(service.asked.length).toBe(sent + 1);
		},
	);

	it('announced in headers makes a scheduled run wait, and a concurrent manual run fail', async () => {
		const headers = { 'x-ratelimit-remaining': '0', 'retry-after': '2700' };
		await service.start((_, before) => (before === 0 ? { headers } : {}));
		const night = service.run(CREATE, 1, { mode: 'trigger' });
		await night;
		const scheduled = service.run(byId('get'), 1, { mode: 'trigger' });
		const { error, took } = await service.run(byId('get'), 1);
		expect(error?.message).toBe('Too many requests (429)');
		expect(error?.description).toMatch(/^The service asked n8n to wait 4\d minutes\. /);
		expect(took).toBeLessThan(20 * MINUTE);
		expect((await scheduled).took).toBeGreaterThan(44 * MINUTE);
	});
});

it.each([503, 508])(
	'100 creates on a host that answers more than five at once with %i rarely fail, and none is done twice',
	async (status) => {
		const host = await startEmpty({
			conditions: [(): Condition => (host.atOnce <= 5 ? { delay: 20 } : { status })],
		});
		const items = numbered(100);
		const outcome = await host.run(CREATE, { items, onError: 'continueErrorOutput' });
		expect(outcome.failed.length).toBeLessThanOrEqual(15);
		expect(outcome.items.length).toBe(100 - outcome.failed.length);
		expect(host.writes()).toBe(100);
		expect(host.data.reports.size).toBe(outcome.items.length);
	},
);

it('a pause from a stopped run still applies to the next one, minutes later', async () => {
	const arrived: number[] = [];
	await service.start((_, before) => {
		arrived.push(Date.now());
		return before === 0 ? { status: 429, headers: { 'retry-after': '400' } } : {};
	});
	await service.run(byId('get'), 1, { stopWhen: () => arrived.length > 0 });
	await new Promise((resolve) => setTimeout(resolve, 2 * MINUTE));
	const { items } = await service.run(byId('get'), 1);
	expect(items).toHaveLength(1);
	expect(Number(arrived[1]) - Number(arrived[0])).toBeGreaterThanOrEqual(399_000);
});

it('a tool that times out does not lower the concurrency of others', async () => {
	const slow = await startEmpty({
		reports: 20,
		conditions: [{ times: 1, delay: 4_000 }, { delay: 100 }],
	});
	const parameters = report('get', { reportId: locator('id', '1') });
	const { error } = await slow.run(parameters, { asTool: true });
	expect(error?.description).toContain('As a tool, this node has to answer within 45 seconds.');
	await slow.run(byId('get'), {
		items: numbered(10).map(({ number }) => ({ number: number + 1 })),
	});
	expect(slow.mostAtOnce).toBeGreaterThanOrEqual(10);
});
