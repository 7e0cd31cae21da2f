import { HEAVY_TAIL, type Traits } from './service';
import { bestTime, type Figures, simulate, upTo } from './simulate';
import type { Limit } from './throttle';

const REQUESTS = 240;

const MOST = 60;

/** In milliseconds, as are all times here. */
const WINDOW = 10_000;

/** Services tell times in whole seconds, so that each new window may be noticed so much later. */
const SECOND = 1_000;

const ROUNDING = (REQUESTS / MOST - 1) * SECOND;

/** How a service says what is left. The second one is how Laravel counts seconds. */
const STATED: Array<[string, Traits]> = [
	['on all answers, the end of the window on a refusal', { dialect: 'remaining' }],
	['the same with seconds rounded down', { dialect: 'remaining', roundsDown: true }],
	['and the end of the window on all answers', { dialect: 'reset' }],
];

const RATE_LIMIT: [string, Traits] = [
	'and the end of the window in RateLimit',
	{ dialect: 'RateLimit' },
];

interface Host extends Traits {
	atOnce: number;
	seed: number;
}

const latencies = { '50 ms': () => 50, '1 s': () => 1_000, 'a heavy tail': HEAVY_TAIL };

/** Hosts, and how long they take. Two workers are slower than the limit if they take a second. */
const HOSTS = Object.entries(latencies).flatMap(([name, latency], index) =>
	[
		{ workers: 100, atOnce: 10 },
		{ workers: 100, atOnce: 100 },
		{ workers: 8, atOnce: 10 },
		{ workers: 2, atOnce: 10 },
	].map(({ workers, atOnce }, other): [string, Host] => [
		`${String(workers)} workers with ${name}, ${String(atOnce)} at once`,
		{ workers, latency, atOnce, seed: 4 * index + other },
	]),
);

const bests = new Map<string, number>();

/** The best that anybody can do at a limit, whatever is said of it. */
async function bestAt(limit: Limit, name: string, { atOnce, seed, ...host }: Host) {
	const key = `${limit.kind}, ${name}`;
	const best = bests.get(key) ?? (await bestTime({ ...host, limit }, REQUESTS, atOnce, seed));
	bests.set(key, best);
	return best;
}

/** Whether answers can take so long that nobody can say which window they counted in, or a hundred of them are slow. */
function isVague({ latency, atOnce }: Host): boolean {
	return latency === HEAVY_TAIL || (atOnce > 10 && latency === latencies['1 s']);
}

/** How many are refused at the most in a window that nobody speaks of: a refusal leaves ten at once. */
const A_WINDOW = 10;

/** Makes sure of what holds on every service. */
function expectCare({ simulated, outcomes }: Figures, { atOnce, workers = Infinity }: Host) {
	expect(outcomes.flat().filter((outcome) => typeof outcome !== 'number')).toEqual([]);
	expect(simulated.taken).toBe(REQUESTS);
	expect(simulated.most).toBeLessThanOrEqual(atOnce);
	expect(simulated.longestQueue).toBeLessThanOrEqual(Math.max(0, atOnce - workers));
}

describe.each<Limit['kind']>(['fixed', 'aligned', 'sliding'])('a %s window', (kind) => {
	const limit = { kind, most: MOST, window: WINDOW };

	describe.each(HOSTS)('on a host of %s', (name, host) => {
		const lanes = [{ requests: REQUESTS }];

		it.each(STATED)('costs next to nothing where it is said what is left %s', async (_, stated) => {
			const traits = { ...host, ...stated, limit };
			const figures = await simulate(traits, lanes, host.atOnce, host.seed);
			expectCare(figures, host);
			// One a window shows where it ends, and answers that overtake each other hide what is left
			const windows = Math.ceil(figures.time / WINDOW);
			expect(figures.simulated.refused).toBeLessThanOrEqual(1 + windows + 0.02 * REQUESTS);
			const best = await bestAt(limit, name, host);
			expect(figures.time).toBeLessThanOrEqual((isVague(host) ? 1.35 : 1.1) * best + ROUNDING);
		});

		it('costs little time where only a refusal says when there is more', async () => {
			const traits: Traits = { ...host, dialect: 'retry-after', limit };
			const figures = await simulate(traits, lanes, host.atOnce, host.seed);
			expectCare(figures, host);
			const windows = Math.ceil(figures.time / WINDOW);
			expect(figures.simulated.refused).toBeLessThanOrEqual(windows * A_WINDOW);
			const best = await bestAt(limit, name, host);
			expect(figures.time).toBeLessThanOrEqual((isVague(host) ? 1.2 : 1.1) * best);
		});

		it('ends within one and a half of the time where nothing is said', async () => {
			const traits: Traits = { ...host, dialect: 'none', limit };
			const figures = await simulate(traits, lanes, host.atOnce, host.seed);
			expectCare(figures, host);
			// Who goes ahead after too short a pause is one more
			const windows = Math.ceil(figures.time / WINDOW) + 1;
			expect(figures.simulated.refused).toBeLessThanOrEqual(windows * A_WINDOW);
			const best = await bestAt(limit, name, host);
			expect(figures.time).toBeLessThanOrEqual((host.atOnce > 10 ? 1.55 : 1.4) * best);
		});
	});

	it.each([...STATED, RATE_LIMIT])(
		'is shared with others where it is said what is left %s',
		async (_, stated) => {
			for (const seed of upTo(2)) {
				const traits = { ...stated, limit, latency: () => 50, others: 2 };
				const figures = await simulate(traits, [{ requests: REQUESTS }], 10, seed);
				expectCare(figures, { atOnce: 10, seed });
				// One a window shows that others have used it up; where the pause was too short, one more
				const windows = Math.ceil(figures.time / WINDOW);
				const most = 1 + windows + 0.02 * REQUESTS + (stated.roundsDown ? 1 : 0);
				expect(figures.simulated.refused).toBeLessThanOrEqual(most);
				const best = await bestTime(traits, REQUESTS, 10, seed);
				expect(figures.time).toBeLessThanOrEqual(1.1 * best + windows * SECOND);
			}
		},
	);

	it.each([...STATED, RATE_LIMIT])(
		'is shared by several runs where it is said what is left %s',
		async (_, stated) => {
			const traits = { ...stated, limit, latency: () => 500 };
			const lanes = [{ requests: 20 }, { requests: 70, begins: 2_000 }, { requests: 150 }];
			const figures = await simulate(traits, lanes, 10, 5);
			expectCare(figures, { atOnce: 10, seed: 5 });
			const windows = Math.ceil(figures.time / WINDOW);
			expect(figures.simulated.refused).toBeLessThanOrEqual(1 + windows + 0.02 * REQUESTS);
			const best = await bestTime(traits, REQUESTS, 10, 5);
			expect(figures.time).toBeLessThanOrEqual(1.1 * best + ROUNDING);
		},
	);
});
