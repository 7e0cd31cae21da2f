import { Failure, type FailureDetails } from '../../../../nodes/WebPageReport/errors/failure';
import { Cooldown } from '../../../../nodes/WebPageReport/transport/cooldown';
import { withRetries } from '../../../../nodes/WebPageReport/transport/retry';
import { failureOf } from '../../../support/failureOf';

const MINUTE = 60_000;

const failed = (retry?: FailureDetails['retry']) =>
	new Failure('It did not work', 'Do something else.', { retry, code: '503' });

/** A service that answers like this, one outcome a request and the last one for ever; what it throws are errors. */
function service(...outcomes: unknown[]) {
	const start = Date.now();
	const times: number[] = [];
	const attempt = async () => {
		times.push(Date.now() - start);
		const outcome = outcomes[Math.min(times.length, outcomes.length) - 1];
		if (outcome instanceof Error) throw outcome;
		return await Promise.resolve(outcome);
	};
	return { times, attempt };
}

/** Runs the fake clock for as long as it takes. */
async function inTime<T>(work: Promise<T>): Promise<T> {
	const [outcome] = await Promise.allSettled([work, jest.advanceTimersByTimeAsync(30 * MINUTE)]);
	if (outcome.status === 'rejected') throw outcome.reason;
	return outcome.value;
}

type RetryOptions = Parameters<typeof withRetries>[1];

const sent = async (attempt: () => Promise<unknown>, how: Partial<RetryOptions>) =>
	await inTime(
		withRetries(attempt, {
			isRead: false,
			cooldown: new Cooldown(),
			check: () => undefined,
			...how,
		}),
	);

const read = async (attempt: () => Promise<unknown>, how: Partial<RetryOptions> = {}) =>
	await sent(attempt, { isRead: true, ...how });
const write = async (attempt: () => Promise<unknown>, how: Partial<RetryOptions> = {}) =>
	await sent(attempt, how);

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('a request', () => {
	it.each([
		['a read', read],
		['a write', write],
	])('is sent once where it succeeds: %s', async (_, send) => {
		const { times, attempt } = service({ id: 1 });
		expect(await send(attempt)).toEqual({ id: 1 });
		expect(times).toEqual([0]);
	});

	it.each([
		['a read', read],
		['a write', write],
	])('is sent once where sending it again leads to the same failure: %s', async (_, send) => {
		const outcome = failed();
		const { times, attempt } = service(outcome);
		expect(await failureOf(async () => await send(attempt))).toBe(outcome);
		expect(times).toEqual([0]);
	});

	it.each([
		['a read', read],
		['a write', write],
	])('that was not taken is sent again after the pause asked for: %s', async (_, send) => {
		const { times, attempt } = service(
			failed({ of: 'any request', after: 3_000 }),
			failed({ of: 'any request', after: 1_000 }),
			'done',
		);
		expect(await send(attempt)).toBe('done');
		expect(times).toEqual([0, 3_000, 4_000]);
	});

	it('waits for a pause that another one was asked for', async () => {
		const cooldown = new Cooldown();
		cooldown.extend(700);
		const { times, attempt } = service('done');
		await write(attempt, { cooldown });
		expect(times).toEqual([700]);
	});
});

const broken = failed({ of: 'reads' });

describe('a read that got no answer', () => {
	it('is sent four times, with pauses that grow, and fails with the last failure', async () => {
		const last = failed({ of: 'reads' });
		const { times, attempt } = service(broken, broken, broken, last);
		expect(await failureOf(async () => await read(attempt))).toBe(last);
		expect(times).toEqual([0, 500, 1_500, 3_500]);
	});

	it('succeeds at the fourth time', async () => {
		const { times, attempt } = service(broken, broken, broken, 'done');
		expect(await read(attempt)).toBe('done');
		expect(times).toHaveLength(4);
	});

	it('waits at least half as long, so that not all come back at once', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const { times, attempt } = service(broken);
		await failureOf(async () => await read(attempt));
		expect(times).toEqual([0, 250, 750, 1_750]);
	});

	it('waits as long as the service asks for, and holds up no other request', async () => {
		const cooldown = new Cooldown();
		const extend = jest.spyOn(cooldown, 'extend');
		const { times, attempt } = service(failed({ of: 'reads', after: 3_000 }), 'done');
		await read(attempt, { cooldown });
		expect(times).toEqual([0, 3_000]);
		expect(extend).not.toHaveBeenCalled();
	});

	it.each([
		[10 * MINUTE, [0, 10 * MINUTE]],
		[10 * MINUTE + 1, [0]],
	])('is sent again after %d ms only if that is ten minutes at the most', async (after, sent) => {
		const { times, attempt } = service(failed({ of: 'reads', after }), failed());
		const { advice } = await failureOf(async () => await read(attempt));
		expect(times).toEqual(sent);
		expect(advice.includes('this node waits 10 minutes at the most')).toBe(sent.length === 1);
	});

	it('is not sent again once nobody wants it any more', async () => {
		const stopped = Date.now() + 100;
		const check = () => {
			if (Date.now() > stopped) throw new Failure('Not wanted', 'Go home.');
		};
		const { times, attempt } = service(broken);
		const { title } = await failureOf(async () => await read(attempt, { check }));
		expect(title).toBe('Not wanted');
		expect(times).toEqual([0]);
	});
});

