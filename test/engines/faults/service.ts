import { selfSigned } from '../../support/certificate';
import { type Service, startEmpty } from '../../support/service';
import type { Fault } from './fault';
import { type Operation, operationOf, operations, record } from './operations';

export const API_KEY = 'key-that-nobody-may-see';

/** Each operation has an account of its own, lest the pause of one is that of all. */
export const keyFor = ({ number }: Operation) => `${API_KEY}-${String(number)}`;

/** The sandbox with the records of all operations, and a fault that the requests for the bad ones meet. */
export interface FaultyService extends Service {
	/** When the requests for the bad record of an operation have arrived. */
	requestsOf(operation: Operation): number[];
}

/**
 * Starts one.
 *
 * @param times how many requests for each bad record meet the fault
 * @param done whether what was asked is done all the same
 */
export async function startFaultyService(
	{ does = {}, https, baseUrl }: Fault,
	{ times = Infinity, done = false } = {},
): Promise<FaultyService> {
	const arrived = new Map<number, number[]>();
	const service = await startEmpty({
		keys: operations.map(keyFor),
		...(https && { https: await selfSigned() }),
		conditions: [
			(request) => {
				const number = operationOf(request);
				if (number === undefined) return undefined;
				const before = arrived.get(number) ?? [];
				arrived.set(number, [...before, Date.now()]);
				if (before.length >= times) return undefined;
				return { ...(typeof does === 'function' ? does(request) : does), ...(done && { done }) };
			},
		],
	});
	const yesterday = new Date(Date.now() - 86_400_000);
	for (const kind of ['bad', 'good'] as const) {
		for (const { host } of operations.map((each) => record(each, kind))) {
			service.data.create(`https://${host}/`, 1, null, yesterday);
		}
	}
	return Object.assign(service, {
		baseUrl: baseUrl ?? service.baseUrl,
		requestsOf: ({ number }: Operation) => arrived.get(number) ?? [],
	});
}
