import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { run, type RunOptions } from './engine';
import { locator, report } from './node';
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
export interface NumberedService {
	/**
	 * Starts it for a test, after which it is closed.
	 *
	 * @param answer is given the number and how often it was asked for before
	 */
	start: (answer: (number: number, before: number) => Answer) => Promise<void>;
	/** The numbers that were asked for in this test, in the order of arrival. */
	readonly asked: number[];
	/** How often a lost report was looked for, which is not there. */
	readonly looked: number;
	/** Runs an operation, once for each of so many numbers from 0 on. */
	run(
		parameters: INodeParameters,
		count: number,
		more?: Partial<RunOptions>,
	): ReturnType<typeof run>;
}

/** Items with the numbers from 0 on. */
export const numbered = (count: number) =>
	Array.from({ length: count }, (_, number) => ({ number }));

/** The pages of those items. */
export const addresses = (count: number) =>
	numbered(count).map(({ number }) => `https://example.com/${String(number)}`);

/** To create the report on an item's page. */
export const CREATE = report('create', { url: '=https://example.com/{{ $json.number }}' });

/** An operation on the report with an item's number as its ID. */
export const byId = (operation: string, more: INodeParameters = {}): INodeParameters =>
	report(operation, { reportId: locator('id', '={{ $json.number }}'), ...more });

/** The service for the tests of a file, which start it one after the other. */
export function numberedService(): NumberedService {
	let raw: RawService | undefined;
	let asked: number[] = [];
	let looked = 0;

	afterEach(async () => {
		await raw?.close();
		raw = undefined;
	});

	return {
		start: async (answer) => {
			const arrived: number[] = [];
			asked = arrived;
			looked = 0;
			raw = await startRawService((request, socket) => {
				const [, onPage, withId] = /example\.com%2F(\d+)|\/reports\/(\d+)/.exec(request.text) ?? [];
				const number = Number(onPage ?? withId);
				if (request.path.includes('/reports?')) {
					looked++;
					socket.write(http(200, { 'Content-Type': 'application/json' }, '{"data":[]}'));
					return;
				}
				const before = arrived.filter((one) => one === number).length;
				arrived.push(number);
				const { delay = 0, status = 200, headers = {}, body, drop } = answer(number, before);
				const record = { id: number, url: `https://example.com/${String(number)}`, privacy: 1 };
				const sent = typeof body === 'string' ? body : JSON.stringify(body ?? { data: record });
				void sleep(delay).then(() => {
					if (drop) socket.destroy();
					else {
						socket.write(http(status, { 'Content-Type': 'application/json', ...headers }, sent));
					}
				});
			});
		},
		get asked() {
			return asked;
		},
		get looked() {
			return looked;
		},
		run: async (parameters, count, more = {}) => {
			const credential = { baseUrl: raw?.baseUrl ?? '', apiKey: 'the-key' };
			return await run({ credential, parameters, items: numbered(count), ...more });
		},
	};
}
