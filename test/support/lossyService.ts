import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';
import { answerOf, http, type RawRequest, type RawService, startRawService } from './rawService';

/** What makes a service different from the sandbox. */
export interface Differences {
	/**
	 * What is wrong with a request.
	 *
	 * @param before how many with the same method have arrived before it
	 */
	loses?: (request: RawRequest, before: number) => Condition | undefined;
	/** How long a request is on its way, in milliseconds. */
	way?: (request: RawRequest) => number;
	/** How it shows a report. */
	shows?: (report: IDataObject) => IDataObject;
	/** How it understands a request, as a text. */
	reads?: (request: string) => string;
	/** How far its clock is ahead, in milliseconds: the one in the header `Date`. */
	ahead?: number;
	sandbox?: SandboxOptions;
}

/** A service that loses requests and answers, and shows reports in its own way. */
export interface LossyService extends Pick<RawService, 'baseUrl' | 'requests' | 'close'> {
	data: Sandbox['data'];
	credential: { baseUrl: string; apiKey: string };
	/** How many creates, deletes and updates have arrived. */
	writes(): number;
	/** How many reads have arrived. */
	looks(): number;
}

/** Loses what is asked for, before anything is done. */
export const LOST_IN: Condition = { drop: true };

/** Loses the answer, after the work was done. */
export const LOST_OUT: Condition = { drop: true, done: true };

export const isCreate = ({ text }: Pick<RawRequest, 'text'>) => text.startsWith('POST');

const methodOf = ({ text }: RawRequest) => text.split(' ')[0];

export async function startLossyService({
	loses = () => undefined,
	way = () => 0,
	shows = (report) => report,
	reads = (request) => request,
	ahead = 0,
	sandbox: options,
}: Differences): Promise<LossyService> {
	const sandbox = await startSandbox({ reports: 0, projects: 0, ...options });
	const port = Number(new URL(sandbox.baseUrl).port);
	const raw: RawService = await startRawService((request, socket) => {
		const before = raw.requests.filter((one) => methodOf(one) === methodOf(request)).length - 1;
		const condition = loses(request, before);
		const answer = async () => {
			await sleep(way(request));
			const understood = { ...request, text: reads(request.text) };
			const { head, body } = await answerOf(understood, port, condition);
			if (head === '') socket.end();
			else socket.end(http(Number(head.split(' ')[1]), headersOf(head, ahead), shown(body, shows)));
		};
		void answer();
	});
	const count = (isRead: boolean) =>
		raw.requests.filter((one) => (methodOf(one) === 'GET') === isRead).length;
	return {
		baseUrl: raw.baseUrl,
		requests: raw.requests,
		data: sandbox.data,
		credential: { baseUrl: raw.baseUrl, apiKey: sandbox.apiKey },
		writes: () => count(false),
		looks: () => count(true),
		close: async () => {
			await Promise.all([raw.close(), sandbox.close()]);
		},
	};
}

/** What an answer says, but for its length; with the time of that clock. */
function headersOf(head: string, ahead: number): Record<string, string> {
	const lines = head.split('\r\n').slice(1);
	const headers = Object.fromEntries(
		lines.map((line): [string, string] => {
			const [name = '', ...value] = line.split(': ');
			return [name.toLowerCase(), value.join(': ')];
		}),
	);
	const date = new Date(Date.parse(headers.date ?? '') + ahead).toUTCString();
	delete headers['content-length'];
	return { ...headers, date };
}

/** An answer whose reports are shown in another way. */
function shown(body: string, shows: (report: IDataObject) => IDataObject): string {
	if (!body.startsWith('{"data"')) return body;
	const { data, ...rest } = JSON.parse(body) as { data: IDataObject | IDataObject[] };
	return JSON.stringify({ data: Array.isArray(data) ? data.map(shows) : shows(data), ...rest });
}
