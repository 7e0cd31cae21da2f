import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toText } from '../request/items';
import { searchPage } from './searchPage';

/** Reports by the address of their page, newest first, with what tells two reports on one page apart. */
export async function searchReports(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchPage(this, '/reports', filter, paginationToken, (report) => ({
		name: [report.url ?? `Report ${toText(report.id)}`, report.generated_at]
			.map(toText)
			.filter(Boolean)
			.join(' · '),
		value: toText(report.id),
	}));
}
