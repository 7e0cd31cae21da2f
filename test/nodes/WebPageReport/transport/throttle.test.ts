import { type Details, Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { contentOf } from '../../../../nodes/WebPageReport/response/content';
import { Throttle } from '../../../../nodes/WebPageReport/transport/throttle';
import { OPERATIONS } from '../../../support/operations';

const { target } = OPERATIONS.list;
const failure = (details: Details) => new Failure('No', 'Wait.', details);
const overload = failure({ fate: 'unknown', target, isTransient: true });
const unsent = failure({ fate: 'not sent', isTransient: true });
const ended = failure({ fate: 'unknown', target, endedBy: 'time' });
const unreadable = failure({ fate: 'unknown', target });
const refused = failure({ fate: 'refused', isTransient: true });
const limited = (retryAfterMs?: number) => failure({ fate: 'rate-limited', retryAfterMs });
const COUNTS = { 'x-ratelimit-remaining': '0' };

const MINUTE = 60_000;

/** The longest that anybody waits, in ms. */
const LONGEST = 10 * MINUTE;

/** How much time passes, in ms, or which requests in flight are answered, or what else happens. */
type Step = number | ['all' | 'oldest' | 'newest', Failure?, object?] | ((flood: Flood) => unknown);

/** A throttle with a clock, and more requests than may ever start. */
class Flood {
	now = Date.UTC(2026, 10, 21);
	readonly throttle = new Throttle(100);
	private readonly inFlight: number[] = [];

	/** Takes a step, and starts all requests that may start then. Returns what is known, in ms and requests. */
	take(step: Step) {
		const { throttle, inFlight } = this;
		if (typeof step === 'number') this.now += step;
		else if (typeof step === 'function') step(this);
		else this.answer(...step);
		const { now } = this;
		while (throttle.roomAt(now, inFlight) > 0) inFlight.push(throttle.start(now));
		const { bound, pace } = throttle as unknown as Record<string, number>;
		const [pause, shut] = [throttle.pausedUntil - now, throttle.opensAt - now];
		return { bound, pace, pause, shut, inFlight: inFlight.length };
	}

	answer(which: 'all' | 'oldest' | 'newest', reason?: Failure, headers = {}) {
		const count = which === 'all' ? Infinity : 1;
		for (const number of this.inFlight.splice(which === 'newest' ? -1 : 0, count)) {
			const answer = { status: 429, headers, content: contentOf('') };
			const outcome = { sentAt: this.now, answer, failure: reason };
			const { pauseUntil = 0 } = this.throttle.learn(number, outcome, this.now);
			this.throttle.pause(pauseUntil, this.now + LONGEST);
		}
	}
}

/** Steps a minute apart. */
const slowly =
	(times: number, ...steps: Step[]) =>
	(flood: Flood) => {
		for (let step = 0; step < times * steps.length; step++) {
			flood.take(steps[step % steps.length] ?? 0);
			flood.take(MINUTE);
		}
	};
const idle = (ms: number) => (flood: Flood) => {
	flood.answer('all', unsent);
	flood.throttle.forgetIfIdle((flood.now += ms));
};
const about = (value: number) => expect.closeTo(value, 1) as number;

const RULES: Record<string, Array<[Step, Partial<ReturnType<Flood['take']>>]>> = {
	'the bound is ten, and grows by one with each success, up to the maximum': [
		[['all'], { bound: 20, inFlight: 20 }],
		[['all', refused], { bound: 40, inFlight: 40 }],
		[['all', unreadable], { bound: 80, inFlight: 80 }],
		[['all'], { bound: 100, inFlight: 100 }],
		[({ throttle }) => (throttle.maxInFlight = 4), { inFlight: 100 }],
		[['all'], { bound: 4, inFlight: 4 }],
	],
	'overload halves the bound once for those in flight together; then each round adds one': [
		[['all'], { bound: 20 }],
		[['oldest', overload], { bound: 10, inFlight: 19 }],
		[['all', overload], { bound: 10, inFlight: 10, pace: 0 }],
		[['all'], { bound: about(11), inFlight: 11 }],
		[slowly(4, ['all', overload]), { bound: 1, inFlight: 1 }],
	],
	'what was not sent, or was ended early, teaches nothing and is no answer to a probe': [
		[['all', unsent], { bound: 10 }],
		[['all', ended], { bound: 10 }],
		[['all', limited()], { pause: 500, inFlight: 0 }],
		[500, { inFlight: 1 }],
		[slowly(1, ['all', unsent], ['all', ended]), { inFlight: 1 }],
	],
	'a 429 leaves the bound; then one probe at a time, until a later request succeeds': [
		[['oldest', limited()], { bound: 10, pause: 500, pace: 100, inFlight: 9 }],
		[['oldest'], { pause: 500, pace: 100, inFlight: 8 }],
		[499, { inFlight: 8 }],
		[1, { inFlight: 9, shut: 100 }],
		[MINUTE, { inFlight: 9 }],
		[['newest'], { pace: about(99.4), inFlight: 9 }],
		[100, { inFlight: 10 }],
		// A late 429 pauses without slowing down
		[['oldest', limited()], { pause: 500, pace: about(99.4) }],
	],
	'each 429 in a row doubles the pause; the first three slow down by half': [
		[slowly(1, ['all', limited()]), { pace: 100 }],
		[['all', limited()], { pause: 1_000, pace: 150 }],
		[MINUTE, {}],
		[slowly(1, ['all', limited()]), { pace: 225 }],
		[['all', limited()], { pause: 3_998, pace: 225 }],
	],
	'the pace is ten seconds at most; each success takes off 3 %': [
		[slowly(30, ['all', limited()], ['all']), {}],
		[['all', limited()], { pace: 10_000 }],
		[MINUTE, { inFlight: 1, shut: 10_000 }],
		[['all'], { pace: 9_700 }],
	],
	'a short pace shrinks by less, and ends below ten milliseconds': [
		[slowly(1, ['all', limited()]), { pace: 100 }],
		[slowly(1_400, ['all']), { pace: about(10.6) }],
		[slowly(200, ['all']), { pace: 0 }],
	],
	'the pace and the 429s are forgotten after an idle minute': [
		[['all', limited()], {}],
		[idle(500 + MINUTE), { pace: 100, inFlight: 1 }],
		[idle(100 + MINUTE + 1), { pace: 0, inFlight: 10 }],
	],
	'a 429 that counts what remains sets no pace; what remains elsewhere is not read': [
		[['oldest', undefined, COUNTS], { bound: 11, inFlight: 11 }],
		[['all', limited(5_000), COUNTS], { pause: 5_000, pace: 0, inFlight: 0 }],
		[5_000, { inFlight: 1 }],
		[['all', limited(), { 'ratelimit-remaining': '7' }], { pause: 1_000, pace: 0 }],
		[1_000, { inFlight: 1 }],
		[['all', limited(), { 'x-ratelimit-limit': '60' }], { pace: 100 }],
	],
	'the longest pause counts, unless nobody waits that long': [
		[['oldest', limited(LONGEST)], { pause: LONGEST }],
		[['oldest', limited(5_000)], { pause: LONGEST }],
		[['oldest', limited(LONGEST + 1)], { pause: LONGEST }],
	],
};

it.each(Object.entries(RULES))('%s', (_, steps) => {
	// The longest backoff
	jest.spyOn(Math, 'random').mockReturnValue(0.999);
	const flood = new Flood();
	flood.take(0);
	expect(steps.map(([step]) => flood.take(step))).toMatchObject(steps.map(([, state]) => state));
});
