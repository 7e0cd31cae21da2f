import { toText } from '../shared/value';

/** How exact a time is that is told in whole seconds, in milliseconds. */
const SECOND = 1000;

/**
 * How far the clock of a service is ahead of ours: somewhere between two bounds, which every moment
 * that it tells of makes narrower. So it can be off by hours, and what happened before or after
 * something here is still known for certain, or known to be uncertain.
 */
export class Clock {
	private least = -Infinity;

	private most = Infinity;

	/**
	 * Notes that the service told the time at some moment between two of ours.
	 *
	 * @param time as in the header `Date`, or as a timestamp with its zone
	 * @param from milliseconds since 1970, as are all others
	 */
	hear(time: unknown, from: number, to: number): void {
		const moment = momentOf(time);
		if (!moment) return;
		this.least = Math.max(this.least, moment.from - to);
		this.most = Math.min(this.most, moment.to - from);
	}

	/** Whether a timestamp of the service is later than a moment of ours; undefined where that is uncertain. */
	isAfter(time: unknown, ours: number): boolean | undefined {
		const moment = momentOf(time);
		// Two clocks that disagree are none
		if (!moment || this.least > this.most) return undefined;
		// Two that may agree are taken to agree: the network sets most clocks
		const ahead = this.least <= 0 && this.most >= 0 && this.most < Infinity ? 0 : this.most;
		if (moment.from >= ours + ahead) return true;
		return moment.to <= ours + this.least ? false : undefined;
	}
}

/**
 * What a timestamp says: from when on it can have been, and until when. A timestamp without a zone
 * says nothing, it may be hours away.
 */
function momentOf(time: unknown): { from: number; to: number } | undefined {
	const text = toText(time);
	const from = /\d:\d\d:\d\d.*(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : NaN;
	if (Number.isNaN(from)) return undefined;
	return { from, to: from + (from % SECOND === 0 ? SECOND : 1) };
}
