import { Clock } from '../../../../nodes/WebPageReport/transport/clock';

const now = Date.UTC(2026, 10, 21, 12);

const HOUR = 3_600_000;

/** As in the header Date. */
const date = (time: number) => new Date(time).toUTCString();

const stamp = (time: number) => new Date(time).toISOString();

/** A clock of a service that is ahead of ours by so many milliseconds, and has told the time once. */
function clockAhead(ahead: number): Clock {
	const clock = new Clock();
	clock.hear(date(now + ahead), now, now + 100);
	return clock;
}

describe.each([0, HOUR, -HOUR])('a clock that is ahead of ours by %d ms', (ahead) => {
	it.each([
		[60_000, true],
		[3_000, true],
		// Clocks that may agree do
		[0, ahead === 0 || undefined],
		[-3_000, false],
		[-60_000, false],
	])('a timestamp %d ms from a moment of ours is later: %s', (distance, isAfter) => {
		expect(clockAhead(ahead).isAfter(stamp(now + ahead + distance), now)).toBe(isAfter);
	});

	it('is known better the more often it tells the time', () => {
		const clock = clockAhead(ahead);
		const time = stamp(now + ahead + 700);
		if (ahead !== 0) expect(clock.isAfter(time, now + 100)).toBeUndefined();
		// The second ends between these two
		clock.hear(date(now + ahead), now + 999, now + 999);
		clock.hear(date(now + ahead + 1_000), now + 1_000, now + 1_000);
		expect(clock.isAfter(time, now + 600)).toBe(true);
		expect(clock.isAfter(time, now + 800)).toBe(false);
	});
});

it('an answer that took long makes nothing known less well', () => {
	const clock = clockAhead(0);
	clock.hear(date(now), now - 60_000, now + 60_000);
	expect(clock.isAfter(stamp(now + 3_000), now)).toBe(true);
	expect(clock.isAfter(stamp(now - 3_000), now)).toBe(false);
});

it('a clock that was never heard says nothing', () => {
	expect(new Clock().isAfter(stamp(now + HOUR), now)).toBeUndefined();
});

it('two clocks that disagree say nothing', () => {
	const clock = clockAhead(0);
	clock.hear(date(now + HOUR), now, now + 100);
	expect(clock.isAfter(stamp(now + 9 * HOUR), now)).toBeUndefined();
});

it('a clock that was set right by less than a second is known anew', () => {
	const clock = clockAhead(0);
	clock.hear(date(now - 1_000), now + 500, now + 500);
	expect(clock.isAfter(stamp(now + 1_000), now)).toBe(true);
	expect(clock.isAfter(stamp(now - 3_000), now)).toBe(false);
});

it.each([
	undefined,
	'',
	'soon',
	'2026-11-21',
	'2026-11-21 14:00:00',
	'2026-11-21T14:00:00',
	'2026-99-99T14:00:00Z',
	now + HOUR,
])('%j is no time of a known zone', (time) => {
	const clock = clockAhead(0);
	expect(clock.isAfter(time, now)).toBeUndefined();
	clock.hear(time, now, now);
	expect(clock.isAfter(stamp(now + HOUR), now)).toBe(true);
});

it.each([
	'2026-11-21T13:00:00Z',
	'2026-11-21T13:00:00.000000Z',
	'2026-11-21T14:00:00+01:00',
	'2026-11-21 12:00:00 -0100',
	'Sat, 21 Nov 2026 13:00:00 GMT',
])('%j is an hour later than noon', (time) => {
	expect(clockAhead(0).isAfter(time, now + HOUR - 3_000)).toBe(true);
	expect(clockAhead(0).isAfter(time, now + HOUR + 3_000)).toBe(false);
});

it('a whole second may have been any moment of it', () => {
	const clock = new Clock();
	clock.hear(stamp(now + 1), now + 1, now + 1);
	expect(clock.isAfter('2026-11-21T12:00:00Z', now + 500)).toBeUndefined();
	expect(clock.isAfter('2026-11-21T12:00:00.400Z', now + 500)).toBe(false);
});
