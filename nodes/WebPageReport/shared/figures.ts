import type { IDataObject } from 'n8n-workflow';

import { isObject } from './value';

/** What an answer says of the list that it is a page of; undefined where it says nothing. */
interface Figures {
	/** Rows in all. */
	total: number | undefined;
	/** Number of the last page. */
	lastPage: number | undefined;
	/** Rows a page. */
	perPage: number | undefined;
	/** Whether there is a link to a next page: a sign, whose host and path are never trusted. */
	linksOn: boolean;
	/** Whether the answer says neither that there is more nor that there is not. */
	isSilent: boolean;
}

/** One page, as an answer has shown it. */
export interface Page extends Figures {
	number: number;
	rows: IDataObject[];
}

/**
 * Reads the figures of an answer under `meta`, at the top level and beside the links, as numbers or
 * as texts of numbers (interface document, section 4.8, leaves all of this open).
 */
export function figuresOf(body: unknown): Figures {
	const places = isObject(body) ? [body.meta, body, body.links].filter(isObject) : [];
	const figure = (name: string) =>
		places.map((place) => toCount(place[name])).find((count) => count !== undefined);
	const [total, lastPage, perPage] = ['total', 'last_page', 'per_page'].map(figure);
	const links = places.flatMap((place) => [place.next, place.next_page_url]);
	const saysNumber = total !== undefined || lastPage !== undefined;
	return {
		total,
		lastPage,
		perPage,
		linksOn: links.some(Boolean),
		isSilent: !saysNumber && links.every((link) => link === undefined),
	};
}

/** Whether an answer says that there is a page after this one, which shows so many rows. */
export function isMoreAfter(body: unknown, page: number, rows: number): boolean {
	const { total = 0, lastPage = 0, perPage = rows, linksOn } = figuresOf(body);
	return linksOn || lastPage > page || total > page * perPage;
}

function toCount(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return Number.isInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}
