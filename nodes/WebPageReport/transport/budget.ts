import type { Departure } from './queue';
import type { Statement } from './statement';

/**
 * How many requests a service takes, as far as its answers show. Some say what is left of a window,
 * some say only that there is nothing left any more (429); none is counted on to say anything.
 */
export interface Budget {
	/** Nothing leaves before: milliseconds since 1970. */
	pausedUntil: number;
	/** How many more the service takes. */
	left: number;
	/** The newest request that had left when that was learned: later ones know better. */
	knows: number;
	/** Whether answers say what is left. */
	isStated: boolean;
	/** Where they do not: how many requests the last window took, and this one has taken so far. */
	size: number;
	taken: number;
	/** The newest request that had left when the last window was used up. */
	closedAt: number;
	/** How many windows in a row have taken nothing. */
	refusals: number;
}

/** How long a request may still be on its way to where it is counted, in milliseconds. */
const ON_THE_WAY = 5_000;

/** How long the answer to one that has gone ahead alone is awaited, in milliseconds. */
const ALONE = 2_000;

/** The longest wait for a window that has been announced only, in milliseconds; a refusal can ask for more. */
const LONGEST_ANNOUNCED = 600_000;

export const NEW_BUDGET: Budget = {
	pausedUntil: 0,
	// Until an answer has shown what becomes of more
	left: 10,
	knows: 0,
	isStated: false,
	size: Infinity,
	taken: 0,
	closedAt: 0,
	refusals: 0,
};

/**
 * Whether another request may leave: not during a pause, and never more than are left after those
 * under way. Where nothing is left, or after a pause, a single one goes ahead: its answer tells.
 */
export function mayLeave(budget: Budget, underWay: Iterable<Departure>, now: number): boolean {
	if (now < budget.pausedUntil) return false;
	if (budget.left === Infinity) return true;
	const departures = [...underWay];
	const isAlone = departures.every(({ at }) => at <= now - ALONE);
	const isUncounted = ({ ticket, at }: Departure) => at > now - ON_THE_WAY || ticket > budget.knows;
	return isAlone || budget.left > departures.filter(isUncounted).length;
}

/**
 * What is known after an answer that does not refuse the request. One that says nothing after others that
 * did is one less of what they said; one that is taken with nothing left shows that this holds no longer.
 */
export function afterAnswer(
	budget: Budget,
	ticket: number,
	newest: number,
	{ remaining, resetAfter = 0, isLost }: Statement,
	now: number,
): Budget {
	const isNews = ticket > budget.knows;
	const refusals = isNews ? 0 : budget.refusals;
	if (remaining !== undefined) {
		// Of two that were under way together, nobody knows which was counted first
		if (!isNews && remaining >= budget.left) return budget;
		const pause = remaining === 0 && resetAfter <= LONGEST_ANNOUNCED ? resetAfter : 0;
		const pausedUntil = Math.max(budget.pausedUntil, now + pause);
		return { ...budget, refusals, pausedUntil, isStated: true, left: remaining, knows: newest };
	}
	const left = isNews ? budget.left - 1 : budget.left;
	if (budget.isStated && (isLost || left >= 0)) {
		return { ...budget, refusals, left: Math.max(0, left) };
	}
	// A late one of the last window
	if (ticket <= budget.closedAt) return { ...budget, size: budget.size + 1 };
	const taken = budget.taken + 1;
	// The window takes more than the last one
	const size = taken > budget.size ? 2 * budget.size : budget.size;
	return { ...budget, refusals, isStated: false, taken, size, left: size - taken };
}

/**
 * What is known after a request has been refused because there were too many: nothing is left, and
 * the next window takes about as many as this one.
 *
 * @param newest ticket that has left by now
 * @param pause milliseconds until another may leave
 */
export function afterRefusal(
	budget: Budget,
	ticket: number,
	newest: number,
	pause: number,
	now: number,
): Budget {
	const paused = { ...budget, pausedUntil: Math.max(budget.pausedUntil, now + pause) };
	// Those under way together have met the same end
	if (ticket <= budget.closedAt) return paused;
	return {
		...paused,
		left: 0,
		knows: newest,
		closedAt: newest,
		size: budget.taken > 0 ? budget.taken : budget.size,
		taken: 0,
		refusals: budget.refusals + 1,
	};
}
