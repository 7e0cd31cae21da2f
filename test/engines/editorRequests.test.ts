import type { NodeApiError } from 'n8n-workflow';

import { fastTime, listSearch, testCredential } from '../support/engine';
import { startRawService } from '../support/rawService';
import { closedLater, startService } from '../support/service';

fastTime();

const startRaw = async (answer: Parameters<typeof startRawService>[0]) =>
	Object.assign(closedLater(await startRawService(answer)), { apiKey: 'the-key' });

interface Service {
	baseUrl: string;
	apiKey: string;
}

/** What the editor shows of a list: its entries, or an error message. */
async function list({ baseUrl, apiKey }: Service) {
	try {
		const { results } = await listSearch('searchProjects', { baseUrl, apiKey });
		return results.map(({ name }) => name).join();
	} catch (error) {
		const { message, description } = error as NodeApiError;
		return `${message}. ${String(description)}`;
	}
}

/** What the editor shows after testing a credential. */
async function test({ baseUrl, apiKey }: Service) {
	return (await testCredential({ baseUrl, apiKey })).message;
}

describe.each([
	['a list in the editor', list],
	['the test of a credential', test],
] as const)('%s', (_, use) => {
	it.each([
		[{ status: 429, times: 1 }],
		[{ status: 503, times: 2 }],
		[{ status: 522, times: 2 }],
		[{ drop: true, times: 2 }],
	])('survives %j', async (condition) => {
		const sandbox = await startService({ projects: 1, conditions: [condition] });
		const [{ project: name } = {}] = sandbox.data.projects();
		expect([name, 'Connection successful']).toContain(await use(sandbox));
	});

	it('does not wait for an hourly limit', async () => {
		const condition = { status: 429, headers: { 'retry-after': '3600' } };
		const sandbox = await startService({ conditions: [condition] });
		expect(await use(sandbox)).toMatch(
			/^Too many requests \(429\): Too Many Attempts\.+ The service asked n8n to wait 60 minutes\. Try again after that\.$/,
		);
		expect(sandbox.requests).toHaveLength(1);
	});
});

describe('a service that never finishes its answer', () => {
	const silent = () => undefined;
	const trickling: Parameters<typeof startRawService>[0] = (_, socket) => {
		socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[');
		const timer = setInterval(() => socket.write(' '), 100);
		socket.on('close', () => {
			clearInterval(timer);
		});
	};

	it('is abandoned within seconds, by a list and by the credential test', async () => {
		const services = [await startRaw(silent), await startRaw(trickling)];
		const began = Date.now();
		const lists = Promise.all(services.map(async (service) => await list(service)));
		const tests = Promise.all(services.map(async (service) => await test(service)));
		for (const message of await lists)
			expect(message).toBe(
				'The service did not answer within 20 seconds. Try again later, or enter the value by hand. If it keeps failing, contact your report service.',
			);
		expect(Date.now() - began).toBeLessThan(25_000);
		for (const message of await tests) {
			expect(message).toBe(
				'The service did not answer within 30 seconds. Check Base URL, and that the service is running.',
			);
		}
		expect(Date.now() - began).toBeLessThan(36_000);
	}, 60_000);
});
