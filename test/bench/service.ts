import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { Data } from '../../sandbox/service/data';

/** A service with precomputed answers, so that only its delay takes time. */
export interface BenchService {
	baseUrl: string;
	/** Delay of every answer, in ms. */
	delay: number;
	/** Number of requests received. */
	requests: number;
	close(): void;
}

const PAGE_SIZE = 100;

/** Starts it with this many reports, in pages of 100. */
export async function startBenchService(reports: number): Promise<BenchService> {
	const rows = [...new Data({ reports, projects: 20 }).reports.values()];
	const last = Math.ceil(reports / PAGE_SIZE);
	const pages = Array.from({ length: last }, (_, index) =>
		JSON.stringify({
			data: rows.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
			meta: { current_page: index + 1, last_page: last, per_page: PAGE_SIZE, total: reports },
			status: 200,
		}),
	);
	const created = JSON.stringify({ data: rows[0], status: 201 });

	const server = createServer((request, response) => {
		service.requests++;
		request.resume().once('end', () => {
			const page = new URL(request.url ?? '/', 'http://localhost').searchParams.get('page') ?? 1;
			const [status, body] =
				request.method === 'POST' ? [201, created] : [200, pages[Number(page) - 1]];
			void pause(service.delay).then(() => {
				response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
			});
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const service: BenchService = {
		baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api/v1`,
		delay: 0,
		requests: 0,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
	return service;
}
