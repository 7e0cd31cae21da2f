import { lookedFor, tooLong } from '../../../../nodes/WebPageReport/errors/advice';
import { tooLate } from '../../../../nodes/WebPageReport/errors/networkError';
import { create, explained } from './explained';

const { target } = create;
const lost = explained({ statusCode: 504 }, create);

describe('a create whose report was looked for', () => {
	it.each([
		[2_000, '2 seconds'],
		[60_000, '60 seconds'],
	])('most likely does not exist where it was missed, after %d ms', (milliseconds, time) => {
		expect(lookedFor(lost, target, 'missing', milliseconds).advice).toBe(
			`No new report for https://example.com appeared within ${time}, so it was most likely not created. Run this item again.`,
		);
	});

	it('may be one of others', () => {
		expect(lookedFor(lost, target, 'uncertain', 60_000).advice).toBe(
			'The report for https://example.com may have been created: there are new reports, but none is certainly this one. Check with Get Many before you run this item again.',
		);
	});

	it('is what it was where no look has shown anything', () => {
		expect(lookedFor(lost, target, undefined, 0)).toBe(lost);
	});

	it('keeps what else there is to do, and what the service has said', () => {
		const words = 'A sentence of the service that is too long for a title of ours';
		const told = explained({ statusCode: 504, body: words }, create);
		for (const finding of ['missing', 'uncertain'] as const) {
			expect(lookedFor(tooLate(target), target, finding, 60_000).advice).toMatch(
				/ this item again\. If the service needs longer, raise Timeout [^.]*\.$/,
			);
			expect(lookedFor(told, target, finding, 60_000).advice).toBe(
				`The service says: "${words}". ${lookedFor(lost, target, finding, 60_000).advice}`,
			);
		}
	});

	it.each(['missing', 'uncertain', undefined] as const)(
		'is not written again by another try, and keeps its title and its code: %s',
		(finding) => {
			const { title, details } = lookedFor(lost, target, finding, 60_000);
			expect([title, details]).toEqual([lost.title, lost.details]);
		},
	);
});

describe('a pause that is too long', () => {
	it.each([
		[400, '0 seconds'],
		[1_000, '1 second'],
		[45_000, '45 seconds'],
		[119_000, '119 seconds'],
		[120_000, '2 minutes'],
		[299_900, '5 minutes'],
		[3_600_000, '60 minutes'],
		[7_199_900, '2 hours'],
		[86_400_000, '24 hours'],
		[259_200_000, '3 days'],
	])('of %d ms is said as %s', (milliseconds, time) => {
		const { title, advice, details } = tooLong(milliseconds);
		expect([title, advice, details]).toEqual([
			'Too many requests',
			`The service asks to wait ${time}. Try again after that.`,
			{},
		]);
	});

	it('takes the place of what was to do, and not of what the service says', () => {
		const words = 'A sentence of the service that is much too long for a title of ours';
		const { title, advice, details } = tooLong(
			300_000,
			explained({ statusCode: 429, body: words }, create),
		);
		expect([title, advice, details]).toEqual([
			'Too many requests (429)',
			`The service says: "${words}". The service asks to wait 5 minutes. Try again after that.`,
			{ code: '429' },
		]);
	});
});
