import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { Limiter, LONGEST_WAIT } from '../../../../nodes/WebPageReport/transport/limiter';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
	jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const overload = new Failure('Busy', 'Wait.', { fate: 'unknown', isPassing: true });
const unsent = new Failure('No route', 'Wait.', { isPassing: true });
const refused = new Failure('No', 'Stop.', { fate: 'refused' });
const tooMany = (after?: number) =>
	new Failure('Too many requests', 'Wait.', { fate: 'not taken', isPassing: true, after });

/** A limiter that so many requests want to pass; those in flight can be answered all together. */
async function flooded(most: number, count = 2_000) {
	const limiter = new Limiter(most);
	let ends: Array<(failure?: Failure) => void> = [];
	const patience = { signal: new AbortController().signal, deadline: Infinity };
	const lane = { isHeld: false };
	const send = (): Promise<void> =>
		limiter.run({ ...patience, lane }, () => {
			return new Promise<void>((resolve, reject) => {
				ends.push((failure) => {
					if (failure) reject(failure);
					else resolve();
				});
			});
		});
	/** Answers all, and says how many are in flight after the pause that may bring. */
	const round = async (failure?: Failure): Promise<number> => {
		const all = ends;
		ends = [];
		for (const end of all) end(failure);
		await jest.advanceTimersByTimeAsync(500);
		return ends.length;
	};
	for (let sent = 0; sent < count; sent++) send().catch(() => undefined);
	return { limiter, send, round, first: await round() };
}

it.each<[string, number, Array<Failure | undefined>, number[]]>([
	['ten, twice as many a round, up to the most', 100, Array(4).fill(undefined), [20, 40, 80, 100]],
	['the most, where that is less than ten', 3, [undefined], [3]],
	['half once for a round of overload, then one more', 100, [overload, undefined], [5, 6]],
	['half again for each such round, down to one', 10, Array(4).fill(overload), [5, 2, 1, 1]],
	['one after a 429, then ten, then one more', 100, [undefined, tooMany(), undefined], [20, 1, 10]],
	['as many as before after what was not sent', 100, [unsent, undefined], [10, 20]],
	['twice as many after refusals of one alone', 100, [refused], [20]],
])('in flight are %s', async (_, most, outcomes, inFlight) => {
	const { first, round } = await flooded(most);
	const rounds: number[] = [];
	for (const outcome of outcomes) rounds.push(await round(outcome));
	expect([first, ...rounds]).toEqual([Math.min(10, most), ...inFlight]);
});

it('of two credentials the careful one counts, as long as any request is under way', async () => {
	const { limiter, round } = await flooded(10, 20);
	limiter.allow(4);
	limiter.allow(8);
	expect([limiter.most, await round()]).toEqual([4, 4]);
	for (let rounds = 0; rounds < 3; rounds++) await round();
	limiter.allow(8);
	expect(limiter.most).toBe(8);
});

it.each([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])(
	'a pause that ends in the very moment in which it is looked at keeps nobody, after %i looks',
	async (looks) => {
		const { send, round } = await flooded(1, 1);
		const sent = jest.fn();
		void send().then(sent);
		// Every look at the clock is a second later than the one before
		let later = 0;
		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 1_000 * ++later);
		await round(tooMany(1_000 * looks - 1));
		await jest.advanceTimersByTimeAsync(30_000);
		clock.mockRestore();
		await round();
		await round();
		expect(sent).toHaveBeenCalled();
	},
);

it.each([
	[undefined, [false, false, true]],
	[tooMany(LONGEST_WAIT), [false, false, true]],
	[tooMany(LONGEST_WAIT + 1_000), [false, true, true]],
])(
	'what is known of a service is of use for a while after the answer %p',
	async (said, isStale) => {
		const { limiter, round } = await flooded(1, 1);
		const inUse = limiter.isStale(Infinity);
		const end = Date.now();
		await round(said);
		expect([inUse, limiter.isStale(end), limiter.isStale(end + 1)]).toEqual(isStale);
	},
);
