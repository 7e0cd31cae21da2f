import type { NodeApiError } from 'n8n-workflow';

import { fastTime, listSearch, testCredential } from '../support/engine';
import { type RawService, startRawService } from '../support/rawService';
import { closedLater } from '../support/service';

fastTime();

// What else the editor and the credential test share with a run: credential.test.ts

const startRaw = async (answer: Parameters<typeof startRawService>[0]) =>
	closedLater(await startRawService(answer));

const credentialOf = ({ baseUrl }: RawService) => ({ baseUrl, apiKey: 'the-key' });

/** What the editor shows of a list that cannot be read. */
async function list(service: RawService) {
	const error: unknown = await listSearch('searchProjects', credentialOf(service)).catch(
		(reason: unknown) => reason,
	);
	const { message, description } = error as NodeApiError;
	return `${message}. ${String(description)}`;
}

/** What the editor shows after testing a credential. */
async function test(service: RawService) {
	return (await testCredential(credentialOf(service))).message;
}

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
