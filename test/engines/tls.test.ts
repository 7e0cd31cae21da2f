import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import type { Trouble } from '../../sandbox/service/conditions';
import { selfSigned } from '../support/certificate';
import { fastTime } from '../support/engine';
import { addresses, CREATE, startEmpty } from '../support/service';

fastTime();

const wires = new Set<Socket>();

/** Starts a service with HTTPS behind a wire that breaks some connections during their TLS handshake. */
async function start(conditions: Trouble[], isBroken: () => boolean = () => false) {
	const service = await startEmpty({ https: await selfSigned(), conditions });
	const behind = Number(new URL(service.baseUrl).port);
	const server = createServer((wire) => {
		wires.add(wire);
		// Clients disconnect in the middle of an answer, which some tests are about
		wire.on('error', () => undefined);
		if (isBroken()) wire.once('data', () => wire.end());
		else wire.pipe(connect(behind, '127.0.0.1')).pipe(wire);
	});
	await once(server.listen(0, '127.0.0.1').unref(), 'listening');
	const { port } = server.address() as AddressInfo;
	const baseUrl = `https://localhost:${String(port)}/api/v1`;
	const credential = { baseUrl, apiKey: service.apiKey, allowUnauthorizedCerts: true };
	const create = async (count: number, retryOnFail = false) =>
		await service.runMany({ ...CREATE, requestOptions: { timeout: 30_000 } }, count, {
			credential,
			retryOnFail,
		});
	return { ...service, create };
}

it('creates are sent again if the TLS handshake is closed, because nothing was sent', async () => {
	let connections = 0;
	const close = { headers: { Connection: 'close' } };
	const service = await start([close], () => ++connections % 5 === 0);
	const { items, error } = await service.create(20);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.url)).toEqual(addresses(20));
	expect(service.data.reports.size).toBe(20);
	expect(connections).toBeGreaterThan(20);
});

it.each<[string, number[] | string]>([
	['plain HTTP', 'HTTP/1.1 502 Bad Gateway\r\n\r\n'],
	['a damaged record', [23, 3, 3, 0, 20, ...Array<number>(20).fill(7)]],
])(
	'leaves the outcome open if %s breaks TLS after the service has read a create',
	async (_, bytes) => {
		const breaking: Trouble = ({ method }) => {
			if (method === 'GET') return { drop: true };
			// Bypasses TLS
			for (const wire of wires) wire.write(Buffer.from(bytes as string));
			return { delay: 3_600_000 };
		};
		const service = await start([breaking]);
		const { error } = await service.create(1, true);
		expect(error?.description).toMatch(/^The report for \S+ may have been created\. Check /);
		expect(service.writes()).toBe(1);
	},
);
