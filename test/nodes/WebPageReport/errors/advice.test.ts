import { lookedFor } from '../../../../nodes/WebPageReport/errors/advice';
import { tooLate } from '../../../../nodes/WebPageReport/errors/networkError';
import { create, explained } from './explained';

const lost = explained({ statusCode: 504 }, create);

describe('a create whose report was looked for', () => {
	it.each([2_000, 60_000])(
		'most likely does not exist where it was missed, after %d ms',
		(milliseconds) => {
			expect(lookedFor(lost, 'missing', milliseconds).advice).toBe(
				`Its report was looked for during ${String(milliseconds / 1000)} seconds and is not there, so it was most likely not created. Run this item again.`,
			);
		},
	);

	it.each([2_000, 60_000])('may be one of others, after %d ms', (milliseconds) => {
		expect(lookedFor(lost, 'uncertain', milliseconds).advice).toBe(
			`Its report was looked for during ${String(milliseconds / 1000)} seconds: there are reports that may be it, but none that certainly is. Check with Get Many before you run this item again.`,
		);
	});

	it('is what it was where no look has shown anything', () => {
		expect(lookedFor(lost, undefined, 0).advice).toBe(lost.advice);
	});

	it('keeps what else there is to do', () => {
		for (const finding of ['missing', 'uncertain'] as const) {
			expect(lookedFor(tooLate(create.target), finding, 60_000).advice).toMatch(
				/^Its report .* this item again\. If the service needs longer, raise Timeout /,
			);
		}
	});

	it.each(['missing', 'uncertain', undefined] as const)(
		'is not written again by another try, and keeps its title and its code: %s',
		(finding) => {
			const { title, details } = lookedFor(lost, finding, 60_000);
			expect([title, details]).toEqual([lost.title, lost.details]);
		},
	);
});
