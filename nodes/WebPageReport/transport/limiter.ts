import { sleep } from 'n8n-workflow';

import { type Failure, limitReached, tooLong } from '../errors/failure';
import type { Outcome } from './http';
import { type Headers, remainingOf, retryAfterOf } from './limitHeaders';
import { backoff, onAbort, SLICE } from './time';

/** Longest pause, and longest a queue may go without an accepted request, in ms. Attended: somebody is waiting. */
export const LONGEST_PAUSE = { attended: 10 * 60_000, unattended: 65 * 60_000 };

/** Maximum requests in flight until the service has shown what it can take. */
const FIRST_BOUND = 10;

/** Spacing between request starts, in ms: initial, maximum, and the floor below which spacing is off. */
const PACE = { first: 100, longest: 10_000, shortest: 10 };

/** After this many consecutive 429s we are waiting for a window to reset; slowing down further would not help. */
const MAX_SLOWDOWNS = 3;

/** Idle time after which the pace and the 429s are forgotten, in ms. */
const IDLE = 60_000;

/** Requests that take turns as a unit: those of a run, a search for a lost create, or a request of the editor. */
export interface Queue {
	/** Whether none of its requests may start for now. {@link Limiter.startNext} must be called when that ends. */
	readonly isHeld?: boolean;
	/** {@link LONGEST_PAUSE} of its requests, in ms. */
	readonly longestPauseMs?: number;
	/** When the service last accepted one of its requests, maintained by the limiter: milliseconds since 1970. */
	acceptedAt?: number;
	/** Called when its requests have to wait until this time, which may be in the past: milliseconds since 1970. */
	paused?(until: number): void;
}

/** A request that is waiting or in flight: the same object for all attempts. */
export interface QueuedRequest {
	queue: Queue;
	/** Ends the wait; its reason is a {@link Failure}. */
	signal: AbortSignal;
	/** When it is too late to start: milliseconds since 1970, or Infinity. */
	deadline: number;
	/** When it was first queued: milliseconds since 1970. */
	since: number;
}

/** Starts a waiting request, or gives the reason it will not start. */
type Start = (reason?: Failure) => void;

const longestPauseOf = ({ longestPauseMs = LONGEST_PAUSE.attended }: Queue) => longestPauseMs;

/** When a request gives up: at its deadline, or when its queue has had none accepted for {@link LONGEST_PAUSE}. */
export function latestStartOf({ queue, deadline, since }: QueuedRequest): number {
	return Math.min(deadline, Math.max(since, queue.acceptedAt ?? 0) + longestPauseOf(queue));
}

/** The failure of a request that gives up before `until`. Names the pause if the service asked for one that long. */
export function withPause(failure: Failure, request: QueuedRequest, until: number): Failure {
	const pauseMs = until - Date.now();
	const isTooLong = until > request.deadline || pauseMs > longestPauseOf(request.queue);
	const { retryAfterMs = 0 } = failure.details;
	return isTooLong && retryAfterMs >= pauseMs ? tooLong(pauseMs, failure) : failure;
}

/**
 * Decides which request may start, and when. It keeps
 * - a *bound*: how many requests may be in flight at once;
 * - a *pause*, after a 429 or once the service's limit is used up; then one request at a time until one is accepted;
 * - a *pace*: how far apart requests start, after a 429 that does not say how many remain;
 * - how many requests *remain*, if the service says so;
 * - the *queues*: the next is picked at random, so a short one does not wait behind a long one. In each, oldest first.
 *
 * Times are milliseconds since 1970. Requests are numbered in the order in which they start.
 */
export class Limiter {
	/** The waiting requests of each queue, with how to start them. */
	private readonly queues = new Map<Queue, Map<QueuedRequest, Start>>();
	/** Requests in flight, with their numbers. */
	readonly inFlight = new Map<QueuedRequest, number>();
	private started = 0;
	/** May have a fraction; only the whole part counts. */
	private bound = FIRST_BOUND;
	/** Requests started up to the last overload or 429. Before the first, each success adds one to the bound. */
	private startedAtTrouble = 0;

