import {
	afterAnswer,
	afterRefusal,
	type Budget,
	mayLeave,
	NEW_BUDGET,
} from '../../../../nodes/WebPageReport/transport/budget';
import type { Departure } from '../../../../nodes/WebPageReport/transport/queue';

const now = 1_000_000;

/** Requests under way, numbered from 1 on, that have left so many milliseconds ago. */
const underWay = (...ages: number[]): Departure[] =>
	ages.map((age, index) => ({ ticket: index + 1, at: now - age }));

const ages = (count: number, age = 0) => Array.from({ length: count }, () => age);

/** A budget of which so many were left when the first answer said so. */
const stated = (remaining: number, resetAfter?: number): Budget =>
	afterAnswer(NEW_BUDGET, 1, 1, { remaining, resetAfter }, now);

describe('where nothing is known', () => {
	it('ten leave, and the eleventh waits for an answer', () => {
		expect(mayLeave(NEW_BUDGET, underWay(...ages(9)), now)).toBe(true);
		expect(mayLeave(NEW_BUDGET, underWay(...ages(10)), now)).toBe(false);
	});

	it('any number leave once an answer has said nothing of a limit', () => {
		const budget = afterAnswer(NEW_BUDGET, 1, 10, {}, now);
		expect(budget.left).toBe(Infinity);
		expect(mayLeave(budget, underWay(...ages(99)), now)).toBe(true);
	});
});

describe('where answers say what is left', () => {
	it.each([
		[5, 4, true],
		[5, 5, false],
		[1, 0, true],
		[1, 1, false],
	])('of %d, with %d under way, another may leave: %s', (remaining, count, may) => {
		expect(mayLeave(stated(remaining), underWay(...ages(count, 1_000)), now)).toBe(may);
	});

	it('those that left before that and long ago are counted already', () => {
		expect(mayLeave(stated(1), [{ ticket: 1, at: now - 4_999 }], now)).toBe(true);
		expect(mayLeave(stated(1), [{ ticket: 1, at: now - 4_999 }, ...underWay(0)], now)).toBe(false);
		expect(
			mayLeave(
				stated(2),
				[
					{ ticket: 1, at: now - 5_000 },
					{ ticket: 2, at: now },
				],
				now,
			),
		).toBe(true);
		expect(
			mayLeave(
				stated(2),
				[
					{ ticket: 3, at: now - 5_000 },
					{ ticket: 2, at: now },
				],
				now,
			),
		).toBe(false);
	});

	it('a single one goes ahead where nothing is left, and another where that takes too long', () => {
		expect(mayLeave(stated(0), [], now)).toBe(true);
		expect(mayLeave(stated(0), underWay(1_999), now)).toBe(false);
		expect(mayLeave(stated(0), underWay(2_000), now)).toBe(true);
	});

	it('nothing leaves before the end of the window that was announced', () => {
		const budget = stated(0, 30_000);
		expect(mayLeave(budget, [], now + 29_999)).toBe(false);
		expect(mayLeave(budget, [], now + 30_000)).toBe(true);
	});

	it.each([
		['something is left', stated(1, 30_000)],
		['it is more than ten minutes away', stated(0, 600_001)],
		['it is not said', stated(0)],
	])('the end of the window is not waited for where %s', (_, budget) => {
		expect(mayLeave(budget, [], now)).toBe(true);
	});

	it('the fewest count of answers to requests that were under way together', () => {
		const budget = afterAnswer(NEW_BUDGET, 2, 5, { remaining: 7 }, now);
		expect(afterAnswer(budget, 3, 5, { remaining: 8 }, now).left).toBe(7);
		expect(afterAnswer(budget, 1, 5, { remaining: 4 }, now).left).toBe(4);
	});

	it('the latest counts of those that left later: a new window has more', () => {
		expect(afterAnswer(stated(3), 2, 2, { remaining: 59 }, now).left).toBe(59);
	});

	it('an answer without a word of it is one less', () => {
		const next = afterAnswer(stated(3), 2, 2, {}, now);
		expect(next).toEqual({ ...stated(3), left: 2 });
		expect(afterAnswer(next, 3, 3, { remaining: 40 }, now).left).toBe(40);
	});

	it('one that was under way when it was said is counted already', () => {
		const budget = afterAnswer(NEW_BUDGET, 1, 5, { remaining: 3 }, now);
		expect(afterAnswer(budget, 5, 5, {}, now)).toEqual(budget);
	});

	it.each([0, 2])('%d left hold no longer once one more is taken without a word of it', (left) => {
		let budget = stated(left, 1_000);
		for (let ticket = 2; ticket < 2 + left; ticket++) {
			budget = afterAnswer(budget, ticket, ticket, {}, now);
		}
		expect(budget).toMatchObject({ left: 0, isStated: true });
		budget = afterAnswer(budget, 9, 9, {}, now);
		expect(budget).toMatchObject({ left: Infinity, isStated: false });
		expect(mayLeave(budget, underWay(...ages(99)), now + 1_000)).toBe(true);
	});

	it('an answer that may not be of the service does not show that', () => {
		expect(afterAnswer(stated(0), 2, 2, { isLost: true }, now)).toEqual(stated(0));
		expect(afterAnswer(stated(2), 2, 2, { isLost: true }, now).left).toBe(1);
	});

	it('a refusal without a word of it changes nothing of that', () => {
		const refused = afterRefusal(stated(3), 2, 2, 500, now);
		expect(refused).toMatchObject({ left: 0, isStated: true });
		expect(afterAnswer(refused, 3, 3, { remaining: 59 }, now).left).toBe(59);
	});

	it('an answer does not shorten a pause', () => {
		const paused = afterRefusal(stated(0), 2, 2, 30_000, now);
		const budget = afterAnswer(paused, 1, 2, { remaining: 0, resetAfter: 5_000 }, now);
		expect(budget.pausedUntil).toBe(now + 30_000);
	});
});

