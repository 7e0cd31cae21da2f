import { sleep } from 'n8n-workflow';

import { Failure, type Words } from '../errors/failure';
import { duration } from '../shared/value';
import type { Outcome } from './http';
import type { Throttle } from './throttle';
import { onAbort, SLICE } from './time';

/** Longest pause, and longest a group may go without a processed request, in ms. Attended: somebody is waiting. */
export const LONGEST_PAUSE = { attended: 10 * 60_000, unattended: 65 * 60_000 };

/** Requests that take turns as a unit: those of a run, a search for a lost create, or a request of the editor. */
export interface RequestGroup {
	/** Whether none of its requests may start for now. {@link Limiter.startNext} must be called when that ends. */
	readonly isBlocked?: boolean;
	/** {@link LONGEST_PAUSE} of its requests, in ms. */
	readonly longestPauseMs?: number;
	/** When the service last processed one of its requests, maintained by the limiter: milliseconds since 1970. */
	processedAt?: number;
}

/** A request that is waiting or in flight: the same object for all attempts. */
export interface QueuedRequest {
	group: RequestGroup;
	/** Ends the wait; its reason is a {@link Failure}. */
	signal: AbortSignal;
	/** When it is too late to start: milliseconds since 1970, or Infinity. */
	deadline: number;
	/** When it was first queued: milliseconds since 1970. */
	since: number;
}

const LIMITED: Words = ['Too many requests (429)', 'Nothing was done. Try again later.'];

/** Starts a waiting request, or gives the reason it will not start. */
type Start = (reason?: Failure) => void;

const longestPauseOf = (group: RequestGroup) => group.longestPauseMs ?? LONGEST_PAUSE.attended;

/** When a request gives up: at its deadline, or when its group has had none processed for {@link LONGEST_PAUSE}. */
export function latestStartOf({ group, deadline, since }: QueuedRequest): number {
	return Math.min(deadline, Math.max(since, group.processedAt ?? 0) + longestPauseOf(group));
}

/** The failure of a request that gives up before `until`. Names the pause if the service asked for one that long. */
export function withPauseAdvice(failure: Failure, request: QueuedRequest, until: number): Failure {
	const pauseMs = until - Date.now();
	const isTooLong = until > request.deadline || pauseMs > longestPauseOf(request.group);
	const { retryAfterMs = 0 } = failure.details;
	if (!isTooLong || retryAfterMs < pauseMs) return failure;
	return failure.advising(
		`The service asked n8n to wait ${duration(pauseMs)}. Try again after that.`,
	);
}

/**
 * Lets requests wait for their turn, and starts as many as its {@link Throttle} allows. Each queue is served oldest
 * first, so a retry goes ahead of later requests; which queue is next is picked at random, so a short one does not wait
 * behind a long one. A stop (the abort of a request's signal) ends its wait at once, but not a request in flight.
 */
export class Limiter {
	/** The waiting requests of each group, with how to start them. */
	private readonly queues = new Map<RequestGroup, Map<QueuedRequest, Start>>();
	/** Requests in flight, with their numbers. */
	readonly inFlight = new Map<QueuedRequest, number>();
	private isAsleep = false;

	constructor(readonly throttle: Throttle) {}

	/** Resolves when a request may start, or with the reason it will not: its signal's, or too long a pause. */
	async enter(request: QueuedRequest): Promise<Failure | undefined> {
		const { group, signal, since } = request;
		if (signal.aborted) return signal.reason as Failure;
		if (this.inFlight.size + this.queues.size === 0) this.throttle.forgetIfIdle(Date.now());
		let start!: Start;
		const starting = new Promise<Failure | undefined>((resolve) => (start = resolve));
		const stopListening = onAbort(signal, () => {
			this.remove(request);
			start(signal.reason as Failure);
		});
		const waiting: [QueuedRequest, Start] = [request, start];
		const queue = this.queues.get(group) ?? new Map<QueuedRequest, Start>();
		const isRetry = since < Date.now();
		const sorted = isRetry && [waiting, ...queue].sort(([a], [b]) => a.since - b.since);
		this.queues.set(group, sorted ? new Map(sorted) : queue.set(...waiting));
		this.giveUpBefore(this.throttle.pausedUntil, [waiting]);
		this.startNext();
		const reason = await starting;
		stopListening();
		return reason;
	}

	/** Frees the place of a request, and learns from its outcome. */
	leave(request: QueuedRequest, outcome: Outcome): void {
		const now = Date.now();
		const number = this.inFlight.get(request) ?? 0;
		this.inFlight.delete(request);
		const { isProcessed, pauseUntil } = this.throttle.learn(number, outcome, now);
		if (isProcessed) request.group.processedAt = now;
		if (pauseUntil) {
			for (const queue of this.queues.values()) this.giveUpBefore(pauseUntil, queue);
			const longest = this.queues.size > 0 ? pauseUntil : now + longestPauseOf(request.group);
			this.throttle.pause(pauseUntil, longest);
		}
		this.startNext();
	}

	/** Starts as many requests as may start now. The others start when one returns or a pause is over. */
	startNext(): void {
		// Read the clock once: if a pause ended between two readings, no timer would be set
		const now = Date.now();
		while (this.throttle.roomAt(now, [...this.inFlight.values()]) > 0) {
			const open = [...this.queues].filter(([{ isBlocked }]) => !isBlocked);
			const [first] = open[Math.floor(Math.random() * open.length)]?.[1] ?? [];
			if (!first) break;
			const [request, start] = first;
			this.remove(request);
			this.inFlight.set(request, this.throttle.start(now));
			start();
		}
		const isClosed = this.queues.size > 0 && now < this.throttle.opensAt;
		if (isClosed && !this.isAsleep) void this.sleepThrough();
	}

	private remove(request: QueuedRequest): void {
		const queue = this.queues.get(request.group);
		queue?.delete(request);
		if (queue?.size === 0) this.queues.delete(request.group);
	}

	/** Ends the wait of requests that give up before a pause is over. */
	private giveUpBefore(until: number, waiting: Iterable<[QueuedRequest, Start]>): void {
		for (const [request, start] of waiting) {
			if (latestStartOf(request) >= until) continue;
			this.remove(request);
			// Others have used up the service's limit
			const { retryAfterMs } = this.throttle;
			const details = { fate: 'rate-limited', code: '429', retryAfterMs } as const;
			start(withPauseAdvice(new Failure(...LIMITED, details), request, until));
		}
	}

	/** Sleeps until the next request may start; in slices, so that nothing sleeps long once the queues are empty. */
	private async sleepThrough(): Promise<void> {
		this.isAsleep = true;
		await sleep(Math.min(Math.max(0, this.throttle.opensAt - Date.now()), SLICE));
		this.isAsleep = false;
		this.startNext();
	}
}
