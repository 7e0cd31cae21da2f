import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { Service } from '../../../../nodes/WebPageReport/transport/service';
import { failureOf } from '../../../support/failureOf';
import { answering, begun, failed, inTime, MINUTE, read, write } from './retried';

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** A service that has just asked another request to wait. */
async function paused(after: number): Promise<Service> {
	const service = new Service(10);
	const { attempt } = answering(failed({ of: 'any request', after }), 'done');
	void begun(attempt, { service }).catch(() => undefined);
	await jest.advanceTimersByTimeAsync(0);
	return service;
}

const sendings = [
	['a read', read],
	['a write', write],
] as const;

describe('a request', () => {
	it.each(sendings)('is sent once where it succeeds: %s', async (_, send) => {
		const { times, attempt } = answering({ id: 1 });
		expect(await send(attempt)).toEqual({ id: 1 });
		expect(times).toEqual([0]);
	});

	it.each(sendings)(
		'is sent once where sending it again leads to the same failure: %s',
		async (_, send) => {
			const outcome = failed();
			const { times, attempt } = answering(outcome);
			expect(await failureOf(async () => await send(attempt))).toBe(outcome);
			expect(times).toEqual([0]);
		},
	);

	it.each(sendings)(
		'that was not taken is sent again after the pause asked for: %s',
		async (_, send) => {
			const { times, attempt } = answering(
				failed({ of: 'any request', after: 3_000 }),
				failed({ of: 'any request', after: 1_000 }),
				'done',
			);
			expect(await send(attempt)).toBe('done');
			expect(times).toEqual([0, 3_000, 5_000]);
		},
	);

	it('waits for a pause that another one was asked for', async () => {
		const service = await paused(700);
		const { times, attempt } = answering('done');
		await write(attempt, { service });
		expect(times).toEqual([700]);
	});
});

const broken = failed({ of: 'reads' });

describe('a read that got no answer', () => {
	it('is sent four times, with pauses that grow, and fails with the last failure', async () => {
		const last = failed({ of: 'reads' });
		const { times, attempt } = answering(broken, broken, broken, last);
		expect(await failureOf(async () => await read(attempt))).toBe(last);
		expect(times).toEqual([0, 500, 1_500, 3_500]);
	});

	it('succeeds at the fourth time', async () => {
		const { times, attempt } = answering(broken, broken, broken, 'done');
		expect(await read(attempt)).toBe('done');
		expect(times).toHaveLength(4);
	});

	it('waits at least half as long, so that not all come back at once', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const { times, attempt } = answering(broken);
		await failureOf(async () => await read(attempt));
		expect(times).toEqual([0, 250, 750, 1_750]);
	});

	it('waits as long as the service asks for, and holds up no other request', async () => {
		const service = new Service(10);
		const { times, attempt } = answering(failed({ of: 'reads', after: 3_000 }), 'done');
		const waiting = begun(attempt, { service, isRepeatable: true });
		await jest.advanceTimersByTimeAsync(10);
		const other = answering('other');
		expect(await begun(other.attempt, { service })).toBe('other');
		expect(await inTime(waiting)).toBe('done');
		expect([times, other.times]).toEqual([[0, 3_000], [0]]);
	});

	it.each([
		[10 * MINUTE, [0, 10 * MINUTE]],
		[10 * MINUTE + 1, [0]],
	])('is sent again after %d ms only if that is ten minutes at the most', async (after, sent) => {
		const { times, attempt } = answering(failed({ of: 'reads', after }), failed());
		const { advice } = await failureOf(async () => await read(attempt));
		expect(times).toEqual(sent);
		expect(advice).toBe(
			sent.length === 1
				? 'The service asks to wait 10 minutes. Try again after that.'
				: 'Do something else.',
		);
	});

	it('is not sent again once nobody wants it any more', async () => {
		const stopped = Date.now() + 100;
		const isReady = () => {
			if (Date.now() > stopped) throw new Failure('Not wanted', 'Go home.');
			return true;
		};
		const { times, attempt } = answering(broken);
		const { title } = await failureOf(async () => await read(attempt, { isReady }));
		expect(title).toBe('Not wanted');
		expect(times).toEqual([0]);
	});
});

