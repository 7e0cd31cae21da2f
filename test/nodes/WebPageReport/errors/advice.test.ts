import { lookedFor } from '../../../../nodes/WebPageReport/errors/advice';
import { tooLate } from '../../../../nodes/WebPageReport/errors/networkError';
import { create, explained } from './explained';

const lost = explained({ statusCode: 504 }, create);

describe('a create whose report was looked for', () => {
	it.each([
		['most likely does not exist', true, / and is not there, so .* Run this item again\.$/],
		['may still come', false, / and was not there yet, .* Check with Get Many before .*\.$/],
	])('%s where it was missed, for long: %s', (_, isLong, advice) => {
		const failure = lookedFor(lost, 'missing', 30_000, isLong);
		expect(failure.advice).toMatch(/^Its report was looked for during 30 seconds /);
		expect(failure.advice).toMatch(advice);
	});

	it.each([2_000, 60_000])('may be one of others, after %d ms', (milliseconds) => {
		expect(lookedFor(lost, 'uncertain', milliseconds, true).advice).toBe(
			`Its report was looked for during ${String(milliseconds / 1000)} seconds: there are reports on this page, but none that is certainly the one. Check with Get Many before you run this item again.`,
		);
	});

	it('is what it was where no look has shown anything', () => {
		expect(lookedFor(lost, undefined, 0, false).advice).toBe(lost.advice);
	});

	it('keeps what else there is to do', () => {
		for (const finding of ['missing', 'uncertain'] as const) {
			expect(lookedFor(tooLate(create.target), finding, 60_000, true).advice).toMatch(
				/^Its report .* this item again\. If the service needs longer, raise Timeout /,
			);
		}
	});

	it.each(['missing', 'uncertain', undefined] as const)(
		'is not written again by another try, and keeps its title and its code: %s',
		(finding) => {
			const { title, details } = lookedFor(lost, finding, 60_000, true);
			expect([title, details]).toEqual([lost.title, lost.details]);
		},
	);
});
