import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toText } from '../shared/value';
import { searchPage } from './searchPage';

/** Reports by the address of their page, newest first, with the time that tells two reports on one page apart. */
export async function searchReports(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchPage(this, 'report', filter, paginationToken, (report) => ({
		name: [
			withoutScheme(report.url) || `Report ${toText(report.id)}`,
			toMinutes(report.generated_at),
		]
			.filter(Boolean)
			.join(' · '),
		value: toText(report.id),
	}));
}

/** An address without what all have in common: the list has little room. */
function withoutScheme(url: unknown): string {
	return toText(url).replace(/^https?:\/\/(www\.)?/i, '');
}

/** A timestamp to the minute, without the letters in it; anything else as it is. */
function toMinutes(timestamp: unknown): string {
	return toText(timestamp).replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*$/, '$1 $2');
}
