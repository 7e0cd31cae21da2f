import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { run, type RunOptions } from './engine';
import { http, type RawService, startRawService } from './rawService';

/** How a request is answered; where left out, with the record that was asked for. */
export interface Answer {
	/** Milliseconds to wait before. */
	delay?: number;
	status?: number;
	headers?: Record<string, string>;
	/** As JSON, a text as it is. */
	body?: unknown;
	/** Break the connection instead. */
	drop?: boolean;
}

/** A service that is asked for numbered reports: on `https://example.com/7`, or with the ID 7. */
export interface NumberedService extends RawService {
	/** The numbers that were asked for, in the order of arrival. */
	asked: number[];
	/** Runs an operation, once for each of so many numbers from 0 on. */
	run(
		parameters: INodeParameters,
		count: number,
		more?: Partial<RunOptions>,
	): ReturnType<typeof run>;
}

/** To create the report on an item's page. */
export const CREATE: INodeParameters = {
	resource: 'report',
	operation: 'create',
	url: '=https://example.com/{{ $json.number }}',
};

/** An operation on the report with an item's number as its ID. */
export const byId = (operation: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'report',
	operation,
	reportId: { __rl: true, mode: 'id', value: '={{ $json.number }}' },
	...more,
});

/**
 * Starts a service that answers as `answer` says.
 *
 * @param answer is given the number and how often it was asked for before
 */
export async function startNumberedService(
	answer: (number: number, before: number) => Answer,
): Promise<NumberedService> {
	const asked: number[] = [];
	const raw = await startRawService((request, socket) => {
		const [, onPage, withId] = /example\.com%2F(\d+)|\/reports\/(\d+)/.exec(request.text) ?? [];
		const number = Number(onPage ?? withId);
		const before = asked.filter((one) => one === number).length;
		asked.push(number);
		const { delay = 0, status = 200, headers = {}, body, drop } = answer(number, before);
		const record = { id: number, url: `https://example.com/${String(number)}`, privacy: 1 };
		const sent = typeof body === 'string' ? body : JSON.stringify(body ?? { data: record });
		void sleep(delay).then(() => {
			if (drop) socket.destroy();
			else socket.write(http(status, { 'Content-Type': 'application/json', ...headers }, sent));
		});
	});
	const credential = { baseUrl: `http://127.0.0.1:${String(raw.port)}/api/v1`, apiKey: 'the-key' };
	return {
		...raw,
		asked,
		run: async (parameters, count, more = {}) => {
			const items = Array.from({ length: count }, (_, number) => ({ number }));
			return await run({ credential, parameters, items, ...more });
		},
	};
}