	/** The number of 429s in a row. Those of requests in flight together count as one. */
	private limitsInARow = 0;
	private pausedUntil = 0;
	/** The last pause that the service asked for, in ms. */
	private retryAfterMs: number | undefined;

	/** In ms; 0 for none. */
	private pace = 0;
	private pacedUntil = 0;
	private remaining = Infinity;
	/** How many had started when the service said what remains. */
	private startedAtRemaining = 0;
	private isAsleep = false;

	/** @param maxInFlight how many requests may be in flight, whatever the bound is */
	constructor(public maxInFlight: number) {}

	/** Whether nothing is waiting or in flight. */
	get isIdle(): boolean {
		return this.inFlight.size + this.queues.size === 0;
	}

	/** Resolves when a request may start, or with the reason it will not: its signal's, or too long a pause. */
	async enter(request: QueuedRequest): Promise<Failure | undefined> {
		const { queue, signal, since } = request;
		if (signal.aborted) return signal.reason as Failure;
		let stopListening: () => void = () => undefined;
		if (this.isIdle && Date.now() > this.opensAt + IDLE) this.pace = this.limitsInARow = 0;
		const reason = await new Promise<Failure | undefined>((resolve) => {
			stopListening = onAbort(signal, () => {
				this.remove(request);
				resolve(signal.reason as Failure);
			});
			const waiting: [QueuedRequest, Start] = [request, resolve];
			const line = this.queues.get(queue) ?? new Map<QueuedRequest, Start>();
			// The oldest first: a retry goes ahead of later requests
			const isRetry = since < Date.now();
			const sorted = isRetry && [waiting, ...line].sort(([a], [b]) => a.since - b.since);
			this.queues.set(queue, sorted ? new Map(sorted) : line.set(...waiting));
			this.giveUpBefore(this.pausedUntil, [waiting]);
			this.startNext();
		});
		stopListening();
		return reason;
	}

	/** Frees the place of a request, and learns from its outcome. */
	leave(request: QueuedRequest, outcome: Outcome): void {
		const number = this.inFlight.get(request) ?? 0;
		this.inFlight.delete(request);
		this.learn(number, request.queue, outcome);
		this.startNext();
	}

	/** Starts as many requests as may start now. The others start when one returns or a pause is over. */
	startNext(): void {
		// Read the clock once: if a pause ended between two readings, no timer would be set
		const now = Date.now();
		while (this.roomAt(now) > 0) {
			const lines = [...this.queues].flatMap(([{ isHeld }, line]) => (isHeld ? [] : [line]));
			const [first] = lines[Math.floor(Math.random() * lines.length)] ?? [];
			if (!first) break;
			const [request, start] = first;
			this.remove(request);
			this.inFlight.set(request, ++this.started);
			if (this.pace > 0) this.pacedUntil = now + Math.ceil(this.pace);
			start();
		}
		if (!this.isAsleep && this.queues.size > 0 && now < this.opensAt) void this.sleepThrough();
	}

	/** When the next request may start, considering time alone. */
	get opensAt(): number {
		return Math.max(this.pausedUntil, this.pacedUntil);
	}

	private roomAt(now: number): number {
		if (now < this.opensAt) return 0;
		// Summed fractions can land just below the next integer
		const bound = Math.floor(this.bound + 1e-9);
		const room =
			Math.min(bound, this.maxInFlight, Math.max(1, this.remaining)) - this.inFlight.size;
		if (this.limitsInARow === 0) return room;
		const numbers = [...this.inFlight.values()];
		return Math.min(room, numbers.some((number) => number > this.startedAtTrouble) ? 0 : 1);
	}

	private remove(request: QueuedRequest): void {
		const line = this.queues.get(request.queue);
		line?.delete(request);
		if (line?.size === 0) this.queues.delete(request.queue);
	}

