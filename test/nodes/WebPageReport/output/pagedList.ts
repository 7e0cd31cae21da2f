import type { IDataObject } from 'n8n-workflow';

/** A page of a list, and what an answer tells of the others. */
export interface Page {
	data: IDataObject[];
	page: number;
	last: number;
	total: number;
}

export const inMeta = ({ data, page, last }: Page) => ({
	data,
	meta: { current_page: page, last_page: last },
});
export const withTotal = ({ data, page, last, total }: Page) => ({
	data,
	meta: { current_page: page, last_page: last, total },
});
export const linkAlone = ({ data, page, last }: Page) => ({
	data,
	links: { next: page < last ? 'next' : null },
});
/** The forms in which services say that there is more. */
export const forms: Array<[string, (page: Page) => unknown]> = [
	['numbers in meta', inMeta],
	['numbers and a total in meta', withTotal],
	[
		'numbers and a total that are texts',
		({ data, last, total }) => ({ data, last_page: String(last), total: String(total) }),
	],
	['numbers that are texts', ({ data, last }) => ({ data, meta: { last_page: String(last) } })],
	[
		'numbers at the top level',
		({ data, page, last }) => ({
			data,
			current_page: page,
			last_page: last,
			next_page_url: page < last ? 'http://elsewhere.example/?page=9' : null,
		}),
	],
	['links alone', linkAlone],
	[
		'a link at the top level',
		({ data, page, last }) => ({ data, next_page_url: page < last ? 'next' : null }),
	],
	[
		'a link in meta',
		({ data, page, last }) => ({ data, meta: { next_page_url: page < last ? 'next' : null } }),
	],
];

export const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: count - index }));

/** A list that a service shows in pages, and the pages it was asked for. */
export function listOf(rows: IDataObject[], size: number, form: (page: Page) => unknown) {
	const asked: number[] = [];
	const readPage = async (page: number) => {
		asked.push(page);
		const data = rows.slice((page - 1) * size, page * size);
		const last = Math.max(1, Math.ceil(rows.length / size));
		return await Promise.resolve(form({ data, page, last, total: rows.length }));
	};
	return { asked, readPage };
}

/** What is wanted of a list, where the service gets ten requests at once. */
export const upTo = (limit: number, identifier = 'id') => ({ limit, identifier, atOnce: 10 });
