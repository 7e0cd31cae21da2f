import { createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext, TLSSocket } from 'node:tls';

import { selfSigned } from '../support/certificate';
import { lookSoon, run } from '../support/engine';
import { locator, report } from '../support/node';
import { type Answer, byId, CREATE, numberedService } from '../support/numberedService';
import { http, startRawService } from '../support/rawService';

describe('a connection whose encryption breaks when the request has been read', () => {
	beforeAll(lookSoon);

	it.each<[string, number[] | string]>([
		['by plain HTTP', 'HTTP/1.1 502 Bad Gateway\r\n\r\n'],
		['by an alert', [21, 3, 3, 0, 2, 2, 80]],
		['by a damaged record', [23, 3, 3, 0, 20, ...Array<number>(20).fill(7)]],
	])('%s leaves open whether a create has happened, and is not tried again', async (_, bytes) => {
		const secureContext = createSecureContext(await selfSigned());
		let read = 0;
		const server = createServer((raw) => {
			raw.on('error', () => undefined);
			const socket = new TLSSocket(raw, { isServer: true, secureContext });
			socket.on('error', () => undefined);
			socket.on('data', (data: Buffer) => {
				const text = data.toString();
				if (text.startsWith('GET')) raw.destroy();
				if (!text.includes('url=')) return;
				read++;
				// Past the encryption
				setTimeout(() => Socket.prototype.write.call(raw, Buffer.from(bytes as string)), 20);
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as { port: number };
		const { error } = await run({
			credential: {
				baseUrl: `https://127.0.0.1:${String(port)}/api/v1`,
				apiKey: 'key',
				allowUnauthorizedCerts: true,
			},
			parameters: { ...CREATE, requestOptions: { timeout: 3000 } },
			items: [{ number: 1 }],
			retryOnFail: true,
		});
		server.close();
		expect(error?.description).toMatch(/^The report for \S+ may have been created: /);
		expect(read).toBe(1);
	});
});

describe('a service', () => {
	const service = numberedService();

	beforeAll(lookSoon);

	/** What a person reads of an operation on a service that answers like this. */
	async function said(parameters: typeof CREATE, answer: Answer) {
		await service.start(() => answer);
		const { error, items } = await service.run(parameters, 1);
		return error
			? `${error.message}. ${String(error.description)}`
			: JSON.stringify(items[0]?.json);
	}

	it.each<[string, unknown, string]>([
		['a status', { message: 'Resource not found.', status: 404 }, ': Resource not found.'],
		['a code', { code: 500, message: 'Server Error' }, ': Server Error'],
		['a word', { status: 'error', data: { message: 'No.' } }, ': No.'],
		['ok: false', { ok: false, message: 'Locked.' }, ': Locked.'],
		['a list', [{ deleted: false, error: 'Locked.' }], ': Locked.'],
		['"no"', { deleted: 'no' }, ''],
	])('that denies a write by %s with the status 200 is believed', async (_, body, words) => {
		expect(await said(byId('delete'), { body })).toBe(
			`The service did not delete report 0${words}. Nothing was deleted. Correct what the service complains about.`,
		);
	});

	it.each([200, 201])(
		'that says with the status %i that a create has failed is believed',
		async (status) => {
			const body = { result: 'error', message: 'Quota used up' };
			expect(await said(CREATE, { status, body })).toMatch(
				/^The service did not create the report: Quota used up\. The report for \S+ may have been created: /,
			);
			expect(service.asked).toEqual([0]);
		},
	);

	it('that points elsewhere after it has done a write is not asked again by Retry On Fail', async () => {
		await service.start(() => ({
			status: 302,
			headers: { Location: '/reports/thanks' },
			body: '',
		}));
		const options = { retryOnFail: true, maxTries: 3 };
		const { error } = await service.run(CREATE, 1, options);
		expect(error?.message).toBe('The service has moved (302)');
		expect(service.asked).toEqual([0]);
	});

	it.each([
		['operation', 'resource'],
		['resource', 'operation'],
	])('is sent nothing by a custom API call chosen as %s', async (chosen, other) => {
		const parameters = { ...byId('get'), [other]: 'report', [chosen]: '__CUSTOM_API_CALL__' };
		expect(await said(parameters, {})).toMatch(
			/^This node has no such operation\. .* HTTP Request /,
		);
		expect(service.asked).toEqual([]);
	});

	it('that has no report, with the status 200, has none', async () => {
		expect(await said(byId('get'), { body: { error: 'Report not found' } })).toMatch(
			/^The service could not get report 0: Report not found\. /,
		);
	});

	it('whose answer is nested without an end is not taken for a failure of this node', async () => {
		const body = `{"message":${'{"message":'.repeat(5000)}"x"${'}'.repeat(5000)}}`;
		expect(await said(CREATE, { status: 422, body })).toMatch(
			/^The service rejected the input \(422\)/,
		);
	});

	it('whose answer is long does not keep n8n from everything else', async () => {
		let turns = 0;
		const clock = setInterval(() => turns++, 5);
		const began = Date.now();
		await said(CREATE, { status: 422, body: { message: 'a&amp;b%41 '.repeat(500_000) } });
		clearInterval(clock);
		// It is 5 MB; looking through all of it took a minute in one go
		expect(Date.now() - began).toBeLessThan(10_000);
		expect(turns).toBeGreaterThan(0);
	});

	it.each(['[1, 2]', 'true', 'NaN', '"null"', '"undefined"', '"4\\u00002"'])(
		'is asked to delete no report with the ID %s',
		async (value) => {
			const reportId = locator('id', `={{ ${value} }}`);
			expect(await said({ ...byId('delete'), reportId }, {})).toMatch(/^Report (cannot|is)/);
			expect(service.asked).toEqual([]);
		},
	);

	it('is sent nothing while n8n tries, where an expression fails for all', async () => {
		await service.start((number) => ({
			body: { data: { id: number, url: 'https://a.example' } },
		}));
		const url = `={{ $json.number === 2 ? $("Nowhere").first().json.url : 'https://example.com/' + $json.number }}`;
		const options = { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3 } as const;
		const { items } = await service.run({ ...CREATE, url }, 3, options);
		await sleep(500);
		// Whoever reads the output knows of every report that was created
		expect([...service.asked].sort()).toEqual(items.flatMap(({ json }) => json.id ?? []));
	});

	it('whose page fails is asked for no other page of that list any more', async () => {
		const raw = await startRawService(({ path }, socket) => {
			const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
			const rows = Array.from({ length: 100 }, (_, row) => ({ id: page * 100 + row }));
			const body = JSON.stringify({ data: rows, meta: { total: 900, last_page: 9 } });
			if (page === 1) socket.write(http(200, {}, body));
			else if (page === 2) socket.write(http(500, {}, ''));
			else socket.write(http(429, { 'Retry-After': '4' }, ''));
		});
		const { items } = await run({
			credential: { baseUrl: raw.baseUrl, apiKey: 'the-key' },
			parameters: report('getAll', { returnAll: true }),
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(1);
		// What was under way already arrives
		await sleep(2000);
		const sent = raw.requests.length;
		await sleep(4000);
		expect(raw.requests).toHaveLength(sent);
		await raw.close();
	}, 20_000);

	it('that knows no page after the last, by 404, has given the whole list; other items go on', async () => {
		const raw = await startRawService(({ path }, socket) => {
			const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
			const rows = Array.from({ length: 100 }, (_, row) => ({ id: page * 100 + row }));
			const body = JSON.stringify({ data: rows, meta: { total: 201 } });
			socket.write(page < 3 ? http(200, {}, body) : http(404, {}, '{"message":"No such page."}'));
		});
		const { items, error } = await run({
			credential: { baseUrl: raw.baseUrl, apiKey: 'the-key' },
			parameters: report('getAll', { returnAll: true }),
			items: [{}, {}, {}],
		});
		await raw.close();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(600);
	});

	it.each([
		[[{ id: 1 }, { id: 5 }], 'The service returned nothing for report 0'],
		[{ error: 'Gone.', status: 404 }, 'The service could not get report 0: Gone.'],
	])('that answers with %j has not given the report', async (data, message) => {
		expect(await said(byId('get'), { body: { data } })).toContain(message);
	});
});
