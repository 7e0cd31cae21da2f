import { ListMoved } from './listErrors';
import type { Page } from '../shared/figures';
import type { PageReader } from './pageReader';
import type { Rows } from './rows';

/** How often pages are read again to prove one seam, in requests. */
const MOST_TRIES = 6;

/**
 * Makes sure that no row has slipped through between two neighbouring pages that were read in turn: when
 * one vanishes above, the first row of the second page moves to the first, which has been read already.
 * The seam holds where
 * - the total has stayed the same: nothing has changed,
 * - the second page shows rows that are known: both are slices of one order, and they overlap,
 * - a page is as it was, before and after the other one was read, while the total went one way.
 * Otherwise the older of the two is read again.
 *
 * @param rows of the pages up to `here`; what another look at `here` shows is added
 * @returns the page after `here`, as it was read last
 * @throws {ListMoved} where the list changes too fast, or too much, to be sure
 */
export async function proveSeam(
	reader: PageReader,
	rows: Rows,
	here: Page,
	there: Page,
): Promise<Page> {
	const { log } = reader;
	for (let tries = 0; ; tries++) {
		const since = log.slice(Math.min(log.lastIndexOf(here), log.lastIndexOf(there)));
		if (isUnchanged(here, there, since) || rows.knowsOneOf(there.rows)) return there;
		if (tries === MOST_TRIES) throw new ListMoved();
		const isHereOlder = log.lastIndexOf(here) < log.lastIndexOf(there);
		const again = await reader.read(isHereOlder ? here.number : there.number);
		if (hasStayed(log.slice(-3))) return there;
		if (isHereOlder) {
			// Without a row in common, nobody knows what lies between the two looks at the page
			if (!rows.knowsOneOf(again.rows) || !rows.canTellApart(again.rows)) throw new ListMoved();
			rows.add(again.rows);
			here = again;
		} else {
			there = again;
		}
	}
}

/** Whether the figures say that nothing has moved, in all answers since the first of the two pages. */
function isUnchanged(here: Page, there: Page, since: Page[]): boolean {
	const { total, lastPage = Infinity } = there;
	if (total === undefined || here.total === undefined) return (here.lastPage ?? 0) <= lastPage;
	return since.every((page) => page.total === undefined || page.total === total);
}

/**
 * Whether a page shows the same before and after another. A total that went up and down again means
 * nothing: what pushed its rows away may have been undone.
 */
function hasStayed([before, between, after]: Page[]): boolean {
	if (before?.number !== after?.number) return false;
	const [a = 0, b = 0, c = 0] = [before?.total, between?.total, after?.total];
	const goesOneWay = (a < b && b < c) || (a > b && b > c);
	return goesOneWay && JSON.stringify(before?.rows) === JSON.stringify(after?.rows);
}
