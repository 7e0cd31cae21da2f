import { countServices } from '../../../nodes/WebPageReport/transport/services';
import { executionOf, get, getAll, n8n } from './executed';

const remove = { resource: 'report', operation: 'delete' };

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
	// Whatever has happened, nothing is kept of a service that nobody uses
	expect(countServices()).toBe(0);
});

/** Runs the fake clock for as long as it takes. */
async function inTime<T>(work: Promise<T>): Promise<T> {
	const [outcome] = await Promise.allSettled([work, jest.advanceTimersByTimeAsync(90_000)]);
	if (outcome.status === 'rejected') throw outcome.reason;
	return outcome.value;
}

describe('a failure', () => {
	const refused = { statusCode: 422, body: { message: 'Not with key.' } };
	const nothing = { body: '' };

	it('stops the workflow with title and advice, and names the item', async () => {
		const { run } = n8n(get, [nothing], { item: 2 });
		await expect(inTime(run({ url: '/reports/7' }))).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'The service returned nothing for report 7',
			description:
				'Find out with Get Many which reports there are. Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.',
			context: { itemIndex: 2 },
		});
	});

	it('comes out as an item where the node continues, without the key', async () => {
		const { run } = n8n(get, [refused], { continues: true, item: 2 });
		expect(await inTime(run({ url: '/reports/7' }))).toEqual([
			{
				json: {
					error: 'The service rejected the input (422): Not with ***.',
					message: 'Check the parameters for report 7.',
				},
				pairedItem: { item: 2 },
			},
		]);
	});

	it('without an answer says so, without the key', async () => {
		const broken = Array.from({ length: 4 }, () => new Error('broken by key'));
		const { run, sent, log } = n8n(remove, broken, { continues: true });
		const [output] = await inTime(run({ method: 'DELETE', url: '/reports/7' }));
		expect(output?.json).toEqual({
			error: 'The connection was lost before the service answered: broken by ***',
			message: expect.stringMatching(/^Report 7 may have been deleted\. /) as string,
		});
		expect(sent).toHaveLength(4);
		expect(log).not.toHaveBeenCalled();
	});

	it.each([
		['the address of a page', '?t=the-secret-key', '?t=***'],
		['one that is cut', `${'?'.padEnd(71, 'x')}the-secret-key`, `${'?'.padEnd(71, 'x')}***…`],
	])('does not show the key that stands in %s', async (_, given, shown) => {
		const page = `https://a.example/${given}`;
		const credential = { apiKey: ' the-secret-key ' };
		const refusing = async (continues: boolean) =>
			await n8n({ ...get, operation: 'create' }, [refused], { credential, continues }).run({
				method: 'POST',
				url: '/reports',
				body: { url: page },
			});
		const advice = `Check the parameters for https://a.example/${shown}. It can also mean that your quota is used up.`;
		const [output] = await inTime(refusing(true));
		expect(output?.json.message).toBe(advice);
		await expect(inTime(refusing(false))).rejects.toMatchObject({ description: advice });
	});

	it('of the input does not show the key either', async () => {
		const credential = { apiKey: 'the-secret-key' };
		const { run } = n8n({ ...getAll, limit: 'the-secret-key' }, [], { credential });
		await expect(inTime(run({}))).rejects.toThrow('Limit must be a whole number, not "***"');
	});

	it.each([
		[{ requestsAtOnce: 0 }, 'Requests at Once must be a whole number from 1 to 100, not "0"'],
		[{ apiKey: '' }, 'API Key is empty'],
	])('of the credential (%j) sends nothing', async (credential, message) => {
		const { run, sent } = n8n(get, [{ body: { id: 7 } }], { credential });
		await expect(inTime(run({ url: '/reports/7' }))).rejects.toThrow(message);
		expect(sent).toEqual([]);
		expect(countServices()).toBe(0);
	});

	it('of one item stops the others, and only the first one is reported', async () => {
		const execution = executionOf(3);
		const runs = [
			n8n(get, [{ statusCode: 500 }], { execution, item: 0 }),
			n8n({ ...getAll, limit: 0 }, [], { execution, item: 1 }),
			n8n(get, [{ body: { id: 2 } }], { execution, item: 2 }),
		];
		const outcomes = await Promise.allSettled(
			runs.map(async ({ run }) => await inTime(run({ url: '/reports/1' }))),
		);
		expect(runs.map(({ sent }) => sent.length)).toEqual([0, 0, 0]);
		expect(outcomes).toMatchObject([
			{ status: 'fulfilled', value: [] },
			{ status: 'rejected', reason: { message: 'Limit must be a whole number, not "0"' } },
			{ status: 'fulfilled', value: [] },
		]);
	});

	it('of one item leaves the others alone where the node continues', async () => {
		const execution = executionOf(2);
		const situation = { execution, continues: true };
		const runs = [
			n8n(get, [nothing], { ...situation, item: 0 }),
			n8n(get, [{ body: { id: 2 } }], { ...situation, item: 1 }),
		];
		const outputs = await Promise.all(
			runs.map(async ({ run }) => await inTime(run({ url: '/reports/1' }))),
		);
		expect(outputs.map(([output]) => output?.json)).toMatchObject([
			{ error: 'The service returned nothing for report 1' },
			{ id: 2 },
		]);
	});

	it.each([
		[
			'that nothing was sent',
			undefined as unknown as string,
			/^Nothing was sent\. Please report this message at /,
		],
		[
			'that a write may have happened',
			'/reports/7',
			/Report 7 may have been deleted\. Check with Get Many .* Please report this message at /,
		],
	])('of this node itself says so, and %s', async (_, url, message) => {
		const unreadable = { statusCode: 500, headers: null };
		const { run } = n8n(remove, [unreadable], { continues: true });
		const [output] = await inTime(run({ method: 'DELETE', url }));
		expect(output?.json).toEqual({
			error: expect.stringMatching(/^This node failed(: .+)?$/) as string,
			message: expect.stringMatching(message) as string,
		});
	});

	it.each([
		[{ ...getAll, limit: 0 }, 'Limit must be a whole number, not "0"'],
		[{ ...getAll, returnAll: 'maybe' }, 'Return All must be true or false, not "maybe"'],
		[{ ...getAll, simplify: 'maybe' }, 'Simplify must be true or false, not "maybe"'],
	])('of the input %j sends nothing', async (parameters, message) => {
		const { run, sent } = n8n(parameters, []);
		await expect(inTime(run({}))).rejects.toThrow(message);
		expect(sent).toEqual([]);
	});
});

