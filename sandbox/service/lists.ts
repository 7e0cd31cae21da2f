import type { FastifyRequest } from 'fastify';

/** Query parameters of a list; all others filter it by a field of the same name. */
export interface ListQuery {
	search?: string;
	search_by: string;
	sort_by: string;
	sort: 'asc' | 'desc';
	per_page: number;
	page: number;
	[filter: string]: unknown;
}

/** One page of the matching rows, in order. */
export function page<Row extends object>(
	rows: Row[],
	request: FastifyRequest<{ Querystring: ListQuery }>,
) {
	const {
		search = '',
		search_by,
		sort_by,
		sort,
		per_page,
		page: current,
		...others
	} = request.query;
	// What rows do not have is ignored
	const filters = Object.entries(others).filter(([name]) => name in (rows[0] ?? {}));
	const valueOf = (row: Row, field: string) =>
		(row as Record<string, string | number>)[field] ?? '';
	const found = rows
		.filter((row) => filters.every(([name, value]) => valueOf(row, name) === value))
		.filter((row) => String(valueOf(row, search_by)).includes(search))
		.sort((one, other) => {
			const [a, b] = [valueOf(one, sort_by), valueOf(other, sort_by)];
			return (a < b ? -1 : a > b ? 1 : 0) * (sort === 'asc' ? 1 : -1);
		});
	const last = Math.max(1, Math.ceil(found.length / per_page));
	const from = (current - 1) * per_page;
	const data = found.slice(from, from + per_page);
	const path = `${request.protocol}://${request.host}${request.url.replace(/\?.*$/, '')}`;
	const link = (number: number) =>
		number >= 1 && number <= last ? `${path}?page=${String(number)}` : null;
	return {
		data,
		links: { first: link(1), last: link(last), prev: link(current - 1), next: link(current + 1) },
		meta: {
			current_page: current,
			from: data.length > 0 ? from + 1 : null,
			last_page: last,
			path,
			per_page,
			to: data.length > 0 ? from + data.length : null,
			total: found.length,
		},
		status: 200,
	};
}

/** Converts an enveloped answer into another shape. */
export function reshape(payload: unknown, shape: 'bare' | 'old'): unknown {
	if (typeof payload !== 'object' || payload === null || !('data' in payload)) return payload;
	if (shape === 'bare') return payload.data;
	const { data, meta, links } = payload as Partial<ReturnType<typeof page>>;
	return meta ? { ...meta, data, next_page_url: links?.next ?? null } : payload;
}
