import { sleep } from 'n8n-workflow';

import { tooLong } from '../errors/advice';
import { Failure } from '../errors/failure';
import { type Headers, type Hear, remainingOf, retryAfterOf } from './limitHeaders';
import { backoff, SLICE } from './time';

/** How long a request waits while the service takes none at all, in milliseconds. */
export const LONGEST_WAIT = 10 * 60_000;

/** How many requests a service gets at once before it has shown what it takes. */
const FIRST_BOUND = 10;

/** Who takes turns with others: a run, however many requests it has. */
export interface Lane {
	/** Whether none of its requests leaves for now. {@link Limiter.letGo} has to be told when that ends. */
	readonly isHeld: boolean;
	/** Hears that it has to wait until then: milliseconds since 1970. */
	pause?(until: number): void;
}

/** How long a request can wait: until a signal ends that, with a reason, or until a time, which can be Infinity. */
export interface Patience {
	signal: AbortSignal;
	/** Milliseconds since 1970. */
	deadline: number;
}

/** A request that wants to leave. */
interface Request extends Patience {
	lane: Lane;
}

interface Waiting extends Request {
	since: number;
	leave: (ticket: number) => void;
	refuse: (reason: unknown) => void;
}

/**
 * Who may leave, and when: as many requests at once as a service takes, none while it asks for a pause, no
 * more than it says are left, and lanes in turns. Times are milliseconds since 1970; requests are numbered in
 * the order in which they leave, by tickets.
 */
export class Limiter {
	/** The lane whose turn it is stands first. */
	private readonly lanes = new Map<Lane, Set<Waiting>>();
	/** By their tickets. */
	private readonly inFlight = new Set<number>();
	private newest = 0;

	/** How many may be in flight; the fraction is the way to one more. */
	private bound: number;

	/** The newest ticket when the service showed last that it takes less; 0 before that, while the bound grows fast. */
	private brokenAt = 0;

	/** How many were refused in a row, and the last of them. After that, one goes ahead alone (half-open). */
	private refusals = 0;
	private refusal: Failure | undefined;
	private pausedUntil = 0;

	/** What is left by the service's own words, and the newest ticket when it said so. */
	private left = Infinity;
	private leftAt = 0;

	private lastAnswer = Date.now();
	private lastUse = Date.now();
	private isAsleep = false;

	/** @param most requests in flight, at the most */
	constructor(public most: number) {
		this.bound = Math.min(most, FIRST_BOUND);
	}

	/** Allows no more requests in flight than that: of two credentials, the careful one counts. */
	allow(most: number): void {
		this.most = this.isIdle ? most : Math.min(this.most, most);
		this.bound = Math.min(this.bound, this.most);
	}

	/** Whether nobody uses it, or has since a time; or it only remembers a pause that nobody could wait for. */
	isStale(since: number): boolean {
		const isEndless = this.pausedUntil > Date.now() + LONGEST_WAIT;
		return this.isIdle && (this.lastUse < since || isEndless);
	}

	private get isIdle(): boolean {
		return this.inFlight.size + this.lanes.size === 0;
	}

	/**
	 * Runs a task when it is the turn of its request, and learns from what comes of it.
	 *
	 * @throws what the task throws, and the reason of the signal while it waits
	 * @throws {Failure} where the service asks for a longer pause than the request can wait
	 */
	async run<T>(request: Request, task: (hear: Hear) => Promise<T>): Promise<T> {
		const ticket = await this.turn(request);
		let headers: Headers = {};
		let failure: unknown;
		const hear: Hear = (said) => {
			headers = said;
		};
		const fail = (error: unknown) => {
			failure = error;
			throw error;
		};
		return await task(hear)
			.catch(fail)
			.finally(() => {
				this.inFlight.delete(ticket);
				this.lastUse = Date.now();
				this.learn(ticket, headers, failure instanceof Failure ? failure : undefined);
				this.letGo();
			});
	}

	/** Lets out as many as may leave now; the others when the pause is over, or when one comes back. */
	letGo(): void {
		// One moment for all of it: a pause that ends in between would be slept through by nobody
		const now = Date.now();
		while (this.roomAt(now) > 0) {
			const [lane, line] = [...this.lanes].find(([{ isHeld }]) => !isHeld) ?? [];
			const [first] = line ?? [];
			if (!lane || !first) break;
			this.remove(first);
			// Behind all others, so that they take turns
			if (this.lanes.delete(lane) && line) this.lanes.set(lane, line);
			this.inFlight.add(++this.newest);
			first.leave(this.newest);
		}
		if (this.lanes.size > 0 && now < this.pausedUntil) void this.sleepThrough();
	}

