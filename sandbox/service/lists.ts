import type { FastifyRequest } from 'fastify';

/** Query parameters of both lists. */
export interface ListQuery {
	search?: string;
	search_by: string;
	sort_by: string;
	sort: 'asc' | 'desc';
	per_page: number;
	page: number;
}

/** Schema of those parameters with the defaults of the interface document, plus those of one list. */
export function listSchema(searchBy: string[], sortBy: string[], more: object = {}): object {
	return {
		type: 'object',
		properties: {
			search: { type: 'string' },
			search_by: { enum: searchBy, default: searchBy[0] },
			sort_by: { enum: sortBy, default: sortBy[0] },
			sort: { enum: ['desc', 'asc'], default: 'desc' },
			per_page: { type: 'integer', enum: [10, 25, 50, 100], default: 25 },
			page: { type: 'integer', minimum: 1, default: 1 },
			...more,
		},
	};
}

/** One page of the matching rows, in order. */
export function page<Row extends object>(
	rows: Row[],
	request: FastifyRequest<{ Querystring: ListQuery }>,
) {
	const { search = '', search_by, sort_by, sort, per_page, page: current } = request.query;
	const valueOf = (row: Row, field: string) =>
		(row as Record<string, string | number>)[field] ?? '';
	const found = rows
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
