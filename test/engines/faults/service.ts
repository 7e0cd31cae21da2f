import type { Socket } from 'node:net';

import type { Data } from '../../../sandbox/service/data';
import { startSandbox } from '../../../sandbox/service/service';
import { selfSigned } from '../../support/certificate';
import {
	carryOut,
	forward,
	type RawRequest,
	type RawService,
	startRawService,
} from '../../support/rawService';
import type { Fault } from './fault';
import { isLook, type Operation, operationOf, operations, record } from './operations';

export const API_KEY = 'key-that-nobody-may-see';

/** Each operation has an account of its own, lest the pause of one is that of all. */
export const keyFor = ({ number }: Operation) => `${API_KEY}-${String(number)}`;

/** A service with the records of all operations that misbehaves for the bad ones. */
export interface FaultyService extends RawService {
	data: Data;
	/** The requests that look for the bad report whose create got no answer. */
	looks(): RawRequest[];
	/** The requests for the bad record of an operation. */
	requestsOf(operation: Operation): RawRequest[];
}

/** When it misbehaves. */
interface Misfortune {
	/** How many requests for each bad record meet the fault; all of them where left out. */
	times?: number;
	/** Whether what was asked is done all the same. */
	done?: boolean;
}

/** Starts one that misbehaves as a fault says. */
export async function startFaultyService(
	{ does = {}, https, baseUrl }: Fault,
	{ times = Infinity, done = false }: Misfortune = {},
): Promise<FaultyService> {
	const sandbox = await startSandbox({ keys: operations.map(keyFor), reports: 0, projects: 0 });
	const yesterday = new Date(Date.now() - 86_400_000);
	for (const kind of ['bad', 'good'] as const) {
		for (const { host } of operations.map((each) => record(each, kind))) {
			sandbox.data.create(`https://${host}/`, 1, null, yesterday);
		}
	}
	const port = Number(new URL(sandbox.baseUrl).port);
	const met = new Map<number, number>();
	const answer = (request: RawRequest, socket: Socket) => {
		const number = operationOf(request);
		const before = met.get(number ?? 0) ?? 0;
		met.set(number ?? 0, before + 1);
		if (number === undefined || before >= times) forward(request, socket, port);
		else if (typeof does === 'object')
			forward(request, socket, port, { ...does, ...(done && { done }) });
		else if (!done) does(request, socket);
		else
			void carryOut(request, port).then(() => {
				does(request, socket);
			});
	};
	const raw = await startRawService(answer, https ? await selfSigned() : undefined);
	return {
		...raw,
		baseUrl: baseUrl ?? raw.baseUrl,
		data: sandbox.data,
		looks: () => raw.requests.filter(isLook),
		requestsOf: ({ number }) => raw.requests.filter((each) => operationOf(each) === number),
		close: async () => {
			await Promise.all([raw.close(), sandbox.close()]);
		},
	};
}
