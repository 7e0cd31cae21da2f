import { ListMoved, rowsMissing } from './listErrors';
import type { PageReader } from './pageReader';
import type { Rows } from './rows';

/**
 * Whether the rows that were read are all there are. A total may be wrong about where the last page
 * ends and no more than that: rows are missing where there are fewer than every answer has stated, and
 * a page that is not the last one by its own answer is not full, or rows have come twice although the
 * figures say that nothing has changed: others have moved out of sight then, also before a limit. Where no total is stated, the number of pages counts: one of
 * them that is empty, or brings nothing new, is missing.
 *
 * @param limit how many rows are wanted at the most
 * @param barren how many pages have brought nothing new
 * @throws {ListMoved} where reading anew may bring them
 * @throws {Failure} where it would not
 */
export function checkComplete(
	{ extent, log }: PageReader,
	rows: Rows,
	limit: number,
	barren: number,
): void {
	const { leastTotal, statesPages, hasMoved } = extent;
	if (rows.length >= (leastTotal ?? Infinity)) return;
	const isEnough = rows.length >= limit;
	const missing = rowsMissing(rows.length, leastTotal);
	// Without a total, doubles alone may be rows that new ones have pushed on
	const repeated = leastTotal === undefined ? (statesPages ? barren : 0) : rows.doubles;
	if (repeated > 0 && !hasMoved) {
		throw isEnough ? new ListMoved() : new ListMoved(missing.title, missing.advice);
	}
	if (!isEnough && log.some((page) => extent.lacksRows(page))) throw missing;
}