	/** How many more may leave now. */
	private roomAt(now: number): number {
		if (now < this.pausedUntil) return 0;
		// The fraction of one more, added up, falls short of it by a hair
		const bound = Math.floor(this.bound + 1e-9);
		const most = Math.min(bound, Math.max(1, this.left)) - this.inFlight.size;
		const ahead = [...this.inFlight].filter((ticket) => ticket > this.brokenAt).length;
		return this.refusals > 0 ? Math.min(most, 1 - ahead) : most;
	}

	/** Waits for the turn of a request, and gives its ticket. */
	private async turn(request: Request): Promise<number> {
		const { lane } = request;
		// One of its own: Node.js warns of more than ten listeners
		const signal = AbortSignal.any([request.signal]);
		signal.throwIfAborted();
		let stop: () => void = () => undefined;
		const ticket = new Promise<number>((leave, refuse) => {
			const waiting = { ...request, signal, since: Date.now(), leave, refuse };
			stop = () => {
				this.remove(waiting);
				refuse(signal.reason as Failure);
			};
			const line = this.lanes.get(lane) ?? new Set<Waiting>();
			this.lanes.set(lane, line.add(waiting));
			this.refuseImpatient([waiting]);
		});
		signal.addEventListener('abort', stop);
		this.letGo();
		return await ticket.finally(() => {
			signal.removeEventListener('abort', stop);
		});
	}

	private remove(waiting: Waiting): void {
		const line = this.lanes.get(waiting.lane);
		line?.delete(waiting);
		if (line?.size === 0) this.lanes.delete(waiting.lane);
	}

	/** Refuses those that cannot wait until the end of the pause. */
	private refuseImpatient(all: Iterable<Waiting>): void {
		const pause = this.pausedUntil - Date.now();
		if (pause <= 0 || !this.refusal) return;
		for (const waiting of all) {
			const longest = Math.max(waiting.since, this.lastAnswer) + LONGEST_WAIT;
			if (this.pausedUntil <= Math.min(waiting.deadline, longest)) continue;
			this.remove(waiting);
			const isAsked = this.refusal.after !== undefined;
			waiting.refuse(isAsked ? tooLong(pause, this.refusal) : this.refusal);
		}
	}

	private learn(ticket: number, headers: Headers, failure: Failure | undefined): void {
		if (failure?.fate === 'not sent') return;
		if (failure?.fate === 'not taken') this.close(ticket, failure);
		else if (failure?.fate === 'unknown' && failure.isPassing) this.halve(ticket);
		else this.open(ticket, headers);
	}

	/** Learns from a 429: it speaks of a window of time, not of load. */
	private close(ticket: number, failure: Failure): void {
		// Those in flight together have met the same end
		if (ticket > this.brokenAt || this.refusals === 0) {
			this.refusals++;
			this.brokenAt = this.newest;
		}
		this.refusal = failure;
		this.left = Infinity;
		this.bound = Math.min(this.bound, FIRST_BOUND);
		this.pauseFor(backoff(this.refusals, failure.after));
		this.refuseImpatient([...this.lanes.values()].flatMap((line) => [...line]));
	}

	/** Learns from overload, once for all that were in flight together. */
	private halve(ticket: number): void {
		if (ticket <= this.brokenAt) return;
		this.bound = Math.max(1, Math.floor(this.bound / 2));
		this.brokenAt = this.newest;
	}

	/** Learns from any other answer: the service has taken the request, also where it says no. */
	private open(ticket: number, headers: Headers): void {
		this.lastAnswer = Date.now();
		if (ticket > this.brokenAt) {
			const more = this.brokenAt === 0 ? 1 : 1 / Math.floor(this.bound);
			this.bound = Math.min(this.most, this.bound + more);
			this.refusals = 0;
			this.refusal = undefined;
		}
		const remaining = remainingOf(headers) ?? Infinity;
		// Of two that were in flight together, nobody knows which was counted first
		this.left = ticket > this.leftAt ? remaining : Math.min(this.left, remaining);
		if (ticket > this.leftAt) this.leftAt = this.newest;
		const pause = retryAfterOf(headers) ?? 0;
		if (remaining === 0 && pause <= LONGEST_WAIT) this.pauseFor(pause);
	}

	private pauseFor(milliseconds: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, Date.now() + milliseconds);
	}

	/** Lets go when the pause is over, as long as anybody waits for that. */
	private async sleepThrough(): Promise<void> {
		if (this.isAsleep) return;
		this.isAsleep = true;
		for (const lane of this.lanes.keys()) lane.pause?.(this.pausedUntil);
		await sleep(Math.min(Math.max(0, this.pausedUntil - Date.now()), SLICE));
		this.isAsleep = false;
		this.letGo();
	}
}