describe('a service that takes nothing', () => {
	it('and names no time is asked at growing pauses, of a minute at the most', async () => {
		const { times, attempt } = answering(failed({ of: 'any request' }));
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
			const { times, attempt } = answering(failed({ of: 'any request', after }), 'done');
			expect(await write(attempt)).toBe('done');
			expect(times).toEqual([0, 500]);
		},
	);

	it('does not use up the tries of a read', async () => {
		const limited = failed({ of: 'any request', after: 1_000 });
		const { times, attempt } = answering(limited, limited, limited, limited, broken, 'done');
		expect(await read(attempt)).toBe('done');
		expect(times).toHaveLength(6);
	});

	it('and asks for ten minutes gets them', async () => {
		const after = 10 * MINUTE;
		const { times, attempt } = answering(failed({ of: 'any request', after }), 'done');
		expect(await write(attempt)).toBe('done');
		expect(times).toEqual([0, after]);
	});

	it.each([
		[10 * MINUTE + 1, '10 minutes'],
		[150 * MINUTE, '3 hours'],
	])('and asks for %d ms is left at once, with a word on it', async (after, time) => {
		const { times, attempt } = answering(failed({ of: 'any request', after }));
		const { title, advice, details } = await failureOf(async () => await write(attempt));
		expect(times).toEqual([0]);
		expect(title).toBe('It did not work');
		expect(advice).toBe(`The service asks to wait ${time}. Try again after that.`);
		expect(details).toEqual({ code: '503' });
	});

	it('is not even asked while the pause is too long, and others have heard why', async () => {
		const service = await paused(11 * MINUTE);
		const { times, attempt } = answering('done');
		const { title, advice } = await failureOf(async () => await write(attempt, { service }));
		expect(times).toEqual([]);
		expect(title).toBe('It did not work');
		expect(advice).toBe('The service asks to wait 11 minutes. Try again after that.');
	});

	it('is left where all its pauses together take more than ten minutes', async () => {
		const { times, attempt } = answering(failed({ of: 'any request', after: 4 * MINUTE }));
		const { title, advice } = await failureOf(async () => await write(attempt));
		expect(times).toEqual([0, 4 * MINUTE, 8 * MINUTE + 1_000]);
		expect([title, advice]).toEqual([
			'It did not work',
			'The service asks to wait 4 minutes. Try again after that.',
		]);
	});
});

describe('whoever sends a request', () => {
	it.each([
		[30_000, '30 seconds', '29 seconds'],
		[20_000, '20 seconds', '19 seconds'],
		[45_000, '45 seconds', '44 seconds'],
		[44_990, '45 seconds', '44 seconds'],
		[5 * MINUTE, '5 minutes', '5 minutes'],
	])('is patient for %d ms, and not for a pause of %s', async (patience, ...pauses) => {
		// One that asks for too short a pause is left alone a second longer
		for (const [index, of] of (['any request', 'reads'] as const).entries()) {
			const patient = answering(failed({ of, after: patience }), 'done');
			expect(await read(patient.attempt, { deadline: Date.now() + patience })).toBe('done');

			// Also where some of it has gone already
			const first = [failed({ of, after: 1_000 }), failed({ of, after: patience - 999 })];
			const { times, attempt } = answering(...first);
			const deadline = Date.now() + patience;
			const { advice, details } = await failureOf(async () => await read(attempt, { deadline }));
			expect(times).toEqual([0, 1_000]);
			expect(advice).toBe(
				`The service asks to wait ${String(pauses[index])}. Try again after that.`,
			);
			expect(details).toEqual({ code: '503' });
		}
	});

	it('is asked before every attempt whether it is still wanted', async () => {
		const { times, attempt } = answering(broken, broken, 'done');
		let left = 2;
		const isReady = () => {
			if (times.length === 2 && left-- === 0) throw new Failure('Not wanted', 'Go home.');
			return true;
		};
		await failureOf(async () => await read(attempt, { isReady }));
		expect(times).toEqual([0, 500]);
	});

	it('sends nothing that nobody wants', async () => {
		const { times, attempt } = answering('done');
		const isReady = () => {
			throw new Failure('Not wanted', 'Go home.');
		};
		const { title } = await failureOf(async () => await write(attempt, { isReady }));
		expect(title).toBe('Not wanted');
		expect(times).toEqual([]);
	});

	it.each(sendings)('hears at once of what is no failure of it: %s', async (_, send) => {
		const error = new TypeError('x is not a function');
		const { times, attempt } = answering(error);
		await expect(send(attempt)).rejects.toBe(error);
		expect(times).toEqual([0]);
	});

	it.each([undefined, '', null, 0, []])('gets the body %j as it is', async (body) => {
		expect(await read(answering(body).attempt)).toBe(body);
	});
});
