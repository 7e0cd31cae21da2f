import type { Account } from '../../../../credentials/WebPageReportApi.credentials';
import type * as Services from '../../../../nodes/WebPageReport/transport/services';

const accountOf = (id: number, requestsAtOnce = 1): Account => ({
	id: String(id),
	baseUrl: 'https://reports.example.com',
	apiKey: 'key',
	requestsAtOnce,
	credentials: {},
});

let serviceOf: typeof Services.serviceOf;

beforeEach(async () => {
	await jest.isolateModulesAsync(async () => {
		({ serviceOf } = await import('../../../../nodes/WebPageReport/transport/services'));
	});
});

it('of two credentials with the same address and key, the one used last says how many are sent at once', () => {
	const { limiter } = serviceOf(accountOf(1));
	expect(serviceOf(accountOf(1, 8)).limiter).toBe(limiter);
	expect(limiter.most).toBe(8);
});

it('of more than a thousand services, one that nobody uses is forgotten', async () => {
	const [used, unused] = [serviceOf(accountOf(1)), serviceOf(accountOf(2))];
	const { signal } = new AbortController();
	await used.limiter.enter({ queue: {}, signal, deadline: Infinity, since: Date.now() });
	for (let id = 3; id <= 1000; id++) serviceOf(accountOf(id));
	expect(serviceOf(accountOf(2)).limiter).toBe(unused.limiter);
	serviceOf(accountOf(1001));
	expect(serviceOf(accountOf(1)).limiter).toBe(used.limiter);
	expect(serviceOf(accountOf(2)).limiter).not.toBe(unused.limiter);
});
