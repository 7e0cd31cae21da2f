import type { INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { fastTime } from '../support/engine';
import { byId, CREATE, numberedService, startEmpty } from '../support/service';

fastTime();

const service = numberedService();

// What each answer means: test/nodes/WebPageReport/errors and transport/settle

/** The first output of an operation on a service with this answer, or its message. */
async function said(parameters: INodeParameters, answer: Condition): Promise<unknown> {
	await service.start(() => answer);
	const { error, items } = await service.run(parameters, 1);
	return error?.message ?? items[0]?.json;
}

it.each<[string, Condition]>([
	['a record of it', { body: { id: 0, object: 'report', deleted: true, status: 200 } }],
	['nothing', { body: '' }],
	['OK', { body: 'OK', headers: { 'Content-Type': 'text/plain' } }],
])('treats a delete answered with %s as done', async (_, answer) => {
	expect(await said(byId('delete'), answer)).toEqual({ deleted: true, id: 0 });
});

it.each([
	['PHP Fatal error: Uncaught PDOException', 'The service did not delete report 0'],
	['Unauthorized', 'The service did not delete report 0: Unauthorized'],
	// The number of deleted rows
	['0', 'The service did not delete report 0'],
	['false', 'The service did not delete report 0'],
])('does not treat a delete answered with the text %s as done', async (body, message) => {
	const answer = { body, headers: { 'Content-Type': 'text/html' } };
	expect(await said(byId('delete'), answer)).toContain(message);
});

describe('a delete with a lost response whose retry gets "not found"', () => {
	const gone = { status: 404, body: { message: 'Resource not found.', status: 404 } };
	const lost = (_number: number, before: number) => (before === 0 ? { status: 502 } : gone);

	it('is done if the report is missing while the list answers', async () => {
		await service.start(lost, () => gone);
		const { items } = await service.run(byId('delete'), 1);
		expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: 0 }]);
		expect(service.asked).toEqual([0, 0]);
	});

	it('was not done if the report is still there', async () => {
		await service.start(lost);
		const { error } = await service.run(byId('delete'), 1);
		expect(error?.message).toBe('The service did not delete report 0');
		expect(error?.description).toMatch(/^n8n checked afterwards: it is still there\./);
	});
});

const wrapped = { id: 0, url: 'https://example.com/0' };

it.each([
	{ success: true, data: { data: wrapped } },
	{ success: true, report: wrapped },
	{ data: { report: wrapped, remaining: 3 } },
])('unwraps a report from %j', async (body) => {
	for (const parameters of [CREATE, byId('get')]) {
		expect(await said(parameters, { body })).toEqual(wrapped);
	}
});

it('returns a report that the service announced in plain words, once it appears', async () => {
	const sandbox = await startEmpty({
		conditions: [{ method: 'POST', status: 202, body: { message: 'Queued.' }, done: true }],
	});
	const { items, error } = await sandbox.run(CREATE, { items: [{ number: 1 }] });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ id: 1, url: 'https://example.com/1' });
	expect(sandbox.writes()).toBe(1);
});

it('does not blame this node for an endlessly nested answer', async () => {
	const body = `{"message":${'{"message":'.repeat(5000)}"x"${'}'.repeat(5000)}}`;
	expect(await said(CREATE, { status: 422, body })).toMatch(
		/^The service rejected the input \(422\)/,
	);
});

it('does not block n8n with a long answer', async () => {
	let turns = 0;
	const clock = setInterval(() => turns++, 5);
	const began = performance.now();
	await said(CREATE, { status: 422, body: { message: 'a&amp;b%41 '.repeat(500_000) } });
	clearInterval(clock);
	// A search through all 5 MB blocked for a minute
	expect(performance.now() - began).toBeLessThan(10_000);
	expect(turns).toBeGreaterThan(0);
});

it.each<[Condition, string]>([
	[{ status: 500 }, '500'],
	[{ drop: true }, 'ECONNRESET'],
])('an error workflow receives the code of the failure after %j: %s', async (answer, code) => {
	await service.start(() => answer);
	const { error } = await service.run(CREATE, 1);
	expect(error).toMatchObject({ name: 'NodeApiError', httpCode: code });
});
