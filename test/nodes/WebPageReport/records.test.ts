import type { Prepared } from '../../../nodes/WebPageReport/input/prepare';
import { recordsOf } from '../../../nodes/WebPageReport/records';
import { contentOf } from '../../../nodes/WebPageReport/response/content';
import type { Target } from '../../../nodes/WebPageReport/shared/target';
import { ACCOUNT } from '../../support/account';

/** The records if the service gives these answers in turn. */
async function read(target: Target, answers: unknown[], more: Partial<Prepared> = {}) {
	const request = { url: '/' };
	const wanted = { limit: Infinity, simplify: true, fields: [], ...more };
	const requestPage = async () => await Promise.resolve(contentOf(answers.shift()));
	const requestRecord = async () => (await requestPage()).record;
	return await recordsOf(
		{ target, request, ...wanted },
		{ account: ACCOUNT, request: requestRecord, requestPage },
	);
}

const projects: Target = { resource: 'project', operation: 'getAll' };
const reports: Target = { resource: 'report', operation: 'getAll' };
const create: Target = { resource: 'report', operation: 'create', url: 'https://example.com/' };
const get: Target = { resource: 'report', operation: 'get', identifier: '7' };

it('tells rows apart by their name or ID, so one that shows up on two pages counts once', async () => {
	for (const [name, list] of [
		['project', projects],
		['id', reports],
	] as const) {
		const page = (from: number, count: number) => ({
			data: Array.from({ length: count }, (_, row) => ({ [name]: String(from + row) })),
			links: { next: from === 0 ? '/' : null },
		});
		expect(await read(list, [page(0, 10), page(9, 6)])).toHaveLength(15);
	}
});

it('returns the chosen fields of each record, or all if no record has any of them', async () => {
	const answer = { id: 7, url: 'x', title: undefined };
	expect(await read(get, [answer], { fields: ['url', 'colour'] })).toEqual([{ url: 'x' }]);
	expect(await read(get, [answer], { fields: ['colour'] })).toEqual([answer]);
	const some = [{ project: 'a' }, { project: 'b', title: 'x' }];
	expect(await read(projects, [some], { fields: ['title'] })).toEqual([{}, { title: 'x' }]);
});

it('never outputs a password, but whether there is one', async () => {
	for (const simplify of [true, false]) {
		for (const target of [get, create]) {
			expect(await read(target, [{ id: 7, password: 'x' }], { simplify })).toEqual([{ id: 7 }]);
		}
		const flag = { id: 7, password: true };
		expect(await read(get, [flag], { simplify })).toEqual([flag]);
	}
});

it('drops nested details, unless there is nothing else', async () => {
	const rows = [{ results: { title: 1 } }, { id: 1, note: null, list: [] }];
	expect(await read(reports, [rows])).toEqual([rows[0], { id: 1, note: null }]);
	expect(await read(reports, [rows], { simplify: false })).toEqual(rows);
});

it.each([
	[create, { success: true, url: 'https://example.com/' }],
	[{ ...get, operation: 'update' } as const, { success: true, id: 7 }],
	[{ ...get, operation: 'delete' } as const, { deleted: true, id: 7 }],
])('names what %j was about if the answer is empty', async (target, record) => {
	expect(await read(target, [''])).toEqual([record]);
});
