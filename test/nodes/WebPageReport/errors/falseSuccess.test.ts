import type { IDataObject } from 'n8n-workflow';

import { CHECK_BASE_URL, WEB_PAGE } from '../../../support/failures';
import { OPERATIONS } from '../../../support/operations';
import { answered, explained, NEVER_AGAIN } from './explained';

const { analyse, create, get, list, remove, removeProject, update } = OPERATIONS;

const report = { id: 7, url: 'https://example.com', privacy: 0 };

describe('a delete', () => {
	it.each([
		...['', null, {}, 1, 3, true, 'OK', 'deleted', '1', ' Success! '],
		...[{ status: 200 }, { status: 'ok' }, { code: 204 }, { meta: { code: 200 }, data: null }],
		...[{ success: true, message: 'Report deleted.' }, { success: 1 }, { data: true }],
		...[
			{ deleted: true },
			{ data: { ...report, result: 0, status: false } },
			{ data: { ...report, status: 'failed', error: 'Page not reachable.' } },
			{ ...report, result: false },
			{ data: { deleted: 1 } },
			{ acknowledged: true, deletedCount: 1 },
			{ success: true },
			{ data: report },
			{ ...report, error: null, errors: [] },
		],
	])('is done if the answer is %j', (body) => {
		for (const status of [200, 202, 204]) {
			expect(answered({ status, body }, remove)).toBeUndefined();
		}
	});

	it.each([
		...['OK {1}', 'Report deleted.', 'Not deleted', 'Gelöscht', '0 rows', 'Accepted'],
		...[{ status: 0 }, { result: 0 }, { data: null }, { code: 0, data: [] }],
		...[
			{ error: 0, errors: '0' },
			{ error: null },
			{ error: ' ' },
			{ error: false },
			{ errors: [] },
		],
		...[{ message: 'Report deleted.' }, { message: 'Report deleted.', status: 200 }],
		...[{ status: 'failing over' }, { status: 'no error' }, { result: 'failing', code: '4040' }],
		// Fields whose names only contain those that report an outcome
		...[
			{ book: false, successive: 'no' },
			{ prestate: 'error', statuses: 'error' },
		],
		...[{ terror: 'No.', error_count: 3 }],
		// A yes and a no
		...[
			{ deleted: true, error: 'Late.' },
			{ success: true, errors: ['No.'] },
		],
		...[
			{ error: 'Not found.', data: report },
			{ id: 7, status: 'failed', message: 'No.' },
		],
	])('may have been done if the answer is %j', (body) => {
		expect(explained({ body }, remove).details).toMatchObject({ fate: 'unknown', isUnclear: true });
	});

	it.each<[IDataObject, string]>([
		[{ deleted: false }, ''],
		[{ deleted: '0' }, ''],
		[{ success: 0, message: 'Not yours.' }, ': Not yours.'],
		[{ ok: false, message: 'Locked.' }, ': Locked.'],
		[{ error: { code: 5, message: 'Not found.' } }, ': Not found.'],
		[{ error: true }, ''],
		[{ error: 'HTTP 500' }, ': HTTP 500'],
		[{ error: { code: 403 } }, ''],
		[{ status: 'error', message: 'No.' }, ': No.'],
		[{ status: 'Fail', data: null }, ''],
		[{ result: 'error', message: 'No.' }, ': No.'],
		[{ result: 'fail', message: 'No.' }, ': No.'],
		[{ err_message: 'No.', message: 'No.' }, ': No.'],
		[{ data: { status: 'failure' } }, ''],
		[{ errors: [{ title: 'Not found.' }] }, ': Not found.'],
		[{ data: { deleted: false } }, ''],
		[{ acknowledged: true, deletedCount: 0 }, ''],
		[{ affectedRows: 0 }, ''],
		[{ removed: 0 }, ''],
		[{ data: 0 }, ''],
		[{ data: { deleted: 0, ...report } }, ''],
		[{ success: false, data: report }, ''],
		[{ id: 7, deleted: false }, ''],
	])('is not done if the answer is %j', (body, words) => {
		for (const request of [remove, removeProject]) {
			const failure = explained({ body }, request);
			expect(failure).toMatchObject({
				message: `The service did not ${request.action}${words}`,
				advice:
					'Nothing was deleted. Do what the service asks for, if it said anything; otherwise, contact your report service.',
				details: NEVER_AGAIN,
			});
			expect(failure.details.fate).toBe('refused');
		}
	});
});

