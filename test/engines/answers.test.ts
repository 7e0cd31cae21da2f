import type { Condition } from '../../sandbox/service/conditions';
import { fastTime } from '../support/engine';
import { locator, project } from '../support/node';
import { byId, CREATE, numberedService, startEmpty } from '../support/service';

fastTime();

const service = numberedService();

/** Deletes report 0 on a service with this answer. */
async function deleted(answer: Condition) {
	await service.start(() => answer);
	const outcome = await service.run(byId('delete'), 1);
	expect(service.asked).toEqual([0]);
	return outcome;
}

it.each<[string, Condition]>([
	['a record of it', { body: { id: 0, object: 'report', deleted: true, status: 200 } }],
	['nothing', { body: '' }],
	['OK', { body: 'OK', headers: { 'Content-Type': 'text/plain' } }],
])('treats a delete answered with %s as done', async (_, answer) => {
	const { error, items } = await deleted(answer);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: 0 }]);
});

const NOT_FOUND: Array<[string, Condition]> = [
	['as JSON', { status: 404, body: { message: 'Resource not found.', status: 404 } }],
	// Without Accept, frameworks answer "not found" in HTML
	['as a page', { status: 404, body: '<!DOCTYPE html><h1>Not Found</h1>' }],
	['as a 410', { status: 410, body: '' }],
	// In the words of a proxy while the service is away
	['of Traefik', { status: 404, body: '404 page not found\n' }],
	['of PHP-FPM', { status: 404, body: 'File not found.\n' }],
	['of ingress-nginx', { status: 404, body: 'default backend - 404' }],
	['of Kong', { status: 404, body: { message: 'no Route matched with those values' } }],
	[
		'of Railway',
		{ status: 404, headers: { 'x-railway-fallback': 'true' }, body: { message: 'No.' } },
	],
	['of Envoy', { status: 404, body: '' }],
];

describe.each(NOT_FOUND)(
	'a delete with a lost response whose retry gets "not found" %s',
	(_, gone) => {
		const lost = (_number: number, before: number) =>
			before === 0 ? { status: 502, body: '' } : gone;

		it('is done if the report is missing while the list answers', async () => {
			await service.start(lost, () => gone);
			const { error, items } = await service.run(byId('delete'), 1);
			expect([service.asked, error]).toEqual([[0, 0], undefined]);
			expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: 0 }]);
		});

		it('was not done if the report is still there', async () => {
			await service.start(lost);
			const { error, items } = await service.run(byId('delete'), 1);
			expect(items).toEqual([]);
			expect(error?.message).toBe('The service did not delete report 0');
			expect(error?.description).toMatch(/^n8n checked afterwards: it is still there\./);
		});

		it.each(['report', 'project'])(
			'may have been done if everything is missing: %s',
			async (resource) => {
				const sandbox = await startEmpty({
					reports: 1,
					conditions: [{ method: 'DELETE', times: 1, status: 503 }, gone],
				});
				const name = sandbox.data.projects()[0]?.project;
				const parameters =
					resource === 'report'
						? byId('delete')
						: project('delete', { project: locator('name', name) });
				const { error, items } = await sandbox.run(parameters, { items: [{ number: 1 }] });
				expect(items).toEqual([]);
				expect(error?.description).toMatch(/^\w+ \S+ may have been deleted\./);
			},
		);
	},
);

it('treats an update answered with OK as done', async () => {
	await service.start(() => ({ body: 'OK' }));
	const { items } = await service.run(byId('update', { updateFields: { privacy: 0 } }), 1);
	expect(items.map(({ json }) => json)).toEqual([{ success: true, id: 0 }]);
	expect([service.asked, service.looked]).toEqual([[0], 0]);
});

it.each([
	['PHP Fatal error: Uncaught PDOException', 'The service did not delete report 0'],
	['Unauthorized', 'The service did not delete report 0: Unauthorized'],
	// The number of deleted rows
	['0', 'The service did not delete report 0'],
	['false', 'The service did not delete report 0'],
])('does not treat a delete answered with the text %s as done', async (body, message) => {
	await service.start(() => ({ body, headers: { 'Content-Type': 'text/html' } }));
	const { error } = await service.run(byId('delete'), 1);
	expect(error?.message).toContain(message);
});

const wrapped = { id: 0, url: 'https://example.com/0' };

it.each([
	{ success: true, data: { data: wrapped } },
	{ success: true, report: wrapped },
	{ data: { report: wrapped, remaining: 3 } },
])('unwraps a report from %j', async (body) => {
	for (const parameters of [CREATE, byId('get')]) {
		expect(await said(parameters, { body })).toBe(JSON.stringify(wrapped));
	}
});

