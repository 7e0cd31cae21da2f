import { Data } from '../../sandbox/service/data';
import { startSandbox } from '../../sandbox/service/service';

export const REPORTS = 10_000;

const PAGE_SIZE = 100;

/** Starts a service with so many reports. Its answers are precomputed, so that only its delay takes time. */
export async function startBenchService() {
	const rows = [...new Data({ reports: REPORTS, projects: 20 }).reports.values()];
	const last = REPORTS / PAGE_SIZE;
	const pages = Array.from({ length: last }, (_, index) =>
		JSON.stringify({
			data: rows.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
			meta: { current_page: index + 1, last_page: last, per_page: PAGE_SIZE, total: REPORTS },
			status: 200,
		}),
	);
	const created = JSON.stringify({ data: rows[0], status: 201 });
	/** Time that every answer takes, in ms. */
	const pace = { delay: 0 };
	const { baseUrl, requests } = await startSandbox({
		conditions: [
			({ method, query: { page = '1' } }) =>
				method === 'POST'
					? { ...pace, status: 201, body: created }
					: { ...pace, body: pages[Number(page) - 1] },
		],
	});
	return { baseUrl, requests, pace };
}
