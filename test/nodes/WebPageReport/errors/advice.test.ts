import { lookedFor } from '../../../../nodes/WebPageReport/errors/advice';
import { Failure } from '../../../../nodes/WebPageReport/errors/failure';

const lost = new Failure('It broke', 'It may have happened.', {
	mayHaveHappened: true,
	retry: { of: 'reads' },
	code: '504',
});

describe('a create whose report was looked for', () => {
	it.each([
		[
			'most likely does not exist',
			60_000,
			/60 seconds and is not there, so .* Run this item again\.$/,
		],
		[
			'most likely does not exist',
			30_000,
			/30 seconds and is not there, so .* Run this item again\.$/,
		],
		['may still come', 29_999, /30 seconds and was not there yet, .* Check with Get Many before/],
		['may still come', 2_000, /2 seconds and was not there yet, .* Check with Get Many before/],
	])('%s where it was missed after %d ms', (_, milliseconds, advice) => {
		expect(lookedFor(lost, 'missing', milliseconds).advice).toMatch(advice);
	});

	it.each([2_000, 60_000])('may be one of others, after %d ms', (milliseconds) => {
		expect(lookedFor(lost, 'uncertain', milliseconds).advice).toBe(
			`Its report was looked for during ${String(milliseconds / 1000)} seconds: there are reports on this page, but none that is certainly the one. Check with Get Many before you run this item again.`,
		);
	});

	it('is what it was where no look has shown anything', () => {
		expect(lookedFor(lost, undefined, 0).advice).toBe(lost.advice);
	});

	it.each(['missing', 'uncertain', undefined] as const)(
		'is not written again by another try, and keeps its title and its code: %s',
		(finding) => {
			const { title, details } = lookedFor(lost, finding, 60_000);
			expect([title, details]).toEqual([lost.title, lost.details]);
		},
	);
});
