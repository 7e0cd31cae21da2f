import { sleep } from 'n8n-workflow';

import { limitReached, tooLong } from '../errors/advice';
import type { Failure } from '../errors/failure';
import type { Outcome } from './http';
import { type Headers, remainingOf, retryAfterOf } from './limitHeaders';
import { backoff, onAbort, SLICE } from './time';

/** Longest pause, and longest time without a single accepted request of a queue, in ms: if somebody waits, or nobody. */
export const LONGEST_PAUSE = { attended: 10 * 60_000, unattended: 65 * 60_000 };

/** Maximum requests in flight until the service has shown what it takes. */
const FIRST_BOUND = 10;

/** Spacing between request starts, in ms: initial, maximum, and the floor below which spacing is off. */
const PACE = { first: 100, longest: 10_000, shortest: 10 };

/** After this many consecutive 429s we are waiting for a window to reset; slowing down further would not help. */
const MOST_TOO_FAST = 3;

/** After this much idle time the pace is forgotten, in ms. */
const IDLE = 60_000;

/** Requests that take turns with those of others: all requests of a run. */
export interface Queue {
	/** Whether none of its requests may start for now. {@link Limiter.startNext} must be called when that ends. */
	readonly isHeld?: boolean;
	/** In ms; as if somebody waits by default. */
	readonly longestPause?: number;
	/** When the service last took one of its requests, as the limiter notes: milliseconds since 1970. */
	answeredAt?: number;
	/** Hears that its requests wait until then: milliseconds since 1970. */
	paused?(until: number): void;
}

/** A request that wants to start, once or again. */
export interface Wish {
	queue: Queue;
	/** Ends the wait; its reason is a {@link Failure}. */
	signal: AbortSignal;
	/** When it is too late to start: milliseconds since 1970, or Infinity. */
	deadline: number;
	/** When it first wanted to start: milliseconds since 1970. */
	since: number;
}

/** Resolves with the request's number, or with the reason it will not start. */
interface Waiting extends Wish {
	resolve: (started: number | Failure) => void;
}

/** Gives back the place of a request, and hands over its outcome. */
type Leave = (outcome: Outcome) => void;

const longestPauseOf = ({ longestPause = LONGEST_PAUSE.attended }: Queue) => longestPause;

/** When a request gives up: at its deadline, or after {@link LONGEST_PAUSE} without an accepted request of its queue. */
export function givesUpAt({ queue, deadline, since }: Wish): number {
	return Math.min(deadline, Math.max(since, queue.answeredAt ?? 0) + longestPauseOf(queue));
}

/** The failure of a request that cannot wait that long. If the service asks for too long a pause, it says how long. */
export function gaveUp({ queue, deadline }: Wish, failure: Failure, until: number): Failure {
	const pause = until - Date.now();
	const isTooLong = until > deadline || pause > longestPauseOf(queue);
	return isTooLong && (failure.after ?? 0) >= pause ? tooLong(pause, failure) : failure;
}

/**
 * Says who may start, and when. It keeps
 * - a *bound*: how many requests may be in flight at once;
 * - a *pause*, if the service asks for one. Afterwards one request goes ahead, and its answer lets the others start (half-open);
 * - a *pace*: how far apart requests start, if the service refuses some without saying how many it takes;
 * - how many requests *remain*, if the service says so;
 * - turns: the next queue is drawn by lot, so that none is always the refused one. Within a queue, the oldest request starts.
 *
 * Times are milliseconds since 1970. Requests have numbers, in the order in which they start.
 */
export class Limiter {
	private readonly queues = new Map<Queue, Set<Waiting>>();
	private readonly inFlight = new Set<number>();
	private newest = 0;

	/** Not always whole. Only the whole part counts. */
	private bound = FIRST_BOUND;
	/** The newest request at the last overload or 429. As long as there was none, each success adds one to the bound. */
	private newestAtTrouble = 0;

	/** How many 429s came in a row, and the last of them. Those of requests in flight together count as one. */
	private refusals = 0;
	private refusal: Failure | undefined;
	private pausedUntil = 0;

	/** In milliseconds; 0 if requests are not kept apart. */
	private pace = 0;
	private pacedUntil = 0;

	private remaining = Infinity;
	/** The newest request when the service said what remains. */
	private newestAtRemaining = 0;

	private isAsleep = false;

	/** @param most how many requests may be in flight, whatever the bound */
	constructor(public most: number) {}

	/** Waits for a place. Returns how to give it back, or why there is none: the signal's reason, or too long a pause. */
	async enter(wish: Wish): Promise<Leave | Failure> {
		const { signal } = wish;
		if (signal.aborted) return signal.reason as Failure;
		let stopListening: () => void = () => undefined;
		const isIdle = this.inFlight.size + this.queues.size === 0;
		if (isIdle && Date.now() > this.opensAt + IDLE) this.pace = 0;
		const started = await new Promise<number | Failure>((resolve) => {
			const waiting = { ...wish, resolve };
			stopListening = onAbort(signal, () => {
				this.remove(waiting);
				resolve(signal.reason as Failure);
			});
			const line = this.queues.get(wish.queue) ?? new Set();
			// Retries go ahead of first attempts
			const isAgain = wish.since < Date.now();
			const sorted = isAgain && [waiting, ...line].sort((one, other) => one.since - other.since);
			this.queues.set(wish.queue, sorted ? new Set(sorted) : line.add(waiting));
			this.giveUpBefore(this.pausedUntil, [waiting]);
			this.startNext();
		});
		stopListening();
		if (typeof started !== 'number') return started;
		return (outcome) => {
			this.inFlight.delete(started);
			this.learn(started, wish.queue, outcome);
			this.startNext();
		};
	}

