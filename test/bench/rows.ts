import { workflows } from './workflows';

/** A row of the benchmark: a task, the service's delay, and the workflows that perform it. */
export interface Row {
	what: string;
	/** Time that an answer takes, in ms. */
	delay: number;
	/** Number of requests that the task needs. */
	requests: number;
	/** The workflows that perform it, with this node and with HTTP Request. */
	own: { id: string };
	http: { id: string };
}

const CREATES = 2000;
export const REPORTS = 10_000;
/** Maximum of Requests at Once in a credential. */
export const MANY = 100;

/** The rows to measure. The HTTP Request node sends all items at once, and reads pages one by one. */
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
