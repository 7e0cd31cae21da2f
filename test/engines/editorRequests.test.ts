import type { INodeParameters, NodeApiError } from 'n8n-workflow';

import { fastTime, listSearch, run, testCredential } from '../support/engine';
import { project } from '../support/node';
import { http, startRawService } from '../support/rawService';
import { closedLater, startService } from '../support/service';

fastTime();

const startRaw = async (answer: Parameters<typeof startRawService>[0]) =>
	Object.assign(closedLater(await startRawService(answer)), { apiKey: 'the-key' });

interface Service {
	baseUrl: string;
	apiKey: string;
}

/** What a person sees of a list: its entries, or the sentences in their place. */
async function list({ baseUrl, apiKey }: Service, requestOptions: INodeParameters = {}, more = {}) {
	try {
		const credential = { baseUrl, apiKey, ...more };
		const { results } = await listSearch('searchProjects', credential, '', '', requestOptions);
		return results.map(({ name }) => name).join();
	} catch (error) {
		const { message, description } = error as NodeApiError;
		return `${message}. ${String(description)}`;
	}
}

/** What a person sees of the test of a credential. */
async function test({ baseUrl, apiKey }: Service, more = {}) {
	return (await testCredential({ baseUrl, apiKey, ...more })).message;
}

describe.each([
	['a list in the editor', list, ' in the credential'],
	['the test of a credential', test, ''],
] as const)('%s', (_, use, where) => {
	it.each([
		[{ status: 429, times: 1 }],
		[{ status: 503, times: 2 }],
		[{ status: 522, times: 2 }],
		[{ drop: true, times: 2 }],
	])('outlives %j', async (condition) => {
		const sandbox = await startService({ projects: 1, conditions: [condition] });
		const [{ project: name } = {}] = sandbox.data.projects();
		expect([name, 'Connection successful']).toContain(await use(sandbox));
	});

	it('does not wait for a limit of an hour', async () => {
		const condition = { status: 429, headers: { 'retry-after': '3600' } };
		const sandbox = await startService({ conditions: [condition] });
		expect(await use(sandbox)).toMatch(
			/^Too many requests \(429\): Too Many Attempts\.+ The service asks to wait 60 minutes\. Try again after that\.$/,
		);
		expect(sandbox.requests).toHaveLength(1);
	});

	const domains = (allowedDomains: string) => ({
		allowedHttpRequestDomains: 'domains',
		allowedDomains,
	});

	it('sends nothing where no domain is allowed', async () => {
		const sandbox = await startService();
		const message = use === list ? list(sandbox, {}, domains(' ')) : test(sandbox, domains(' '));
		expect(await message).toBe(
			`Allowed Domains is empty. Add 127.0.0.1 to Allowed Domains${where}, or choose All under Allowed HTTP Request Domains.`,
		);
		expect(sandbox.requests).toEqual([]);
	});

	it('sends to no host that is not allowed, as little as a run', async () => {
		const sandbox = await startService();
		const more = domains('other.example, *.127.0.0.1');
		const credential = { ...sandbox.credential, ...more };
		const { error } = await run({ credential, parameters: project('getAll') });
		const message = use === list ? await list(sandbox, {}, more) : await test(sandbox, more);
		expect(error?.message).toBe('Allowed Domains does not include the report service');
		expect(message).toBe(
			`Allowed Domains does not include the report service. Add 127.0.0.1 to Allowed Domains${where}, or choose All under Allowed HTTP Request Domains.`,
		);
		expect(sandbox.requests).toEqual([]);
	});

	it('sends to a host that is allowed', async () => {
		const sandbox = await startService();
		const more = domains('other.example, 127.0.0.1');
		await (use === list ? list(sandbox, {}, more) : test(sandbox, more));
		expect(sandbox.requests).toHaveLength(1);
	});
});

describe('a list in the editor', () => {
	it('goes through the Proxy of Request Options, with its login', async () => {
		const proxy = await startRaw((_, socket) => {
			socket.end(http(200, { 'Content-Type': 'application/json' }, '[{"project":"proxied"}]'));
		});
		const service = { baseUrl: 'http://service.invalid/api/v1', apiKey: 'the-key' };
		const address = `http://me:p%40ss@127.0.0.1:${String(proxy.port)}`;
		expect(await list(service, { proxy: address })).toBe('proxied');
		expect(proxy.requests[0]?.text).toMatch(
			/^GET http:\/\/service\.invalid\/api\/v1\/projects\?per_page=50 /,
		);
		expect(proxy.requests[0]?.text).toContain(
			`Proxy-Authorization: Basic ${Buffer.from('me:p@ss').toString('base64')}`,
		);
	});

	it.each(['proxy.example', 'nonsense:1'])(
		'sends nothing around the Proxy %j, which cannot be used',
		async (proxy) => {
			const sandbox = await startService();
			expect(await list(sandbox, { proxy })).toMatch(/^Proxy is not a web address\. /);
			expect(sandbox.requests).toEqual([]);
		},
	);
});

describe('a service that never comes to an end', () => {
	const silent = () => undefined;
	const trickling: Parameters<typeof startRawService>[0] = (_, socket) => {
		socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[');
		const timer = setInterval(() => socket.write(' '), 100);
		socket.on('close', () => {
			clearInterval(timer);
		});
	};

	it('is given up within seconds, by a list and by the test of a credential', async () => {
		const services = [await startRaw(silent), await startRaw(trickling)];
		const began = Date.now();
		const lists = Promise.all(services.map(async (service) => await list(service)));
		const tests = Promise.all(services.map(async (service) => await test(service)));
		for (const message of await lists)
			expect(message).toMatch(/^The service did not answer within 20 seconds/);
		expect(Date.now() - began).toBeLessThan(25_000);
		for (const message of await tests) {
			expect(message).toMatch(/^The service did not answer (within 30 seconds|in time)/);
		}
		expect(Date.now() - began).toBeLessThan(36_000);
	}, 60_000);
});
