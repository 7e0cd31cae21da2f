import { run } from '../support/engine';
import { report } from '../support/node';
import { type LossyService, startLossyService } from '../support/lossyService';

let service: LossyService;

afterEach(async () => {
	await service.close();
});

/** Calls the node as the tool of an agent; how long that took, in milliseconds. */
async function call(parameters: ReturnType<typeof report>) {
	const began = Date.now();
	const outcome = await run({ credential: service.credential, parameters, asTool: true });
	return { ...outcome, took: Date.now() - began };
}

const CREATE = report('create', { url: 'https://example.com/' });

describe('a tool, whose caller waits a minute at the most,', () => {
	it.each([
		['a create', CREATE],
		['a list', report('getAll')],
	])(
		'ends %s at once where the service asks for a long pause, and says so',
		async (_, parameters) => {
			const busy = { status: 429, headers: { 'retry-after': '300' } };
			service = await startLossyService({ loses: () => busy });
			const { error, took } = await call(parameters);
			expect(error?.message).toMatch(/^[A-Z].*\. .*this node waits 45 seconds at the most\.$/);
			expect(took).toBeLessThan(5000);
			expect(service.requests).toHaveLength(1);
		},
	);

	it('waits where the pause is short', async () => {
		const busy = { status: 429, headers: { 'retry-after': '2' } };
		service = await startLossyService({ loses: (__, before) => (before === 0 ? busy : undefined) });
		const { items, took } = await call(CREATE);
		expect(items.map(({ json }) => json.url)).toEqual(['https://example.com/']);
		expect(took).toBeGreaterThanOrEqual(1980);
	});

	it('ends within 45 seconds, also where a lost create is looked for and the looks get no answer', async () => {
		const never = { delay: 300_000 };
		service = await startLossyService({
			loses: ({ text }) => (text.startsWith('POST') ? { drop: true } : never),
		});
		const { error, took } = await call(CREATE);
		expect(error?.message).toMatch(/[Cc]heck with Get Many/);
		expect(took).toBeLessThan(47_000);
		expect(service.looks()).toBeGreaterThanOrEqual(1);
	}, 60_000);

	it('comes out with its own report where the answer of a slow service was lost', async () => {
		service = await startLossyService({
			loses: ({ text }) => (text.startsWith('POST') ? { drop: true, done: true } : undefined),
			way: ({ text }) => (text.startsWith('POST') ? 600 : 0),
		});
		const { items, error, took } = await call(CREATE);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual([...service.data.reports.keys()]);
		expect(took).toBeLessThan(35_000);
	}, 60_000);
});
