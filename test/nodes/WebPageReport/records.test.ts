import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../nodes/WebPageReport/errors/failure';
import type { Prepared } from '../../../nodes/WebPageReport/input/prepare';
import { recordsOf } from '../../../nodes/WebPageReport/records';
import type { Target } from '../../../nodes/WebPageReport/shared/target';
import { failureOf } from '../../support/failureOf';

/** The records if the service gives these answers, or fails like this, in turn. */
async function read(target: Target, answers: unknown[], more: Partial<Prepared> = {}) {
	const request = { url: '/' };
	const wanted = { limit: Infinity, simplify: true, fields: [], ...more };
	const account = { id: '', baseUrl: '', apiKey: '', requestsAtOnce: 1, credentials: {} };
	const send = async () => {
		const answer = await Promise.resolve(answers.shift());
		if (answer instanceof Failure) throw answer;
		return answer;
	};
	return await recordsOf({ target, request, ...wanted }, { account, send, readPage: send });
}

const projects: Target = { resource: 'project', operation: 'getAll' };
const create: Target = { resource: 'report', operation: 'create', url: 'https://example.com/' };
const get: Target = { resource: 'report', operation: 'get', identifier: '7' };

it.each<[string, Target]>([
	['project', projects],
	['id', { ...get, operation: 'getAll' }],
])(
	'tells rows apart by their %s, so one that shows up on two pages counts once',
	async (name, list) => {
		const page = (from: number, count: number): IDataObject => ({
			data: Array.from({ length: count }, (_, row) => ({ [name]: String(from + row) })),
			links: { next: from === 0 ? '/' : null },
		});
		expect(await read(list, [page(0, 10), page(9, 6)])).toHaveLength(15);
	},
);

it('rejects fields that no record has, unless there are no records', async () => {
	const fields = ['title', 'colour'];
	const answer = { id: 7, url: 'x' };
	expect(await failureOf(async () => await read(get, [answer], { fields }))).toMatchObject({
		message: 'None of these fields exist: "title, colour"',
		advice: 'Choose from these: id, url.',
		details: { fate: 'refused' },
	});
	expect(await read(projects, [{ data: [] }], { fields })).toEqual([]);
	const some = [{ project: 'a' }, { project: 'b', title: 'x' }];
	expect(await read(projects, [{ data: some }], { fields })).toEqual([{}, { title: 'x' }]);
});

it.each([
	['open sesame', { id: 7 }],
	[true, { id: 7, password: true }],
])('outputs a report with the password %j as %j', async (password, record) => {
	for (const simplify of [true, false]) {
		expect(await read(get, [{ id: 7, password }], { simplify })).toEqual([record]);
		expect(await read(create, [{ id: 7, password }], { simplify })).toEqual([record]);
	}
});

it.each([
	[{ results: { title: 1 } }, { results: { title: 1 } }],
	[
		{ id: 1, note: null, list: [], results: { title: 1 }, text: '', zero: 0 },
		{ id: 1, note: null, text: '', zero: 0 },
	],
])('drops nested details of %j, unless there is nothing else', async (data, record) => {
	expect(await read(get, [{ data }])).toEqual([record]);
	expect(await read(get, [{ data }], { simplify: false })).toEqual([data]);
});

it.each([
	[create, { success: true, url: 'https://example.com/' }],
	[{ ...get, operation: 'update' } as const, { success: true, id: 7 }],
	[{ ...get, operation: 'delete' } as const, { deleted: true, id: 7 }],
])('names what %j was about if the answer is empty', async (target, record) => {
	expect(await read(target, [''])).toEqual([record]);
});
