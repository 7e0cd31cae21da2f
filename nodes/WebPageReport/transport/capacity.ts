import { Failure } from '../errors/failure';
import { afterOverload, afterSuccess, type Bound, boundOf } from './bound';
import { afterAnswer, afterRefusal, type Budget, mayLeave, NEW_BUDGET } from './budget';
import { delayAfter } from './delay';
import type { Departure } from './queue';
import type { Hear } from './send';
import { statementOf } from './statement';

/** In milliseconds. */
const SECOND = 1000;

/** How much a service takes, as far as it is known: what is under way, what it takes at once, what is left. */
export class Capacity {
	/** When a request was taken last: milliseconds since 1970. */
	lastTaken = 0;

	/** What was refused last. */
	refusal: Failure | undefined;

	private bound: Bound;

	private budget: Budget = NEW_BUDGET;

	/** By ticket. */
	private readonly underWay = new Map<number, Departure>();

	private newest = 0;

	/** By how much the pauses that it asks for are too short, in milliseconds: Laravel rounds down to seconds. */
	private early = 0;

	/** @param most requests at once, at the most */
	constructor(most: number) {
		this.bound = boundOf(most);
	}

	/** How many requests there are at once, at the most. */
	get most(): number {
		return this.bound.most;
	}

	/** Allows no more requests at once than that: of two credentials, the careful one counts. */
	allow(most: number): void {
		this.bound = {
			...this.bound,
			most: Math.min(this.bound.most, most),
			now: Math.min(this.bound.now, most),
		};
	}

	/** Until when nothing leaves: milliseconds since 1970. */
	get pausedUntil(): number {
		return this.budget.pausedUntil;
	}

	/** Whether another request may leave now: milliseconds since 1970. */
	hasRoom(now: number): boolean {
		// The fraction of one more, added up, falls short of it by a hair
		const bound = Math.floor(this.bound.now + 1e-9);
		return this.underWay.size < bound && mayLeave(this.budget, this.underWay.values(), now);
	}

	/** Notes that a request leaves. */
	depart(now: number): Departure {
		const departure = { ticket: ++this.newest, at: now };
		this.underWay.set(departure.ticket, departure);
		return departure;
	}

	/**
	 * Learns from an answer, or from none.
	 *
	 * @param headers of the answer, where there was one
	 * @param error that it ended with
	 */
	arrive({ ticket }: Departure, headers: Parameters<Hear>[0], error: unknown, now: number): void {
		this.underWay.delete(ticket);
		const { newest } = this;
		const failure = error instanceof Failure ? error : undefined;
		const { of, after } = failure?.details.retry ?? {};
		if (of === 'any request') {
			this.refusal = failure;
			const { refusals } = this.budget;
			// It was the first after the pause that had been asked for
			if (refusals > 0 && ticket > this.budget.closedAt) this.early = SECOND;
			const pause = delayAfter(refusals + 1, after === undefined ? after : after + this.early);
			this.budget = afterRefusal(this.budget, ticket, newest, pause, now);
			return;
		}
		this.lastTaken = now;
		const isLost = of === 'reads';
		const said = { ...statementOf(headers, now), isLost };
		this.budget = afterAnswer(this.budget, ticket, newest, said, now);
		this.bound = isLost
			? afterOverload(this.bound, ticket, newest)
			: afterSuccess(this.bound, ticket);
	}
}