it.each([
	[302, 'may have been created'],
	[307, 'redirects to the same address'],
])('on a %i redirect to the same address, says %s', async (status, advice) => {
	const headers = { location: '/api/v1/reports/' };
	expect(await said(CREATE, { status, headers, body: '' })).toMatch(advice);
	expect(service.asked).toEqual([0]);
});

/** The message of an operation on a service with this answer. */
async function said(parameters: typeof CREATE, answer: Condition) {
	await service.start(() => answer);
	const { error, items } = await service.run(parameters, 1);
	return error ? `${error.message}. ${String(error.description)}` : JSON.stringify(items[0]?.json);
}

it.each<[string, unknown, string]>([
	[
		'with a status in the body',
		{ message: 'Resource not found.', status: 404 },
		': Resource not found.',
	],
	['in a list', [{ deleted: false, error: 'Locked.' }], ': Locked.'],
])('believes a 200 that says the delete failed: %s', async (_, body, words) => {
	expect(await said(byId('delete'), { body })).toBe(
		`The service did not delete report 0${words}. Nothing was deleted. Do what the service asks for, if it said anything; otherwise, contact your report service.`,
	);
});

it('believes a service that reports a failed create with status 201', async () => {
	const body = { result: 'error', message: 'Quota used up' };
	expect(await said(CREATE, { status: 201, body })).toBe(
		'The service did not create the report: Quota used up. Nothing was created. Do what the service asks for, if it said anything; otherwise, contact your report service.',
	);
	expect(service.asked).toEqual([0]);
	expect(service.looked).toBe(0);
});

describe.each([
	{ message: 'You have reached your limit.' },
	{ data: null, message: 'You have reached your limit.' },
	// Seen in the wild
	{ success: true, message: 'You have reached your limit.' },
])('a service that answers with plain words: %j', (body) => {
	const words = 'You have reached your limit.';

	it('leaves the fate of a create open, so the node searches for its report', async () => {
		expect(await said(CREATE, { body })).toBe(
			`The service returned no report: ${words}. The report for https://example.com/0 may have been created. n8n searched for it for 60 seconds but could not identify it with certainty; it may still appear. Check with Get Many before you run this item again.`,
		);
		expect([service.asked, service.looked]).toEqual([[0], 4]);
	});

	it.each<[string, Condition, string]>([
		['update', { body: { data: { id: 0, privacy: 0 } } }, '{"id":0,"privacy":0}'],
		['update', {}, `The service did not update report 0: ${words}`],
		['update', { status: 404 }, `The service returned no report: ${words}`],
		['delete', { status: 404 }, '{"deleted":true,"id":0}'],
		['delete', {}, `The service did not delete report 0: ${words}`],
	])('leaves the fate of the %s to a read that gets %j', async (operation, shown, outcome) => {
		await service.start(
			() => ({ body: { ...body, success: undefined } }),
			() => shown,
		);
		const { error, items } = await service.run(
			byId(operation, { updateFields: { privacy: 0 } }),
			1,
		);
		expect(error?.message ?? JSON.stringify(items[0]?.json)).toBe(outcome);
		expect(service.asked).toEqual([0]);
	});

	it('has returned no report', async () => {
		expect(await said(byId('get'), { body })).toMatch(
			`The service returned nothing for report 0: ${words}`,
		);
	});
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

it('stops a run when a firewall steps in, and reports nothing as done', async () => {
	const body = { message: 'Access denied by Imunify360 bot-protection.' };
	await service.start((number) => (number < 2 ? {} : { body }));
	const { error, items } = await service.run(CREATE, 4);
	expect([error?.message, items]).toEqual([`A firewall blocked n8n (200): ${body.message}`, []]);
	const removing = await service.run(byId('delete'), 4, { onError: 'continueErrorOutput' });
	expect([removing.items.length, removing.failed.length]).toEqual([2, 2]);
	expect(service.looked).toBe(0);
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

it.each([
	[[{ id: 1 }, { id: 5 }], 'The service returned nothing for report 0'],
	[{ error: 'Gone.', status: 404 }, 'The service could not get report 0: Gone.'],
])('does not treat the answer %j as a report', async (data, message) => {
	expect(await said(byId('get'), { body: { data } })).toContain(message);
});

describe('in an error workflow', () => {
	it.each<[Condition, string]>([
		[{ status: 500 }, '500'],
		[{ drop: true }, 'ECONNRESET'],
	])('the failure after %j has the code %s', async (answer, code) => {
		await service.start(() => answer);
		const { error } = await service.run(CREATE, 1);
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: code });
	});
});