	/** Starts as many requests as may start now. The others start when one comes back or a pause is over. */
	startNext(): void {
		// Look at the clock once: if a pause ended between two looks, no timer would be set
		const now = Date.now();
		while (this.roomAt(now) > 0) {
			const lines = [...this.queues].flatMap(([{ isHeld }, line]) => (isHeld ? [] : [line]));
			const [first] = lines[Math.floor(Math.random() * lines.length)] ?? [];
			if (!first) break;
			this.remove(first);
			this.inFlight.add(++this.newest);
			if (this.pace > 0) this.pacedUntil = now + Math.ceil(this.pace);
			first.resolve(this.newest);
		}
		if (this.queues.size > 0 && now < this.opensAt) void this.sleepThrough();
	}

	/** When the next request may start, as far as time decides. */
	private get opensAt(): number {
		return Math.max(this.pausedUntil, this.pacedUntil);
	}

	/** How many more may start now. */
	private roomAt(now: number): number {
		if (now < this.opensAt) return 0;
		// Summed fractions can land just below the next integer
		const bound = Math.floor(this.bound + 1e-9);
		const room = Math.min(bound, this.most, Math.max(1, this.remaining)) - this.inFlight.size;
		const ahead = [...this.inFlight].filter((number) => number > this.newestAtTrouble).length;
		return this.refusals > 0 ? Math.min(room, 1 - ahead) : room;
	}

	private remove(waiting: Waiting): void {
		const line = this.queues.get(waiting.queue);
		line?.delete(waiting);
		if (line?.size === 0) this.queues.delete(waiting.queue);
	}

	/** Ends the wait of requests that give up before a pause is over. */
	private giveUpBefore(until: number, line: Iterable<Waiting>): void {
		for (const waiting of line) {
			if (givesUpAt(waiting) >= until) continue;
			this.remove(waiting);
			waiting.resolve(gaveUp(waiting, this.refusal ?? limitReached(until - Date.now()), until));
		}
	}

	/** Learns from an outcome, unless the service has not seen the request, or this node ended it. */
	private learn(number: number, queue: Queue, { headers, failure }: Outcome): void {
		if (failure?.fate === 'not sent' || failure?.isCancelled) return;
		if (failure?.fate === 'not taken') this.learnRefusal(number, queue, headers, failure);
		else if (failure?.fate !== 'unknown' || !failure.isPassing) {
			this.learnAnswer(number, queue, headers);
		} else if (number > this.newestAtTrouble) {
			// Overload halves the bound, once for all that were in flight together
			this.bound = Math.max(1, Math.floor(Math.min(this.bound, this.most) / 2));
			this.newestAtTrouble = this.newest;
		}
	}

	/** A 429 speaks of a limit in time, not of load: the bound stays. */
	private learnRefusal(number: number, queue: Queue, headers: Headers, failure: Failure): void {
		const isNew = number > this.newestAtTrouble;
		if (isNew || this.refusals === 0) this.refusals++;
		if (isNew) {
			this.newestAtTrouble = this.newest;
			const isTooFast = remainingOf(headers) === undefined && this.refusals <= MOST_TOO_FAST;
			if (isTooFast) this.pace = Math.min(this.pace * 1.5 || PACE.first, PACE.longest);
		}
		this.refusal = failure;
		this.remaining = Infinity;
		this.pauseFor(backoff(this.refusals, failure.after), queue);
	}

	/** Any other answer means that the service took the request, even if it says no. */
	private learnAnswer(number: number, queue: Queue, headers: Headers): void {
		queue.answeredAt = Date.now();
		if (number > this.newestAtTrouble) {
			const more = this.newestAtTrouble === 0 ? 1 : 1 / Math.floor(this.bound);
			this.bound = Math.min(this.most, this.bound + more);
			this.refusals = 0;
			this.refusal = undefined;
			this.pace *= 1 - 0.03 * Math.min(1, this.pace / 500);
			if (this.pace < PACE.shortest) this.pace = 0;
		}
		const remaining = remainingOf(headers) ?? Infinity;
		// Of two that were in flight together, their order on the server is unknown
		const isNew = number > this.newestAtRemaining;
		this.remaining = isNew ? remaining : Math.min(this.remaining, remaining);
		if (isNew) this.newestAtRemaining = this.newest;
		if (remaining === 0) this.pauseFor(retryAfterOf(headers) ?? 0, queue);
	}

	/** Pauses, unless that is longer than anybody waits: then the next request asks the service itself. */
	private pauseFor(pause: number, queue: Queue): void {
		const until = Date.now() + pause;
		for (const line of this.queues.values()) this.giveUpBefore(until, line);
		const isWaitedFor = pause <= longestPauseOf(queue) || this.queues.size > 0;
		if (isWaitedFor) this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** Starts the next requests when it is time, as long as any wait for that. */
	private async sleepThrough(): Promise<void> {
		if (this.isAsleep) return;
		this.isAsleep = true;
		for (const queue of this.queues.keys()) queue.paused?.(this.pausedUntil);
		await sleep(Math.min(Math.max(0, this.opensAt - Date.now()), SLICE));
		this.isAsleep = false;
		this.startNext();
	}
}
