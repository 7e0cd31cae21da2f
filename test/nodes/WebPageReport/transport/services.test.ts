import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';

import { accountOf } from '../../../../credentials/WebPageReportApi.credentials';
import type { Service } from '../../../../nodes/WebPageReport/transport/service';
import { countServices, withService } from '../../../../nodes/WebPageReport/transport/services';
import { failureOf } from '../../../support/failureOf';

const credentials = { baseUrl: 'https://reports.example.com/api/v1', apiKey: 'secret-key-1' };

type Credentials = typeof credentials & Record<string, unknown>;

/** The services that runs with these credentials get, all at the same time. */
async function servicesOf(...all: Array<Partial<Credentials>>): Promise<Service[]> {
	const services: Service[] = [];
	let end = () => undefined as unknown;
	const ended = new Promise((resolve) => {
		end = () => {
			resolve(undefined);
		};
	});
	const runs = all.map(async (other) => {
		await withService({ ...credentials, ...other }, new Map(), async (service) => {
			services.push(service);
			await ended;
		});
	});
	end();
	await Promise.all(runs);
	return services;
}

afterEach(() => {
	expect(countServices()).toBe(0);
});

describe('runs at the same time', () => {
	it.each([
		['the same credential', {}],
		['a copy of the credential with other settings', { allowUnauthorizedCerts: true }],
		['a Base URL with a slash at the end', { baseUrl: `${credentials.baseUrl}/` }],
		['a key with a space around it', { apiKey: ` ${credentials.apiKey} ` }],
	])('share what is known of a service with %s', async (_, other) => {
		const [first, second] = await servicesOf({}, other);
		expect(first).toBeDefined();
		expect(second).toBe(first);
	});

	it.each([
		['key', { apiKey: 'secret-key-2' }],
		['Base URL', { baseUrl: 'https://reports.example.com/api/v2' }],
		['scheme', { baseUrl: 'http://reports.example.com/api/v1' }],
	])('share nothing with another %s', async (_, other) => {
		const [first, second] = await servicesOf({}, other);
		expect(second).not.toBe(first);
	});

	it('are bounded by the smaller number of requests at once', async () => {
		const [service] = await servicesOf(
			{ requestsAtOnce: 20 },
			{ requestsAtOnce: 3 },
			{ requestsAtOnce: 50 },
		);
		expect(service?.capacity.most).toBe(3);
		const [alone] = await servicesOf({ requestsAtOnce: 20 });
		expect(alone?.capacity.most).toBe(20);
	});

	it('go on sharing it when the first of them has ended', async () => {
		const workWith = async (work: (service: Service) => Promise<unknown>) => {
			await withService(credentials, new Map(), work);
		};
		await workWith(async (first) => {
			await workWith(async () => {
				await Promise.resolve();
			});
			expect(countServices()).toBe(1);
			await workWith(async (second) => {
				expect(second).toBe(first);
				await Promise.resolve();
			});
		});
	});

	it('have ten requests at once where nothing is set, as in credentials of version 0.1', async () => {
		const [service] = await servicesOf({});
		expect(service?.capacity.most).toBe(10);
	});
});

describe('a run', () => {
	it('knows what it knew where there was a pause between its items', async () => {
		const memory = new Map<string, Service>();
		const first = await withService(
			credentials,
			memory,
			async (used) => await Promise.resolve(used),
		);
		expect(countServices()).toBe(0);
		const second = await withService(
			credentials,
			memory,
			async (used) => await Promise.resolve(used),
		);
		expect(second).toBe(first);
	});

	it('takes part in what others know now, whatever it knew', async () => {
		const memory = new Map<string, Service>();
		await withService(credentials, memory, async () => {
			await Promise.resolve();
		});
		await withService(credentials, new Map(), async (current) => {
			await withService(credentials, memory, async (used) => {
				expect(used).toBe(current);
				await Promise.resolve();
			});
		});
	});

	it('leaves nothing behind where its work fails', async () => {
		const work = async () => {
			expect(countServices()).toBe(1);
			await Promise.resolve();
			throw new Error('Broken');
		};
		await expect(withService(credentials, new Map(), work)).rejects.toThrow('Broken');
		const atOnce = () => {
			throw new Error('Broken at once');
		};
		await expect(withService(credentials, new Map(), atOnce)).rejects.toThrow('Broken at once');
	});

	it.each([
		['Base URL is empty', { baseUrl: '' }],
		['API Key is empty', { apiKey: ' ' }],
		['Requests at Once must be a whole number from 1 to 100, not "0"', { requestsAtOnce: 0 }],
	])('does not begin where %s', async (title, other) => {
		const work = jest.fn();
		const run = async () => await withService({ ...credentials, ...other }, new Map(), work);
		expect((await failureOf(run)).title).toBe(title);
		expect(work).not.toHaveBeenCalled();
	});
});

describe('an account', () => {
	it.each(['secret-key-1', 'reports.example.com'])(
		'does not show %s, in no encoding',
		async (secret) => {
			const memory = new Map<string, Service>();
			await withService(credentials, memory, async () => {
				await Promise.resolve();
			});
			const keys = [...memory.keys()];
			expect(keys).toEqual([accountOf(credentials)]);
			for (const encoding of ['utf8', 'base64', 'hex'] as const) {
				const hidden = Buffer.from(secret).toString(encoding).replace(/=+$/, '');
				expect(keys.filter((key) => key.includes(hidden))).toEqual([]);
				expect(
					keys.map((key) => Buffer.from(key, 'base64').toString('latin1')).join(),
				).not.toContain(secret);
			}
		},
	);

	it('is not the same where address and key are cut at another place', () => {
		const at = (baseUrl: string, apiKey: string) => accountOf({ baseUrl, apiKey });
		expect(at('https://a.example/b', 'c')).not.toBe(at('https://a.example', '/bc'));
	});
});

it('10,000 runs leave no service and no memory behind', async () => {
	setFlagsFromString('--expose_gc');
	const collect = runInNewContext('gc') as () => void;
	const run = async (index: number) => {
		const account = { ...credentials, apiKey: `key-${String(index)}` };
		await withService(account, new Map(), async ({ capacity, reports }) => {
			reports.end(reports.begin({ resource: 'report', operation: 'create' }), { id: index });
			capacity.depart(0);
			await Promise.resolve();
		});
	};
	const used = () => {
		collect();
		return process.memoryUsage().heapUsed;
	};
	for (let index = 0; index < 1_000; index++) await run(index);
	const before = used();
	for (let index = 0; index < 10_000; index++) await run(index);
	expect(countServices()).toBe(0);
	// A service that stays takes a kilobyte and more
	expect(used() - before).toBeLessThan(10_000 * 200);
});
