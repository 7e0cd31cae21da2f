import type { IDataObject } from 'n8n-workflow';

import {
	answered,
	CHECK_BASE_URL,
	create,
	explained,
	get,
	html,
	list,
	MAY_HAVE_HAPPENED,
	remove,
	removeProject,
	TRY_LATER,
	update,
} from './explained';

const report = { id: 7, url: 'https://example.com', privacy: 0 };

describe('a delete', () => {
	it.each([
		['nothing', ''],
		['white space', ' \n'],
		['undefined', undefined],
		['null', null],
		['an empty object', {}],
		['an empty list', []],
		['a number', 0],
		['no', false],
		['a text', 'OK'],
		['a text in JSON', 'deleted'],
		['words', { message: 'The report was deleted.' }],
		['a status', { status: 200 }],
		['a status in words', { status: 'ok' }],
		['a status that only begins like a failure', { status: 'failing over' }],
		['an error with the number 0', { error: 0, errors: '0' }],
		['that it was deleted', { deleted: true }],
		['that it was deleted, as a number', { data: { deleted: 1 } }],
		['that it succeeded', { success: true }],
		['no error', { error: null }],
		['an error without words', { error: '' }],
		['an error of white space', { error: ' ' }],
		['a list of no errors', { errors: [] }],
		['an object of no errors', { error: {}, errors: {} }],
		['that there is no error', { error: false }],
		['the record', { data: report }],
	])('is done where the answer is %s', (_, body) => {
		for (const statusCode of [200, 202, 204]) {
			expect(answered({ statusCode, body }, remove)).toBeUndefined();
		}
	});

	it.each<[IDataObject, string]>([
		[{ deleted: false }, ''],
		[{ deleted: 0 }, ''],
		[{ deleted: 'false' }, ''],
		[{ deleted: '0' }, ''],
		[{ deleted: false, message: 'Not found.' }, ': Not found.'],
		[{ success: false }, ''],
		[{ success: 0, message: 'Not yours.' }, ': Not yours.'],
		[{ error: 'Not found.' }, ': Not found.'],
		[{ error: { code: 5, message: 'Not found.' } }, ': Not found.'],
		[{ error: true }, ''],
		[{ error: 404 }, ''],
		[{ error: { code: 403 } }, ''],
		[{ errors: [null] }, ''],
		[{ status: 'error', message: 'No.' }, ': No.'],
		[{ status: 'Fail', data: null }, ''],
		[{ status: 'failed' }, ''],
		[{ data: { status: 'failure' } }, ''],
		[{ errors: ['Not found.', 'Not yours.'] }, ': Not found. Not yours.'],
		[{ errors: [{ title: 'Not found.' }] }, ': Not found.'],
		[{ error: 'Not found.', data: report }, ': Not found.'],
		[{ data: { deleted: false } }, ''],
		[{ data: { success: 'false' } }, ''],
		[{ data: { error: 'Not found.' }, message: 'No.' }, ': No.'],
		[{ data: { deleted: 0, ...report } }, ''],
	])('is not done where the answer is %j', (body, words) => {
		for (const [request, deed] of [
			[remove, 'delete report 42'],
			[removeProject, 'delete project a b.example'],
		] as const) {
			const { message: title, advice, fate, isPassing } = explained({ body }, request);
			expect(title).toBe(`The service did not ${deed}${words}`);
			expect(advice).toBe('Nothing was deleted. Correct what the service complains about.');
			expect([fate, isPassing]).toEqual(['refused', false]);
		}
	});

	it.each([html, '\n<p>', '<?xml version="1.0"?>'])(
		'is open where the answer is markup: %j',
		(body) => {
			const { message: title, advice, fate, isPassing } = explained({ body }, remove);
			expect(title).toBe('The service returned a web page instead of data');
			expect(advice).toBe(`${MAY_HAVE_HAPPENED.remove} ${CHECK_BASE_URL}`);
			expect([fate, isPassing]).toEqual(['unknown', false]);
		},
	);

	it.each(['{"deleted":', ' [{"id":1', '{'])(
		'is open where the answer is JSON that broke off: %j',
		(body) => {
			const { message: title, advice, fate, isPassing } = explained({ body }, remove);
			expect(title).toBe("The service's answer could not be read");
			expect(advice).toBe(MAY_HAVE_HAPPENED.remove);
			expect([fate, isPassing]).toEqual(['unknown', true]);
		},
	);
});