	/** Ends the wait of requests that give up before a pause is over. */
	private giveUpBefore(until: number, line: Iterable<[QueuedRequest, Start]>): void {
		for (const [request, start] of line) {
			if (latestStartOf(request) >= until) continue;
			this.remove(request);
			start(withPause(limitReached(this.retryAfterMs), request, until));
		}
	}

	/** Learns from an outcome, unless the service never saw the request, or it was ended early. */
	private learn(number: number, queue: Queue, { headers, failure }: Outcome): void {
		const { fate, isTransient, endedBy } = failure?.details ?? {};
		if (fate === 'not sent' || endedBy) return;
		if (failure && fate === 'rate-limited') this.learnLimit(number, queue, headers, failure);
		else if (fate !== 'unknown' || !isTransient) this.learnAnswer(number, queue, headers);
		else if (number > this.startedAtTrouble) {
			// Overload halves the bound, once for all that were in flight together
			this.bound = Math.max(1, Math.floor(Math.min(this.bound, this.maxInFlight) / 2));
			this.startedAtTrouble = this.started;
		}
	}

	/** A 429 signals a rate limit, not overload: the bound stays. */
	private learnLimit(number: number, queue: Queue, headers: Headers, failure: Failure): void {
		const isNew = number > this.startedAtTrouble;
		// A 429 for an older request, after a newer one was accepted, pauses again without slowing down
		if (isNew || this.limitsInARow === 0) this.limitsInARow++;
		if (isNew) {
			this.startedAtTrouble = this.started;
			const isBlind = remainingOf(headers) === undefined && this.limitsInARow <= MAX_SLOWDOWNS;
			if (isBlind) this.pace = Math.min(this.pace * 1.5 || PACE.first, PACE.longest);
		}
		this.remaining = Infinity;
		const { retryAfterMs } = failure.details;
		this.pauseFor(queue, retryAfterMs, backoff(this.limitsInARow, retryAfterMs));
	}

	/** Any other answer means that the service accepted the request, even if it says no or fails with a plain 500. */
	private learnAnswer(number: number, queue: Queue, headers: Headers): void {
		queue.acceptedAt = Date.now();
		if (number > this.startedAtTrouble) {
			const more = this.startedAtTrouble === 0 ? 1 : 1 / Math.floor(this.bound);
			this.bound = Math.min(this.maxInFlight, this.bound + more);
			this.limitsInARow = 0;
			this.pace *= 1 - 0.03 * Math.min(1, this.pace / 500);
			if (this.pace < PACE.shortest) this.pace = 0;
		}
		const remaining = remainingOf(headers) ?? Infinity;
		// If two were in flight together, their order on the server is unknown
		const isNew = number > this.startedAtRemaining;
		this.remaining = isNew ? remaining : Math.min(this.remaining, remaining);
		if (isNew) this.startedAtRemaining = this.started;
		if (remaining === 0) this.pauseFor(queue, retryAfterOf(headers));
	}

	/** Pauses, unless nobody would wait that long: then the next request asks the service again. */
	private pauseFor(queue: Queue, retryAfterMs?: number, pause = retryAfterMs ?? 0): void {
		this.retryAfterMs = retryAfterMs;
		const until = Date.now() + pause;
		for (const line of this.queues.values()) this.giveUpBefore(until, line);
		const isWaitedFor = pause <= longestPauseOf(queue) || this.queues.size > 0;
		if (isWaitedFor) this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** Sleeps until the next request may start; in slices, so that nothing sleeps long once the queues are empty. */
	private async sleepThrough(): Promise<void> {
		this.isAsleep = true;
		for (const queue of this.queues.keys()) queue.paused?.(this.pausedUntil);
		await sleep(Math.min(Math.max(0, this.opensAt - Date.now()), SLICE));
		this.isAsleep = false;
		this.startNext();
	}
}
