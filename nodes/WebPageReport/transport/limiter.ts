import { sleep } from 'n8n-workflow';

import { tooLong } from '../errors/advice';
import { Failure } from '../errors/failure';
import { type Headers, remainingOf, retryAfterOf } from './limitHeaders';
import { backoff } from './time';

/** How long a request waits while the service takes none at all, in milliseconds. */
export const LONGEST_WAIT = 10 * 60_000;

/** How many requests a service gets at once before it has shown what it takes. */
const FIRST_BOUND = 10;

/** The longest sleep at the end of which it is looked whether anybody still waits, in milliseconds. */
const SLICE = 250;

/** Who takes turns with others: a run, however many requests it has. */
export interface Lane {
	/** Whether none of its requests leaves for now. {@link Limiter.letGo} has to be told when that ends. */
	readonly isHeld: boolean;
	/** Hears that it has to wait until then: milliseconds since 1970. */
	pause(until: number): void;
}

/** A request that wants to leave. */
export interface Request {
	lane: Lane;
	/** Ends its wait, with a reason. */
	signal: AbortSignal;
	/** When nobody waits for it any more: milliseconds since 1970, or Infinity. */
	deadline: number;
}

interface Waiting extends Request {
	since: number;
	/** @param ticket requests are numbered in the order in which they leave */
	leave: (ticket: number) => void;
	refuse: (reason: unknown) => void;
}

/**
 * Who may leave, and when: as many requests at once as a service takes, none while it asks for a pause, no
 * more than it says are left, and lanes in turns. Times are milliseconds since 1970.
 */
export class Limiter {
	/** The lane whose turn it is stands first. */
	private readonly lanes = new Map<Lane, Set<Waiting>>();

	private inFlight = 0;

	/** The ticket of the request that has left last. */
	private newest = 0;

	/** How many may be in flight now; the fraction is the way to one more. */
	private bound: number;

	/** Whether the bound grows with every success: until something is refused or lost. */
	private isSlowStart = true;

	/** The newest ticket when the bound was halved last, and when a request was refused last. */
	private halvedAt = 0;
	private refusedAt = 0;

	private pausedUntil = 0;

	/** How many refusals there were in a row, and the last of them. */
	private refusals = 0;
	private refusal: Failure | undefined;

	/** Whether one request goes ahead alone after a refusal: its answer opens the door. */
	private isHalfOpen = false;

	/** What is left by the service's own words, and the ticket of the answer that said so. */
	private left: number | undefined;
	private leftAt = 0;

	private lastAnswer = Date.now();

	private isAsleep = false;

	/** @param most requests in flight, at the most */
	constructor(public most: number) {
		this.bound = Math.min(most, FIRST_BOUND);
	}

	/** Allows no more requests in flight than that: of two credentials, the careful one counts. */
	allow(most: number): void {
		this.most = this.inFlight + this.lanes.size > 0 ? Math.min(this.most, most) : most;
		this.bound = Math.min(this.bound, this.most);
	}

	/** Since when nothing has been in flight or waited, and no pause has been asked for. */
	get idleSince(): number {
		const isBusy = this.inFlight + this.lanes.size > 0;
		return isBusy ? Infinity : Math.max(this.lastAnswer, this.pausedUntil);
	}

	/**
	 * Runs a task when it is the turn of its request, and learns from what comes of it.
	 *
	 * @param task is handed a function that hears the headers of an answer, whatever the answer is
	 * @throws what the task throws, and the reason of the signal while it waits
	 * @throws {Failure} where the service asks for a longer pause than the request can wait
	 */
	async run<T>(
		request: Request,
		task: (hear: (headers: Headers) => void) => Promise<T>,
	): Promise<T> {
		const ticket = await this.turn(request);
		let headers: Headers = {};
		let failure: unknown;
		try {
			return await task((said) => {
				headers = said;
			});
		} catch (error) {
			failure = error;
			throw error;
		} finally {
			this.inFlight--;
			this.learn(ticket, headers, failure instanceof Failure ? failure : undefined);
			this.letGo();
		}
	}

	/** Lets out as many as may leave now; the others when the pause is over, or when one comes back. */
	letGo(): void {
		while (this.room > 0) {
			const [lane, line = new Set<Waiting>()] = [...this.lanes].find(([{ isHeld }]) => !isHeld) ?? [];
			const [first] = line;
			if (!lane || !first) break;
			line.delete(first);
			// Behind all others, so that they take turns
			this.lanes.delete(lane);
			if (line.size > 0) this.lanes.set(lane, line);
			this.inFlight++;
			first.leave(++this.newest);
		}
		if (this.lanes.size > 0 && this.pausedUntil > Date.now()) void this.sleepThrough();
	}

