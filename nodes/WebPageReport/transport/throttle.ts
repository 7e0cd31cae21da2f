import type { Outcome } from './http';
import { countsRemaining } from './limitHeaders';
import { backoff } from './time';

/** Maximum requests in flight until the service has shown what it can take. */
const FIRST_BOUND = 10;

/** Spacing between request starts, in ms: initial, maximum, and the floor below which spacing is off. */
const PACE = { first: 100, longest: 10_000, shortest: 10 };

/** After this many consecutive 429s we are waiting for a window to reset; slowing down further would not help. */
const MAX_SLOWDOWNS = 3;

/** Idle time after which the pace and the 429s are forgotten, in ms. */
const IDLE = 60_000;

/** Whether the service has processed a request, and the end of a pause. */
type Lesson = { isProcessed?: boolean; pauseUntil?: number };

/**
 * Learns from outcomes how many requests may start, and when. It keeps
 * - a *bound*: how many requests may be in flight at once. Never forgotten;
 * - a *pause* after a 429, as long as it asks for, else {@link backoff} by the 429s in a row. Then one request at a time is
 *   a probe, until one is processed;
 * - a *pace*: how far apart requests start, after a 429 that does not count what remains. Successes shorten it.
 *
 * Sets no timer and reads no clock. Times are in ms since 1970. Requests are numbered in the order in which they start.
 */
export class Throttle {
	private started = 0;
	/** May have a fraction; only the whole part counts. */
	private bound = FIRST_BOUND;
	/** Whether each success adds one to the bound: until the first overload or 429. */
	private isSlowStart = true;
	/** The last request started before the last overload or 429: those up to it were in flight together. */
	private lastBeforeTrouble = 0;

	/** The number of 429s in a row. Those of requests in flight together count as one. */
	private limitsInARow = 0;
	/** The last request started before the last of them: any later one is the probe. */
	private lastBeforeProbe = 0;
	pausedUntil = 0;
	/** The last pause that the service asked for, in ms. */
	retryAfterMs: number | undefined;

	/** In ms; 0 for none. */
	private pace = 0;
	private pacedUntil = 0;

	/** @param maxInFlight how many requests may be in flight, whatever the bound is */
	constructor(public maxInFlight: number) {}

	/** When the next request may start, considering time alone. */
	get opensAt(): number {
		return Math.max(this.pausedUntil, this.pacedUntil);
	}

	/** How many requests may start now. Between a 429 and the next success, only one: a probe. */
	roomAt(now: number, inFlight: number[]): number {
		if (now < this.opensAt) return 0;
		// Summed fractions can land just below the next integer
		const bound = Math.floor(this.bound + 1e-9);
		const room = Math.min(bound, this.maxInFlight) - inFlight.length;
		if (this.limitsInARow === 0) return room;
		return Math.min(room, inFlight.some((number) => number > this.lastBeforeProbe) ? 0 : 1);
	}

	/** Notes that a request starts. Returns its number. */
	start(now: number): number {
		if (this.pace > 0) this.pacedUntil = now + Math.ceil(this.pace);
		return ++this.started;
	}

	/** Forgets the pace and the 429s after an idle minute. Call it only if nothing is waiting or in flight. */
	forgetIfIdle(now: number): void {
		if (now > this.opensAt + IDLE) this.pace = this.limitsInARow = 0;
	}

	/** Learns from an outcome, unless the service never saw the request, or it was ended early. */
	learn(number: number, { answer, failure }: Outcome, now: number): Lesson {
		const { fate, isTransient, endedBy, retryAfterMs } = failure?.details ?? {};
		if (fate === 'not sent' || endedBy) return {};
		if (fate === 'rate-limited') {
			const isWindow = answer !== undefined && countsRemaining(answer.headers);
			return this.learnLimit(number, isWindow, now, retryAfterMs);
		}
		if (fate !== 'unknown' || !isTransient) return this.learnProcessed(number);
		if (number > this.lastBeforeTrouble) {
			// Overload halves the bound, once for all that were in flight together
			this.bound = Math.max(1, Math.floor(Math.min(this.bound, this.maxInFlight) / 2));
			this.noteTrouble();
		}
		return {};
	}

	/** Pauses, unless nobody waits that long: then the next request asks the service again. */
	pause(until: number, longestWaitUntil: number): void {
		if (until <= longestWaitUntil) this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** A 429 signals a rate limit, not overload: the bound stays. Waiting for a window to end needs no pace. */
	private learnLimit(
		number: number,
		isWindow: boolean,
		now: number,
		retryAfterMs?: number,
	): Lesson {
		const isNew = number > this.lastBeforeTrouble;
		// A 429 for an older request, after a newer one was processed, pauses again without slowing down
		if (isNew || this.limitsInARow === 0) this.limitsInARow++;
		if (isNew) {
			this.noteTrouble();
			this.lastBeforeProbe = this.started;
			if (!isWindow && this.limitsInARow <= MAX_SLOWDOWNS) {
				this.pace = Math.min(this.pace * 1.5 || PACE.first, PACE.longest);
			}
		}
		this.retryAfterMs = retryAfterMs;
		return { pauseUntil: now + backoff(this.limitsInARow, retryAfterMs) };
	}

	private noteTrouble(): void {
		this.isSlowStart = false;
		this.lastBeforeTrouble = this.started;
	}

	/** The service answered without limiting, even if it says no or fails with a plain 500. */
	private learnProcessed(number: number): Lesson {
		if (number > this.lastBeforeTrouble) {
			const more = this.isSlowStart ? 1 : 1 / Math.floor(this.bound);
			this.bound = Math.min(this.maxInFlight, this.bound + more);
			this.limitsInARow = 0;
			this.pace *= 1 - 0.03 * Math.min(1, this.pace / 500);
			if (this.pace < PACE.shortest) this.pace = 0;
		}
		return { isProcessed: true };
	}
}
