import { toText } from '../shared/value';

/** How exact a time is that is told in whole seconds, in milliseconds. */
const SECOND = 1000;

/** How far from each other two clocks can be that show the same time, in milliseconds: the widest zones. */
const ZONES = 14 * 3_600_000;

/** By what zones differ, in milliseconds, and how much else the clocks of one service usually do. */
const ZONE = 15 * 60_000;
export const DRIFT = 5_000;

/** How far from the header `Date` timestamps can be all the same, in milliseconds: it may come from another host. */
export const FAR = 10 * 60_000;

/**
 * How far the clock of a service is ahead of ours: somewhere between two bounds, which every moment
 * that it tells of makes narrower. So it can be off by hours, and what happened before or after
 * something here is still known for certain, or known to be uncertain.
 */
export class Clock {
	private least = -Infinity;

	private most = Infinity;

	/** Whether a timestamp was seen to go by this clock; the header `Date` may go by another one. */
	private isProven = false;

	/** How far timestamps are ahead of ours at the least. */
	private leastOfStamps = -Infinity;

	/**
	 * Notes that the service told the time at some moment between two of ours.
	 *
	 * @param time as in the header `Date`, or as a timestamp with its zone
	 * @param from milliseconds since 1970, as are all others
	 * @param isTimestamp whether it is that of a report
	 */
	hear(time: unknown, from: number, to: number, isTimestamp = false): void {
		const moment = momentOf(time);
		if (!moment || moment.to - moment.from > SECOND) return;
		this.least = Math.max(this.least, moment.from - to);
		this.most = Math.min(this.most, moment.to - from);
		const gap = this.least - this.most;
		// One that was set right meanwhile
		if (gap > 0 && gap <= SECOND) [this.least, this.most] = [moment.from - to, moment.to - from];
		this.isProven ||= isTimestamp;
	}

	/** Notes a timestamp that a report shows now: it has been that late already. Those of the future prove nothing. */
	see(time: unknown, now: number): void {
		const moment = momentOf(time);
		if (!moment || moment.to - moment.from > SECOND || moment.from > now + this.most) return;
		this.leastOfStamps = Math.max(this.leastOfStamps, moment.from - now);
	}

	/** Whether a timestamp of the service is later than a moment of ours; undefined where that is uncertain. */
	isAfter(time: unknown, ours: number): boolean | undefined {
		const moment = momentOf(time);
		// Two clocks that disagree are none
		if (!moment || this.least > this.most) return undefined;
		if (moment.to <= ours + this.least) return false;
		// Two that may agree are taken to agree: the network sets most clocks
		const ahead = this.least <= 0 && this.most >= 0 && this.most < Infinity ? 0 : this.most;
		const isFuture = moment.from > Date.now() + this.most;
		return (moment.from >= ours + ahead && !isFuture) || undefined;
	}

	/**
	 * Whether a timestamp is earlier than a moment of ours, in whatever zone it may be meant.
	 *
	 * @param drift how far it may be from the header `Date` besides, in milliseconds
	 */
	isLongBefore(time: unknown, ours: number, drift = DRIFT): boolean {
		if (this.isProven) return this.isAfter(time, ours) === false;
		const zones = Math.ceil((this.leastOfStamps - this.most - DRIFT) / ZONE) * ZONE;
		return this.isAfter(time, ours + Math.max(zones - drift, -ZONES)) === false;
	}
}

/** What a timestamp says: from when on it can have been, and until when. Without a zone it may be any. */
function momentOf(time: unknown): { from: number; to: number } | undefined {
	const text = toText(time);
	if (!/\d:\d\d:\d\d/.test(text)) return undefined;
	if (/(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text)) {
		const from = Date.parse(text);
		return Number.isNaN(from) ? undefined : { from, to: from + (from % SECOND === 0 ? SECOND : 1) };
	}
	const from = Date.parse(text.replace(' ', 'T') + 'Z');
	return Number.isNaN(from) ? undefined : { from: from - ZONES, to: from + ZONES };
}