	/** How many more may leave now. */
	private get room(): number {
		if (Date.now() < this.pausedUntil) return 0;
		// The fraction of one more, added up, falls short of it by a hair
		const bound = Math.floor(this.bound + 1e-9);
		const most = this.isHalfOpen ? 1 : Math.min(bound, Math.max(1, this.left ?? Infinity));
		return most - this.inFlight;
	}

	/** Waits for the turn of a request, and gives its ticket. */
	private async turn(request: Request): Promise<number> {
		const { lane, signal } = request;
		signal.throwIfAborted();
		let stop: () => void = () => undefined;
		const ticket = new Promise<number>((leave, refuse) => {
			const waiting = { ...request, since: Date.now(), leave, refuse };
			stop = () => {
				this.remove(waiting, signal.reason);
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

	private remove(waiting: Waiting, reason: unknown): void {
		const line = this.lanes.get(waiting.lane);
		line?.delete(waiting);
		if (line?.size === 0) this.lanes.delete(waiting.lane);
		waiting.refuse(reason);
	}

	/** Ends the wait of those that cannot wait until the end of the pause. */
	private refuseImpatient(all: Iterable<Waiting>): void {
		const pause = this.pausedUntil - Date.now();
		if (pause <= 0 || !this.refusal) return;
		for (const waiting of all) {
			const { deadline, since } = waiting;
			const latest = Math.min(deadline, Math.max(since, this.lastAnswer) + LONGEST_WAIT);
			if (this.pausedUntil > latest) this.remove(waiting, tooLong(pause, this.refusal));
		}
	}

	private learn(ticket: number, headers: Headers, failure: Failure | undefined): void {
		const { fate, isPassing } = failure ?? {};
		if (fate === 'not sent') return;
		if (failure && fate === 'not taken') {
			this.refuse(ticket, failure);
			return;
		}
		if (fate === 'unknown' && isPassing) {
			this.isSlowStart = false;
			// Once for all that were in flight together: they have met the same overload
			if (ticket <= this.halvedAt) return;
			this.bound = Math.max(1, Math.floor(this.bound / 2));
			this.halvedAt = this.newest;
			return;
		}
		this.lastAnswer = Date.now();
		if (ticket > this.refusedAt) {
			this.isHalfOpen = false;
			this.refusals = 0;
		}
		if (ticket > this.halvedAt) {
			const more = this.isSlowStart ? 1 : 1 / Math.floor(this.bound);
			this.bound = Math.min(this.most, this.bound + more);
		}
		this.note(ticket, headers);
	}

	/** Notes what an answer says is left. Of two that were in flight together, nobody knows which was counted first. */
	private note(ticket: number, headers: Headers): void {
		const remaining = remainingOf(headers);
		const isLate = ticket < this.leftAt;
		if (isLate && (remaining ?? Infinity) >= (this.left ?? Infinity)) return;
		this.left = remaining;
		this.leftAt = Math.max(this.leftAt, ticket);
		const pause = remaining === 0 ? (retryAfterOf(headers) ?? 0) : 0;
		if (pause <= LONGEST_WAIT) {
			this.pausedUntil = Math.max(this.pausedUntil, Date.now() + pause);
		}
	}

	/** Notes that there were too many requests (429). That speaks of a window of time, not of load. */
	private refuse(ticket: number, failure: Failure): void {
		// Those in flight together have met the same end
		if (ticket > this.refusedAt) this.refusals++;
		this.refusedAt = this.newest;
		this.refusal = failure;
		this.isHalfOpen = true;
		this.isSlowStart = false;
		this.left = undefined;
		this.bound = Math.min(this.bound, FIRST_BOUND);
		const pause = backoff(this.refusals, failure.after);
		this.pausedUntil = Math.max(this.pausedUntil, Date.now() + pause);
		this.refuseImpatient([...this.lanes.values()].flatMap((line) => [...line]));
	}

	/** Lets go when the pause is over, as long as anybody waits for that. */
	private async sleepThrough(): Promise<void> {
		if (this.isAsleep) return;
		this.isAsleep = true;
		while (this.lanes.size > 0 && Date.now() < this.pausedUntil) {
			for (const lane of this.lanes.keys()) lane.pause(this.pausedUntil);
			await sleep(Math.min(this.pausedUntil - Date.now(), SLICE));
		}
		this.isAsleep = false;
		this.letGo();
	}
}