describe.each([create, update])('an attempt to $name', (request) => {
	it.each([
		[{ ...report, errors: ['No title.'], success: false }],
		[{ data: { ...report, error: 'Page not reachable.' } }],
		[{ data: report, error: 'Something else.' }],
		[{ ...report, deleted: false, status: 'failed' }],
		[{ ...report, status: 'error', message: 'Imunify360' }],
		[{ success: true }],
		[{ status: 201 }],
		[{}],
		[[]],
		[{ data: { ...report, deleted: 0 } }],
		[{ project: 'example.com', error: 'No title.' }],
		[{ error: null, errors: [], success: true }],
		[[report]],
		[''],
		[' \n'],
		[{ ...report, data: 0 }],
		[{ ...report, data: false }],
	])('succeeds if the answer is %j', (body) => {
		expect(answered({ status: 201, body }, request)).toBeUndefined();
	});

	it.each([
		...[{ data: null }, { deleted: false }, { status: 0, message: 'created' }],
		...[
			{ result: 0 },
			{ code: 0, data: null },
			{ message: 'Done.' },
			{ rows: 3 },
			// Alibaba's check for bots: https://github.com/qOeOp/goldfish-agent/issues/13
			{ rgv587_flag: 'sm', url: 'https://api.example/_____tmd_____/punish?x5secdata=a' },
			'Fatal error: no',
		],
		...[{ success: true, error: 'No.' }, { success: true, errors: { url: ['No.'] } }, WEB_PAGE],
		// A list: something in between turned the write into a read
		...[[report, report], { data: [report, { ...report, id: 8 }], meta: { total: 2 } }],
		{ data: [report], meta: { total: 1 } },
		// An error beside what may be the ID of the request
		{ id: 7, status: 'error', message: 'No.' },
		{ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Quota exceeded.' } },
	])('may have succeeded if the answer is %j', (body) => {
		expect(explained({ status: 201, body }, request).details).toMatchObject({
			fate: 'unknown',
			// A page may be another server's
			isUnclear: body !== WEB_PAGE,
		});
	});

	it("is answered by the page's own address alone only if it is a create without an error", () => {
		const body = { uuid: 'a1', url: 'http://bad.example/new/' };
		expect(answered({ body }, request) === undefined).toBe(request === create);
		const fate = request === create ? 'unknown' : 'refused';
		expect(explained({ body: { ...body, error: 'No.' } }, request).details.fate).toBe(fate);
	});

	it.each([
		{ success: false, url: 'https://bad.example/new', message: 'No.' },
		{ data: { url: 'https://bad.example/new', success: false, error: 'No.' } },
		{ status: 'error', url: 'https://bad.example/new', message: 'No.' },
		{ id: 'req_8f2', success: false, message: 'No.' },
	])('fails if the answer is %j', (body) => {
		const { message, details } = explained({ body }, request);
		expect([details.fate, message]).toEqual([
			'refused',
			`The service did not ${request.action}: No.`,
		]);
	});

	it('may have succeeded if the answer is a 200 with an empty list', () => {
		expect(explained({ body: [] }, request).details).toMatchObject({ isUnclear: true });
	});
});

it.each([{ message: 'Queued.' }, 'Queued.', WEB_PAGE, '{"job'])(
	'a 202 to a write is known as such, because it may be done later: %j',
	(body) => {
		expect(explained({ status: 202, body }, remove).details.code).toBe('202');
		expect(explained({ status: 200, body }, remove).details.code).toBeUndefined();
	},
);

it.each([
	[0, 'unknown'],
	[2, undefined],
	['2', undefined],
	[null, undefined],
	[true, undefined],
])('an update to privacy 2 that is answered with privacy %j: %s', (privacy, fate) => {
	const request = { ...update, target: { ...update.target, privacy: '2' } };
	expect(answered({ body: { ...report, privacy } }, request)?.details.fate).toBe(fate);
});

it('words beside a yes leave open what costs an analysis: it may only be queued', () => {
	const body = { success: true, message: 'Queued.' };
	for (const request of [create, analyse]) {
		expect(explained({ body }, request).details.isUnclear).toBe(true);
	}
	expect(answered({ body }, update)).toBeUndefined();
});

describe('a read', () => {
	it('of a list succeeds if a row mentions an error, but not if the answer does', () => {
		const data = [{ id: 1, error: 'The page failed' }];
		expect(answered({ body: { data } }, list)).toBeUndefined();
		expect(explained({ body: { data, errors: ['No.'] } }, list).message).toBe(
			'The service could not list reports: No.',
		);
	});

	// Go writes an empty list as null
	it.each([
		{ message: 'Reports retrieved successfully.', data: null },
		{ error: false, message: 'No reports found.', data: null },
		{ errorCode: '0000', errorMessage: 'OK', data: null },
		{ error: { code: 0, message: null }, data: [] },
		{ status: 1, message: 'No reports found.', data: null },
		{ code: 1, msg: 'success', data: null },
		{ code: '00000', msg: 'No reports found.', data: null },
		{ code: 1, msg: 'No reports found.', data: [] },
		{ code: 1, msg: 'No reports found.', data: { data: [] } },
		{ code: 201, message: 'No reports found.', data: {} },
	])('of a list succeeds if the answer is %j', (body) => {
		expect(answered({ body }, list)).toBeUndefined();
	});

	// Etherpad: https://github.com/ether/etherpad/issues/2715
	it.each([
		{ code: 1, message: 'No such pad.', data: null },
		{ code: 4, message: 'No API key.', data: {} },
		{ statusCode: 4, data: { data: null, message: 'No API key.' } },
		{ code: 'INVALID_KEY', message: 'No such key.', data: null },
		{ retCode: 10003, retMsg: 'No such key.', data: null },
	])('of a list fails if the answer is %j', (body) => {
		expect(explained({ body }, list).message).toMatch(/^The service could not list reports: No /);
	});

	// PHP: https://github.com/laravel/framework/issues/9673
	it.each([{ data: { 13: { id: 14 }, 12: { id: 20 } } }, { 30: { id: 30 } }])(
		'of a list whose order is lost fails: %j',
		(body) => {
			const { message, advice } = explained({ body }, list);
			expect([message, advice]).toEqual([
				'The service returned something other than a list',
				`${CHECK_BASE_URL} If it is correct, ask your report service to return the list as an array.`,
			]);
		},
	);
});

it.each(['OK', 'true', '1', 1, true])('an update is done if the answer is %j', (body) => {
	expect(answered({ body }, update)).toBeUndefined();
});

it.each([
	['Warning: no key, {"data":{"id":7,"password":"hunter22"', 'Warning: no key,'],
	['{"data":{"id":7,"password":"hunter22"', undefined],
	['["hunter22', undefined],
])('quotes nothing of the JSON in %j', (body, words) => {
	for (const status of [200, 500]) {
		const { message, details } = explained({ status, body }, get);
		expect([details.words || undefined, message]).toEqual([
			words,
			expect.not.stringContaining('hunter22'),
		]);
	}
});

describe('a firewall', () => {
	const about = { ...report, url: 'https://www.imunify360.com/', title: 'What is Imunify360?' };

	it.each([
		[create, { body: about }],
		[create, { body: { data: about } }],
		[list, { body: { data: [about, about], message: 'Imunify360' } }],
	])('is not assumed if a record mentions one: %j', (operation, answer) => {
		expect(answered(answer, operation)).toBeUndefined();
	});

	it.each([
		[429, 'Too many requests', { message: 'Limited by Imunify360' }],
		[502, 'The service could not', { cloudflare_error: true }],
		[403, 'The service does not allow', { cloudflare_error: false }],
		[400, 'The service rejected', 'an error code: 1020'],
		[500, 'The service could not', { message: 'It failed. Your support ID is 8f3a.' }],
	])('is not assumed for %i: %s', (status, title, body) => {
		expect(explained({ status, body }, create).message).toMatch(new RegExp(`^${title}`));
	});

	it.each(['https://imunify360.com/ cannot be reached.', 'imunify360.com cannot be reached.'])(
		'is not assumed if the page is that of its vendor: %s',
		(message) => {
			expect(explained({ status: 422, body: { message } }, create).message).toMatch(/^The service/);
		},
	);
});

it('what the service says is shown without secrets', () => {
	const secrets = { apiKey: 's3cret', password: 'hunter22' };
	const body = { errors: ['Key s3cret.', 'No hunter22.', 'No.'] };
	expect(explained({ body }, remove, secrets).message).toMatch(/: Key \*{3}\. No\.$/);
});
