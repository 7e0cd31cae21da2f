import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import type { Data } from '../../sandbox/service/data';
import { startSandbox } from '../../sandbox/service/service';
import { run, type RunOptions } from './engine';
import { numbered } from './numberedService';
import { forward, type RawService, startRawService } from './rawService';

/** A service that answers its first request in one way, and all others after a little while. */
export interface PausingService extends RawService {
	data: Data;
	/** Of another account on it. */
	otherCredential: ICredentialDataDecryptedObject;
	/** How many requests are under way now, and have been at the most. */
	load: { underWay: number; most: number };
	/** Runs an operation, once for each of so many numbers from 0 on. */
	run(
		parameters: INodeParameters,
		count: number,
		more?: Partial<RunOptions>,
	): ReturnType<typeof run>;
}

/** Starts it; `first` is what goes wrong with the first request. */
export async function startPausingService(first: Condition): Promise<PausingService> {
	const sandbox = await startSandbox({ keys: ['a-key', 'another-key'], reports: 0, projects: 0 });
	const port = Number(new URL(sandbox.baseUrl).port);
	const load = { underWay: 0, most: 0 };
	const raw: RawService = await startRawService((request, socket) => {
		load.most = Math.max(load.most, ++load.underWay);
		socket.on('close', () => load.underWay--);
		forward(request, socket, port, raw.requests.length === 1 ? first : { delay: 30 });
	});
	return {
		...raw,
		data: sandbox.data,
		otherCredential: { baseUrl: raw.baseUrl, apiKey: 'another-key' },
		load,
		run: async (parameters, count, more = {}) => {
			const credential = { baseUrl: raw.baseUrl, apiKey: sandbox.apiKey };
			return await run({ credential, parameters, items: numbered(count), ...more });
		},
		close: async () => {
			await Promise.all([raw.close(), sandbox.close()]);
		},
	};
}
