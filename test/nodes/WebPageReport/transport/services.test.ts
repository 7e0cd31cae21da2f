import type { Account } from '../../../../credentials/WebPageReportApi.credentials';
import { serviceOf } from '../../../../nodes/WebPageReport/transport/services';

const accountOf = (id: number): Account => ({
	id: String(id),
	baseUrl: 'https://reports.example.com',
	apiKey: 'key',
	requestsAtOnce: 1,
});

it('of two credentials with the same address and key, the one used last says how many are sent at once', () => {
	const { limiter } = serviceOf(accountOf(0));
	expect(serviceOf({ ...accountOf(0), requestsAtOnce: 8 }).limiter).toBe(limiter);
	expect(limiter.most).toBe(8);
});

it('of more than a thousand services, one that nobody uses is forgotten', async () => {
	await jest.isolateModulesAsync(async () => {
		const { serviceOf } = await import('../../../../nodes/WebPageReport/transport/services');
		const [used, unused] = [serviceOf(accountOf(1)), serviceOf(accountOf(2))];
		const { signal } = new AbortController();
		await used.limiter.enter({ queue: {}, signal, deadline: Infinity, since: Date.now() });
		for (let id = 3; id <= 1000; id++) serviceOf(accountOf(id));
		expect(serviceOf(accountOf(2)).limiter).toBe(unused.limiter);
		serviceOf(accountOf(1001));
		expect(serviceOf(accountOf(1)).limiter).toBe(used.limiter);
		expect(serviceOf(accountOf(2)).limiter).not.toBe(unused.limiter);
	});
});
