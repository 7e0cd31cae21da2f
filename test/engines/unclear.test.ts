import type { Condition } from '../../sandbox/service/conditions';
import { fastTime } from '../support/engine';
import { THEMED } from '../support/failures';
import { BAD, type Operation, OPERATIONS, operations } from '../support/operations';
import { startWith } from '../support/service';

fastTime();

const { create, update, remove, removeProject, analyse } = OPERATIONS;
const WRITES: Operation[] = [create, update, remove, removeProject, analyse];

const start = async (...conditions: Condition[]) =>
	await startWith([BAD.host, 'good.example'], { conditions });

/** Answers that do not show whether a write was done, and what comes of each of {@link WRITES} if it was not. */
const ANSWERS: Array<[name: string, answer: Condition, undone: string]> = [
	['504', { status: 504 }, '? no no no ?'],
	['a page of 500 with a script that sets a cookie', { status: 500, body: THEMED }, '? no no no ?'],
	['such a page of 502', { status: 502, body: THEMED }, '? no no no ?'],
	['such a page of 520', { status: 520, body: THEMED }, '? no no no ?'],
	['such a page of 200', { status: 200, body: THEMED }, '? no no no ?'],
	['302 to a login', { status: 302, headers: { location: '/login' } }, '? no no no ?'],
	['an error of 0', { body: { error: { code: 0, message: 'Report created.' } } }, '? no no no ?'],
	['a status of 500', { body: { status: 500, message: 'SMTP error' } }, 'no no no no no'],
	['a yes with an error', { body: { success: true, errors: { mail: ['x'] } } }, '? no no no ?'],
	['200 and a no', { body: { code: 200, success: 0, message: 'locked' } }, 'no no no no no'],
	['a request ID', { body: { id: 'req_8f2', message: 'Report is locked' } }, '? no no no ?'],
	['nothing', { status: 200, body: '' }, '? yes yes yes yes'],
	['half a report', { body: '{"data":{"id":1,"html":"<p' }, '? no no no ?'],
	['a connection that breaks', { drop: true }, '? no no no ?'],
];

/** What comes of a write with an answer: it comes out, is refused (`no`), or may have been done (`?`). */
async function outcomeOf(write: Operation, answer: Condition, done: boolean): Promise<string> {
	const service = await start(
		...['POST', 'PUT', 'DELETE'].map((method) => ({ method, ...answer, done })),
	);
	const { parameters, kind, target } = write;
	const options = { items: [{ ...BAD }], retryOnFail: true, maxTries: 3 };
	const { items, error } = await service.run(parameters, options);
	const change = { create: 1, delete: -1, update: 0, get: 0, getAll: 0 }[target.operation];
	expect(service.data.reports.size).toBe(2 + (done ? change : 0));
	expect(items.length + (error ? 1 : 0)).toBe(1);
	const text = `${String(error?.message)} ${String(error?.description)}`;
	const outcome = error ? (text.includes('may have been') ? '?' : 'no') : 'yes';
	// Retry On Fail repeats only what was refused
	const mayBeDone = done || outcome === '?';
	if (kind !== 'idempotent write' && mayBeDone) expect(service.writes()).toBe(1);
	return outcome;
}

it.each(ANSWERS)('of each write answered with %s', async (_, answer, undone) => {
	const all = async (isDone: boolean) =>
		await Promise.all(WRITES.map(async (write) => outcomeOf(write, answer, isDone)));
	const [ifDone, ifNot] = await Promise.all([all(true), all(false)]);
	expect([ifDone.join(' '), ifNot.join(' ')]).toEqual(['yes yes yes yes yes', undone]);
});

// A delete does not ask for JSON, so many applications answer it like a browser
it.each<[string, Condition]>([
	['a redirect to a login', { status: 302, headers: { location: '/login' }, body: '' }],
	['a plain 500', { status: 500, body: 'Server Error' }],
	['a page of 500', { status: 500, html: true }],
	['a page of 200', { html: true }],
])(
	'a delete with a wrong key, answered with %s, says that the key is rejected',
	async (_, answer) => {
		for (const { parameters } of [remove, removeProject]) {
			const refused = { status: 401, body: { message: 'Unauthenticated.' } };
			const service = await start({ method: 'DELETE', ...answer }, { method: 'GET', ...refused });
			const { error } = await service.run(parameters, { items: [{ ...BAD }] });
			expect(error?.message).toBe('The service rejected the API key (401): Unauthenticated.');
			expect([service.writes(), service.reads()]).toEqual([1, 1]);
		}
	},
);

it.each(['/login', 'https://sso.example/start?rd=home', '//portal.example'])(
	'if everything is redirected to %s, each operation is refused within three requests',
	async (location) => {
		for (const { parameters } of operations) {
			const service = await start({ status: 302, headers: { location }, body: '' });
			const { error } = await service.run(parameters, { items: [{ ...BAD }] });
			expect(error?.message).toMatch(/^The service redirected the request \(302\)/);
			expect(error?.description).not.toContain('may have been');
			expect(service.requests.length).toBeLessThanOrEqual(3);
		}
	},
);