describe('a write that got no answer', () => {
	it('is never sent again, also where the service names a time', async () => {
		const outcome = failed({ of: 'reads', after: 10 });
		const { times, attempt } = service(outcome);
		expect(await failureOf(async () => await write(attempt))).toBe(outcome);
		expect(times).toEqual([0]);
	});
});

describe('a service that takes nothing', () => {
	it('and names no time is asked at growing pauses, of a minute at the most', async () => {
		const { times, attempt } = service(failed({ of: 'any request' }));
		await failureOf(async () => await write(attempt));
		const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
		expect(pauses.slice(0, 9)).toEqual([
			500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
		]);
		expect(Math.max(...pauses)).toBe(MINUTE);
		expect(times.at(-1)).toBeGreaterThan(9 * MINUTE);
		expect(times.at(-1)).toBeLessThanOrEqual(10 * MINUTE);
	});

	it.each([0, 1, 499, 500])(
		'and asks for %d ms is not asked again without a pause',
		async (after) => {
			const { times, attempt } = service(failed({ of: 'any request', after }), 'done');
			expect(await write(attempt)).toBe('done');
			expect(times).toEqual([0, 500]);
		},
	);

	it('does not use up the tries of a read', async () => {
		const limited = failed({ of: 'any request', after: 1_000 });
		const { times, attempt } = service(limited, limited, limited, limited, broken, 'done');
		expect(await read(attempt)).toBe('done');
		expect(times).toHaveLength(6);
	});

	it('holds up all requests of the run', async () => {
		const cooldown = new Cooldown();
		const extend = jest.spyOn(cooldown, 'extend');
		const { attempt } = service(failed({ of: 'any request', after: 2_000 }), 'done');
		await write(attempt, { cooldown });
		expect(extend.mock.calls).toEqual([[2_000]]);
	});

	it('and asks for ten minutes gets them', async () => {
		const after = 10 * MINUTE;
		const { times, attempt } = service(failed({ of: 'any request', after }), 'done');
		expect(await write(attempt)).toBe('done');
		expect(times).toEqual([0, after]);
	});

	it.each([10 * MINUTE + 1, 90 * MINUTE])(
		'and asks for %d ms is left at once, with a word on it',
		async (after) => {
			const { times, attempt } = service(failed({ of: 'any request', after }));
			const { title, advice, details } = await failureOf(async () => await write(attempt));
			expect(times).toEqual([0]);
			expect(title).toBe('It did not work');
			expect(advice).toBe(
				'Do something else. For one request this node waits 10 minutes at the most.',
			);
			expect(details).toEqual({ code: '503' });
		},
	);

	it('is not even asked while the pause of the run is too long', async () => {
		const cooldown = new Cooldown();
		cooldown.extend(11 * MINUTE);
		const { times, attempt } = service('done');
		const { title, advice } = await failureOf(async () => await write(attempt, { cooldown }));
		expect(times).toEqual([]);
		expect(title).toBe('The service takes no more requests for now');
		expect(advice).toMatch(/^Nothing was done\. Run it again later\. .* 10 minutes/);
	});

	it('is left where all its pauses together take more than ten minutes', async () => {
		const { times, attempt } = service(failed({ of: 'any request', after: 4 * MINUTE }));
		await failureOf(async () => await write(attempt));
		expect(times).toEqual([0, 4 * MINUTE, 8 * MINUTE]);
	});
});

describe('whoever sends a request', () => {
	it.each([
		[30_000, '30 seconds'],
		[20_000, '20 seconds'],
		[59_999, '59.999 seconds'],
		[90_000, '1.5 minutes'],
		[5 * MINUTE, '5 minutes'],
	])('is patient for %d ms: %s', async (patience, words) => {
		for (const of of ['any request', 'reads'] as const) {
			const patient = service(failed({ of, after: patience }), 'done');
			expect(await read(patient.attempt, { patience })).toBe('done');

			const { times, attempt } = service(failed({ of, after: patience + 1 }));
			const { advice, details } = await failureOf(async () => await read(attempt, { patience }));
			expect(times).toEqual([0]);
			expect(advice).toBe(
				`Do something else. For one request this node waits ${words} at the most.`,
			);
			expect(details).toEqual({ code: '503' });
		}
	});

	it('is asked before every attempt whether it is still wanted', async () => {
		const { times, attempt } = service(broken, broken, 'done');
		let left = 2;
		const check = jest.fn(() => {
			if (times.length === 2 && left-- === 0) throw new Failure('Not wanted', 'Go home.');
		});
		await failureOf(async () => await read(attempt, { check }));
		expect(times).toEqual([0, 500]);
	});

	it('sends nothing that nobody wants', async () => {
		const { times, attempt } = service('done');
		const check = () => {
			throw new Failure('Not wanted', 'Go home.');
		};
		const { title } = await failureOf(async () => await write(attempt, { check }));
		expect(title).toBe('Not wanted');
		expect(times).toEqual([]);
	});

	it.each([true, false])(
		'hears at once of what is no failure of it; a read: %j',
		async (isRead) => {
			const error = new TypeError('x is not a function');
			const { times, attempt } = service(error);
			await expect(sent(attempt, { isRead })).rejects.toBe(error);
			expect(times).toEqual([0]);
		},
	);

	it.each([undefined, '', null, 0, []])('gets the body %j as it is', async (body) => {
		expect(await read(service(body).attempt)).toBe(body);
	});
});