describe('a node that n8n runs again', () => {
	const create = { resource: 'report', operation: 'create' };
	const request = { method: 'POST', url: '/reports', body: { url: 'https://a.example' } } as const;
	const created = { body: { data: { id: 7, url: 'https://a.example', password: 'x' } } };

	it.each([
		[true, 1],
		[false, 2],
	])('creates once with Retry On Fail: %j', async (retryOnFail, requests) => {
		const { run, sent } = n8n(create, [created, created], { node: { retryOnFail } });
		const first = await inTime(run(request));
		expect(first).toEqual([{ json: { id: 7, url: 'https://a.example' }, pairedItem: { item: 0 } }]);
		expect(await inTime(run(request))).toEqual(first);
		expect(sent).toHaveLength(requests);
	});

	it.each([
		['may have created', { statusCode: 500 }, 1],
		['has not created', { statusCode: 422 }, 2],
	])('creates what it %s, so many times: %#', async (_, failure, requests) => {
		const looks = requests === 1 ? Array.from({ length: 4 }, () => ({ statusCode: 500 })) : [];
		const { run, sent } = n8n(create, [failure, ...looks, created], {
			node: { retryOnFail: true },
		});
		await expect(inTime(run(request))).rejects.toThrow(/^The service/);
		const again = inTime(run(request));
		if (requests === 1)
			await expect(again).rejects.toThrow('The service could not create the report (500)');
		else expect(await again).toHaveLength(1);
		expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(requests);
		expect(sent).toHaveLength(requests + looks.length);
	});

	it('brings the report again that was found after its answer was lost', async () => {
		const [soon, later] = [1_000, 2_000].map((time) => new Date(Date.now() + time));
		const report = { id: 7, url: 'https://a.example', created_at: soon?.toISOString() };
		const list = { headers: { date: later?.toUTCString() }, body: { data: [report] } };
		const { run, sent, log } = n8n(create, [{ statusCode: 504 }, list, created], {
			node: { retryOnFail: true },
		});
		const first = await inTime(run(request));
		expect(first.map(({ json }) => json)).toEqual([report]);
		expect(await inTime(run(request))).toEqual(first);
		expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET']);
		expect(log.mock.calls).toEqual([
			[
				'Web Page Report, node "Web Page Report": Item 0: the answer to the create was lost, but its report was found',
			],
		]);
	});

	it('still knows of a pause that is longer than it can wait, and sends nothing', async () => {
		const refused = { statusCode: 429, headers: { 'retry-after': '700' } };
		const { run, sent } = n8n(create, [refused, created], { node: { retryOnFail: true } });
		for (let time = 0; time < 5; time++) {
			const failed = expect(run(request)).rejects.toMatchObject({
				message: 'Too many requests (429)',
				description: expect.stringMatching(
					/^The service asks to wait 12 minutes\. Try again after that\.$/,
				) as string,
			});
			await jest.advanceTimersByTimeAsync(1_000);
			await failed;
		}
		expect(sent).toHaveLength(1);
	});

	it('reads again', async () => {
		const answer = { body: { id: 7 } };
		const { run, sent } = n8n(get, [answer, answer], { node: { retryOnFail: true } });
		await inTime(run({ url: '/reports/7' }));
		await inTime(run({ url: '/reports/7' }));
		expect(sent).toHaveLength(2);
	});
});
