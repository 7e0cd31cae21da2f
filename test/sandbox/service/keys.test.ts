import { ask, OPERATIONS, sandbox, start } from './client';

const UNAUTHENTICATED = { status: 401, body: { message: 'Unauthenticated.' } };

describe('The key', () => {
	beforeEach(async () => {
		await start({ keys: ['one', 'two'] });
	});

	it.each(OPERATIONS)('is needed to %s', async (asked) => {
		expect(await ask(asked, { authorization: '' })).toMatchObject(UNAUTHENTICATED);
		expect(sandbox.data.reports.size).toBe(12);
	});

	it.each(['Bearer wrong', 'Bearer ', 'Bearer one two', 'one', 'Basic one'])(
		'is not "%s"',
		async (authorization) => {
			expect(await ask('GET /reports', { authorization })).toMatchObject(UNAUTHENTICATED);
		},
	);

	it.each(['one', 'two'])('can be any that the options name: %s', async (key) => {
		expect((await ask('GET /reports', { authorization: `Bearer ${key}` })).status).toBe(200);
	});
});