describe.each([
	['create', create, 'create the report'],
	['update', update, 'update report 42'],
] as const)('a %s', (name, request, deed) => {
	it.each<[IDataObject, string]>([
		[{ error: 'You have used up your reports.' }, ': You have used up your reports.'],
		[{ error: { url: ['Invalid.'] } }, ': Invalid.'],
		[{ errors: { url: ['Invalid.'] }, message: 'No.' }, ': Invalid.'],
		[{ error: true }, ''],
		[{ success: false, message: 'No.' }, ': No.'],
		[{ success: '0' }, ''],
		[{ status: 'fail', message: 'No.' }, ': No.'],
		[{ error: { code: 5 } }, ''],
		[{ data: { success: false } }, ''],
		[{ data: null, error: 'No.' }, ': No.'],
		[{ data: [], errors: ['No.'] }, ': No.'],
	])('may have happened where the answer only complains: %j', (body, words) => {
		const {
			message: title,
			advice,
			fate,
			isPassing,
		} = explained({ statusCode: 201, body }, request);
		expect(title).toBe(`The service did not ${deed}${words}`);
		expect(advice).toBe(MAY_HAVE_HAPPENED[name]);
		expect([fate, isPassing]).toEqual(['unknown', false]);
	});

	it.each([
		[{ ...report, error: 'Page not reachable.' }],
		[{ ...report, errors: ['No title.'], success: false }],
		[{ data: { ...report, error: 'Page not reachable.' } }],
		[{ data: report, error: 'Something else.' }],
		[{ ...report, deleted: false, status: 'failed' }],
		[{ data: { ...report, deleted: 0 } }],
		[{ deleted: false }],
		[{ project: 'example.com', error: 'No title.' }],
		[{ error: '' }],
		[{ error: null, errors: [], success: true }],
		[{ id: 7 }],
		[{}],
		[[report]],
		[''],
		[undefined],
	])('is done where the answer is %j', (body) => {
		expect(answered({ statusCode: 201, body }, request)).toBeUndefined();
	});

	it.each(['OK', 'created', '{"id":'])('may have happened where the answer is %j', (body) => {
		const { message: title, advice, fate } = explained({ body }, request);
		expect(title).toBe("The service's answer could not be read");
		expect([fate, advice.includes(' may have been ')]).toEqual(['unknown', true]);
	});
});

describe('a read', () => {
	it.each([
		[{ deleted: false }],
		[{ data: [{ id: 1 }], errors: ['No.'] }],
		[[{ id: 1, error: 'The page failed' }]],
	])('of a list is not asked whether it was done: %j', (body) => {
		expect(answered({ body }, list)).toBeUndefined();
	});

	it.each([
		[{ data: [], error: 'Search is down' }],
		[{ error: 'Search is down' }],
		[{ success: false, message: 'Search is down' }],
		[{ status: 401, message: 'Search is down' }],
	])('of a list has failed where there are no rows and the answer complains: %j', (body) => {
		const { message: title } = explained({ body }, list);
		expect(title).toBe('The service could not list reports: Search is down');
	});

	it.each([
		[{ error: 'No.' }, ': No.'],
		[{ data: { status: 'error', message: 'No.' } }, ': No.'],
		[{ message: 'Resource not found.', status: 404 }, ': Resource not found.'],
		[{ success: false }, ''],
	])('of one report has failed where the answer only complains: %j', (body, words) => {
		const { message: title, advice, fate } = explained({ body }, get);
		expect(title).toBe(`The service could not get report 42${words}`);
		expect([fate, advice]).toEqual(['unknown', TRY_LATER]);
	});

	it.each(['OK', '[{"id":'])('cannot be read where the answer is %j', (body) => {
		const { message: title, advice, fate, isPassing } = explained({ body }, list);
		expect(title).toBe("The service's answer could not be read");
		expect(advice).toBe(TRY_LATER);
		expect([fate, isPassing]).toEqual(['unknown', true]);
	});
});

it('what the service says is shown without secrets', () => {
	const secrets = { apiKey: 's3cret', password: 'hunter22' };
	const body = { errors: ['Key s3cret.', 'No hunter22.', 'No.'] };
	expect(explained({ body }, remove, secrets).message).toBe(
		'The service did not delete report 42: Key ***. No.',
	);
});
