import type { IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { outcomeOf, readAccount } from '../../../../nodes/WebPageReport/transport/http';
import { failureOf } from '../../../support/failureOf';

const account = {
	id: '1',
	baseUrl: 'https://reports.example.com',
	apiKey: '',
	requestsAtOnce: 1,
	credentials: {},
};
const target = { resource: 'report', operation: 'getAll' } as const;

it.each([
	// Option Timeout, time left, timeout passed to n8n, when the node gives up, and whether because of the option; in ms
	[undefined, undefined, 300_000, 305_000, true],
	[0, undefined, 300_000, 305_000, true],
	[2_000, 7_000, 2_000, 7_000, true],
	[undefined, 45_000, 50_000, 45_000, false],
	[10_000, 12_000, 10_000, 12_000, false],
])(
	'with the timeout %p and %p ms left, n8n gives up after %d ms, and the node after %d ms',
	async (...row) => {
		const [timeout, left, asked, wait, isTimeout] = row;
		jest.useFakeTimers();
		const sent: unknown[] = [];
		const ask = async (request: IHttpRequestOptions) => {
			sent.push(request.timeout);
			return await new Promise<never>(() => undefined);
		};
		const request = { url: '/reports', timeout };
		let ended: Failure | undefined;
		void outcomeOf(ask, account, target, request, left && Date.now() + left).then(
			({ failure }) => (ended = failure),
		);
		await jest.advanceTimersByTimeAsync(wait - 1);
		expect([sent, ended]).toEqual([[asked], undefined]);
		await jest.advanceTimersByTimeAsync(1);
		expect(ended?.message).toBe('The service did not answer in time');
		expect(ended?.details.endedBy).toBe(isTimeout ? undefined : 'time');
	},
);

it("says in n8n's words that n8n did not provide the credential", async () => {
	const getCredentials = async (type: string) => await Promise.reject(new Error(`No ${type}`));
	const context = { getCredentials } as unknown as ILoadOptionsFunctions;
	const { message } = await failureOf(async () => await readAccount(context));
	expect(message).toBe('n8n did not send the request: No webPageReportApi');
});
