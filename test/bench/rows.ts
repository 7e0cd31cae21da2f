import { workflows } from './workflows';

/** What is done how often, by which workflows, on a service that takes how long. */
export interface Row {
	what: string;
	/** How many milliseconds an answer takes. */
	delay: number;
	/** How many requests it takes. */
	requests: number;
	/** The workflows that do it, with this node and with HTTP Request. */
	own: { id: string };
	http: { id: string };
}

const CREATES = 2000;
export const REPORTS = 10_000;
/** What a credential can say at the most. */
export const MANY = 100;

/** What is measured. The HTTP Request node sends all items at once, and reads one page after the other. */
export function rowsOn(baseUrl: string): Row[] {
	const all = workflows(baseUrl, CREATES);
	const create = {
		what: `${CREATES.toLocaleString('en')} creates`,
		requests: CREATES,
		own: all.create.node,
		http: all.create.http,
	};
	const many = {
		...create,
		what: `${create.what}, ${String(MANY)} at once`,
		own: all.create.many,
	};
	const list = {
		what: `${REPORTS.toLocaleString('en')} reports listed`,
		requests: REPORTS / 100,
		own: all.list.node,
		http: all.list.http,
	};
	return [
		{ ...create, delay: 0 },
		{ ...list, delay: 0 },
		{ ...create, delay: 100 },
		{ ...many, delay: 100 },
		{ ...list, delay: 100 },
	];
}
