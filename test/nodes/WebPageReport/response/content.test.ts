import { contentOf, isRecord, saidIn } from '../../../../nodes/WebPageReport/response/content';
import { OPERATIONS } from '../../../support/operations';

const RECORD = { id: 7, url: 'https://a.example' };

it.each<[unknown]>([
	[RECORD],
	[{ id: 'req-1', data: RECORD }],
	[{ success: true, data: { data: RECORD } }],
	['\ufeff{"data":{"id":7,"url":"https://a.example"}}<!-- cached -->'],
])('%j holds one record', (body) => {
	expect(contentOf(body).record).toEqual(RECORD);
	expect(contentOf(body).rows).toBeUndefined();
});

it('a whole record is the record itself, whatever its data field contains', () => {
	for (const data of ['x', null, [1], { project: 'y' }, { id: 2, url: 'z' }]) {
		expect(contentOf({ ...RECORD, data })).toMatchObject({ record: { id: 7 }, envelopes: [] });
	}
});

// Go writes an empty list as null, and PHP as {}
it.each<[unknown[] | undefined, unknown[]]>([
	[
		[RECORD, 'x', null],
		[[RECORD, 'x', null], { data: [RECORD, 'x', null], links: [1] }],
	],
	[[RECORD], [{ data: { data: [RECORD], total: 1 } }]],
	[[], [{ code: 0, data: null }, { data: { data: null } }, { data: {} }, null, '', undefined]],
	[undefined, [{ data: { 0: { id: 1 }, 2: { id: 3 } } }, { message: 'No.' }, RECORD, 'x', 3]],
])('the rows are %j in %j', (rows, bodies) => {
	for (const body of bodies) expect(contentOf(body).rows).toEqual(rows);
});

it('knows no body, text, and every envelope', () => {
	expect(contentOf(' \n')).toMatchObject({ isEmpty: true, envelopes: [] });
	expect(contentOf('hello')).toMatchObject({ text: 'hello', isEmpty: false });
	const body = { a: 1, data: { b: 2 } };
	expect(contentOf(body)).toEqual({ envelopes: [body, body.data], isEmpty: false });
});

it.each([
	[true, [{ id: 7 }, { id: '0b9f-4c' }, { project: 'a.example' }, { id: null, project: 7 }]],
	[false, [{ id: 'It is unknown.' }, { id: ['No.'] }, { id: 0 }, { id: '0' }, { id: false }]],
	[false, [{ project: 'Too long.' }, { project: '' }, { url: 'x' }, {}, [{ id: 7 }], 'id', null]],
])('only an ID or the name of a project makes a record: %j for %j', (is, values) => {
	expect(values.map(isRecord)).toEqual(values.map(() => is));
});

/** The same value in each of these fields. */
const each = (names: string, ...values: unknown[]) =>
	names.split(' ').flatMap((name) => values.map((value) => ({ [name]: value })));

/** Fields whose yes and no are true and false. */
const SUCCESS = 'success isSuccess is_success SUCCESSFUL succeeded ok deleted updated';
const CODES = 'status code statusCode status_code errcode error_code errno';

const of = (record: object, ...fields: object[]) =>
	fields.map((field) => ({ ...record, ...field }));
const PAGES = each('status error code result deleted', 'error', 500, 0);

/** What bodies say of a request that may be any but a delete. */
const SAID: Array<[ReturnType<typeof saidIn>, ...bodies: unknown[]]> = [
	['yes', ...each(SUCCESS, true, 'True', 1, '1')],
	['yes', ...each('status', true, 'success', 'OK', 'deleted')],
	['yes', ...each('status code statusCode status_code', 200, '204', 299)],
	['no', ...each(`${SUCCESS} result data`, false, 'FALSE', 0, '0')],
	['no', ...each('status result data', 'error', 'fail', 'Failed', 'failure')],
	['no', { status: false }, { data: { data: { success: false } } }, { id: 7, status: 'failed' }],
	['no', ...each(CODES, 2, '4', -1, 199, 300, 422, '10001')],
	['no', ...each('error errors', 'No.', true, 1, ['No.'], { url: ['No.'] }, { code: 403 })],
	['no', { code: 200, success: 0 }, { status: 200, error: 'No.' }],
	['both', { success: true, errors: { mail: ['No.'] } }, { ok: 1, error: 'No errors' }],
	['both', { ...RECORD, success: true, ok: false }, { success: true, data: { deleted: 0 } }],
	// Zero is success for gin and failure for ThinkPHP; one is the reverse
	[undefined, ...each(CODES, 0, 1, '0', '0000', 'E_OK', null)],
	[
		undefined,
		...each('error errors', '', ' ', null, 0, '0', false, 'none', 'NULL', [], {}, [null]),
	],
	[undefined, ...each('error', { code: 0, message: 'Done.' }, { code: '00', message: 'Done.' })],
	[undefined, ...each('error', { status: 200 }, { message: null })],
	['no', ...each('error', { code: 'E0', message: 'No.' }, { code: '0x1f', message: 'No.' })],
	[undefined, ...each('result data', true, 1, 'good', 'success')],
	// Names and values that only begin or end like one that says something
	[undefined, ...each('book prestate terror error_count message msg', false, 'error', 500)],
	[undefined, ...each('okay metadata results http_status status_text', 0, 'true')],
	[undefined, ...each('http_status status_text zipcode codes', 200, 500)],
	[undefined, ...each(SUCCESS, 'untrue', 'trueish', 'x0', '0x', null)],
	[undefined, ...each('status', 'KO', 'nok', 'okay', 'failing', 'no error', 'active', null)],
	[undefined, ...each('result data', 'failing', 'no error')],
	[undefined, ...each(CODES, '200 OK', 'HTTP 200', '404 Not Found')],
	[undefined, { errorCode: '0000', errorMessage: 'Successful' }, 'OK', 'success', null, [], ''],
	// Status, code and error of a whole record are those of the page
	[undefined, ...of(RECORD, ...PAGES)],
	['no', ...of(RECORD, ...each('success ok', false))],
	['yes', { success: true, data: { ...RECORD, status: 'error' } }],
];

it.each(SAID)('%s is said in a field of %j', (said, ...bodies) => {
	for (const body of bodies) {
		expect([body, saidIn(contentOf(body), OPERATIONS.create.target)]).toEqual([body, said]);
	}
});