describe('a refusal', () => {
	it('lets nothing leave until the end of the pause, then a single one', () => {
		const budget = afterRefusal(NEW_BUDGET, 1, 10, 5_000, now);
		expect(mayLeave(budget, [], now + 4_999)).toBe(false);
		expect(mayLeave(budget, [], now + 5_000)).toBe(true);
		expect(mayLeave(budget, [{ ticket: 11, at: now + 5_000 }], now + 5_000)).toBe(false);
	});

	it('counts once for all that were under way together', () => {
		const first = afterRefusal(NEW_BUDGET, 1, 10, 5_000, now);
		const second = afterRefusal(first, 10, 10, 6_000, now);
		expect(second).toEqual({ ...first, pausedUntil: now + 6_000 });
		expect(afterRefusal(second, 11, 11, 1_000, now + 7_000).refusals).toBe(2);
	});

	it('does not shorten a pause', () => {
		const first = afterRefusal(NEW_BUDGET, 1, 10, 5_000, now);
		expect(afterRefusal(first, 2, 10, 1_000, now).pausedUntil).toBe(now + 5_000);
	});

	it('is followed by no other as soon as one is taken', () => {
		const refused = afterRefusal(NEW_BUDGET, 1, 1, 5_000, now);
		expect(afterAnswer(refused, 2, 2, {}, now).refusals).toBe(0);
		expect(afterAnswer(refused, 1, 2, {}, now).refusals).toBe(1);
	});
});

describe('where only refusals tell of a limit', () => {
	/** The budget after a window that took so many. */
	function afterWindow(taken: number): { budget: Budget; ticket: number } {
		let budget = NEW_BUDGET;
		let ticket = 0;
		while (ticket < taken) budget = afterAnswer(budget, ++ticket, ticket, {}, now);
		ticket++;
		return { budget: afterRefusal(budget, ticket, ticket, 1_000, now), ticket };
	}

	it('the next window takes as many as the last one', () => {
		let { budget, ticket } = afterWindow(3);
		const lefts = [1, 2, 3].map(() => {
			budget = afterAnswer(budget, ++ticket, ticket, {}, now);
			return budget.left;
		});
		expect(lefts).toEqual([2, 1, 0]);
	});

	it('a window that takes more is twice as large', () => {
		let { budget, ticket } = afterWindow(3);
		for (let taken = 0; taken < 4; taken++) {
			budget = afterAnswer(budget, ++ticket, ticket, {}, now);
		}
		expect(budget).toMatchObject({ size: 6, left: 2 });
	});

	it('a late answer counts for the window before', () => {
		const { budget } = afterWindow(3);
		expect(afterAnswer(budget, 2, 5, {}, now)).toMatchObject({ size: 4, taken: 0, left: 0 });
	});

	it('a window that took nothing says nothing of the next one', () => {
		const { budget, ticket } = afterWindow(3);
		expect(afterRefusal(budget, ticket + 1, ticket + 1, 1_000, now)).toMatchObject({ size: 3 });
	});
});
