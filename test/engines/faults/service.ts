import type { Socket } from 'node:net';

import type { Data } from '../../../sandbox/service/data';
import { startSandbox } from '../../../sandbox/service/service';
import { selfSigned } from '../../support/certificate';
import {
	forward,
	type RawRequest,
	type RawService,
	startRawService,
} from '../../support/rawService';
import type { Fault } from './fault';
import { type Operation, operationOf, operations, record } from './operations';

export const API_KEY = 'key-that-nobody-may-see';

/** A service with the records of all operations that misbehaves for the bad ones. */
export interface FaultyService extends RawService {
	data: Data;
	/** The requests for the bad record of an operation. */
	requestsOf(operation: Operation): RawRequest[];
}

/**
 * Starts one that misbehaves as a fault says.
 *
 * @param times how many requests for each bad record meet the fault
 */
export async function startFaultyService(
	{ does = {}, https, baseUrl }: Fault,
	times = Infinity,
): Promise<FaultyService> {
	const sandbox = await startSandbox({ keys: [API_KEY], reports: 0, projects: 0 });
	for (const kind of ['bad', 'good'] as const) {
		for (const { host } of operations.map((each) => record(each, kind))) {
			sandbox.data.create(`https://${host}/`, 1, null);
		}
	}
	const port = Number(new URL(sandbox.baseUrl).port);
	const met = new Map<number, number>();
	const answer = (request: RawRequest, socket: Socket) => {
		const number = operationOf(request);
		const before = met.get(number ?? 0) ?? 0;
		met.set(number ?? 0, before + 1);
		if (number === undefined || before >= times) forward(request, socket, port);
		else if (typeof does === 'function') does(request, socket);
		else forward(request, socket, port, does);
	};
	const raw = await startRawService(answer, https ? await selfSigned() : undefined);
	return {
		...raw,
		baseUrl: baseUrl ?? raw.baseUrl,
		data: sandbox.data,
		requestsOf: ({ number }) => raw.requests.filter((each) => operationOf(each) === number),
		close: async () => {
			await Promise.all([raw.close(), sandbox.close()]);
		},
	};
}
