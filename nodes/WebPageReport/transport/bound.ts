/**
 * How many requests a service gets at once: as many as the credential allows, fewer while it is
 * overloaded. Additive increase, multiplicative decrease, as TCP has it.
 */
export interface Bound {
	/** What the credential allows. */
	most: number;
	/** How many there may be now; the fraction is the way to one more. */
	now: number;
	/** The newest request that had left when it was halved. */
	halvedAt: number;
}

export function boundOf(most: number): Bound {
	return { most, now: most, halvedAt: 0 };
}

/** One more a round: when as many have gone well as there may be at once. */
export function afterSuccess(bound: Bound, ticket: number): Bound {
	if (ticket <= bound.halvedAt) return bound;
	return { ...bound, now: Math.min(bound.most, bound.now + 1 / Math.floor(bound.now)) };
}

/**
 * Half as many, once for all that were under way together: they have met the same overload.
 *
 * @param ticket of the request that met it
 * @param newest ticket that has left by now
 */
export function afterOverload(bound: Bound, ticket: number, newest: number): Bound {
	if (ticket <= bound.halvedAt) return bound;
	return { ...bound, now: Math.max(1, Math.floor(bound.now / 2)), halvedAt: newest };
}
