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

it('of two credentials with the same address and key, the one used last sets the number of requests at once', () => {
	const { limiter } = serviceOf(accountOf(1));
	expect(serviceOf(accountOf(1, 8)).limiter).toBe(limiter);
	expect(limiter.maxInFlight).toBe(8);
});
