import fc from 'fast-check';

import {
	afterOverload,
	afterSuccess,
	type Bound,
	boundOf,
} from '../../../../nodes/WebPageReport/transport/bound';

/** The bound after so many requests have gone well that left one after the other. */
function afterSuccesses(bound: Bound, count: number, first = bound.halvedAt + 1): Bound {
	return Array.from({ length: count }).reduce<Bound>(
		(now, _, index) => afterSuccess(now, first + index),
		bound,
	);
}

describe('the bound', () => {
	it('begins with what the credential allows', () => {
		expect(boundOf(10)).toMatchObject({ most: 10, now: 10 });
	});

	it.each([
		[10, 5],
		[5, 2],
		[3, 1],
		[2, 1],
		[1, 1],
		[100, 50],
	])('of %d becomes %d after an overload', (most, half) => {
		expect(afterOverload(boundOf(most), 1, 1).now).toBe(half);
	});

	it('is halved once for all that were under way together', () => {
		const halved = afterOverload(boundOf(10), 3, 10);
		expect(afterOverload(halved, 1, 10)).toEqual(halved);
		expect(afterOverload(halved, 10, 14)).toEqual(halved);
		expect(afterOverload(halved, 11, 14)).toEqual({ most: 10, now: 2, halvedAt: 14 });
	});

	it('does not grow by successes of those that left before it was halved', () => {
		const halved = afterOverload(boundOf(10), 3, 10);
		expect(afterSuccess(halved, 10)).toEqual(halved);
		expect(afterSuccess(halved, 11).now).toBeGreaterThan(halved.now);
	});

	it('grows by one a round', () => {
		const halved = afterOverload(boundOf(10), 1, 1);
		expect(afterSuccesses(halved, 4).now).toBeLessThan(5.9);
		expect(afterSuccesses(halved, 5).now).toBeCloseTo(6);
		expect(afterSuccesses(halved, 5 + 6).now).toBeCloseTo(7);
		expect(afterSuccesses(halved, 5 + 6 + 7 + 8 + 9).now).toBeCloseTo(10);
	});

	it('never grows above what the credential allows', () => {
		expect(afterSuccesses(boundOf(10), 50).now).toBe(10);
		expect(afterSuccesses(afterOverload(boundOf(1), 1, 1), 50).now).toBe(1);
	});

	it('is from 1 to what the credential allows, whatever happens', () => {
		const event = fc.record({ isOverload: fc.boolean(), ticket: fc.nat(200), ahead: fc.nat(20) });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 100 }), fc.array(event), (most, events) => {
				let bound = boundOf(most);
				for (const { isOverload, ticket, ahead } of events) {
					bound = isOverload
						? afterOverload(bound, ticket, ticket + ahead)
						: afterSuccess(bound, ticket);
					expect(bound.now).toBeGreaterThanOrEqual(1);
					expect(bound.now).toBeLessThanOrEqual(most);
				}
			}),
		);
	});
});
