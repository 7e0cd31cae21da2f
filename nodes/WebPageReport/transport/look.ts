import type { IDataObject } from 'n8n-workflow';

import { figuresOf, isMoreAfter } from '../shared/figures';
import { rowsIn } from '../shared/record';
import { isObject, toText } from '../shared/value';

/** How many pages a look reads at the most. */
const MOST_PAGES = 10;

/** The smallest page of a service, in rows (interface document, section 4.3). */
const SMALLEST_PAGE = 10;

/** What a look at the reports of a service has shown. */
export interface View {
	/** The newest first, where the service sorts. */
	rows: IDataObject[];
	/** Whether there is nothing else that is as new as what is looked for. */
	isWhole: boolean;
}

/**
 * Reads the newest reports of a service, as many as it takes.
 *
 * @param read reads a page of them
 * @param isPast whether the last of the reports so far is older than what is looked for, for certain
 * @returns undefined where an answer holds no list
 * @throws what `read` throws
 */
export async function look(
	read: (page: number) => Promise<unknown>,
	isPast: (reports: IDataObject[]) => boolean,
): Promise<View | undefined> {
	const rows = new Map<string, IDataObject>();
	for (let page = 1; page <= MOST_PAGES; page++) {
		const body = await read(page);
		const shown = rowsIn(body)?.filter(isObject) as IDataObject[] | undefined;
		if (!shown) return undefined;
		const before = rows.size;
		for (const row of shown) {
			// New rows move known ones to the next page
			const id = toText(row.id) || `${String(page)} ${String(rows.size)}`;
			if (!rows.has(id)) rows.set(id, row);
		}
		const all = [...rows.values()];
		const isSilent = figuresOf(body).isSilent && shown.length >= SMALLEST_PAGE;
		const isMore = isMoreAfter(body, page, shown.length);
		const isPassed = isSorted(all) && isPast(all);
		if (isPassed || !(isMore || isSilent)) return { rows: all, isWhole: true };
		if (!isMore || rows.size === before) return { rows: all, isWhole: false };
	}
	return { rows: [...rows.values()], isWhole: false };
}

/** Whether the highest ID comes first, and so on. */
function isSorted(rows: IDataObject[]): boolean {
	return rows.every(({ id }, index) => index === 0 || Number(rows[index - 1]?.id) > Number(id));
}
