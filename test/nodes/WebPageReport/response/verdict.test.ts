import { contentOf } from '../../../../nodes/WebPageReport/response/content';
import { redirectOf } from '../../../../nodes/WebPageReport/response/redirect';
import { isFromFirewall, verdictOf } from '../../../../nodes/WebPageReport/response/verdict';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';

const PAGE = 'https://a.example/p';
const WHOLE = { id: 7, url: PAGE, privacy: 0 };
const FOUND = { id: 7, url: 'http://A.example/p/#top' };
const OTHER = { id: 9, url: PAGE };

const REPORT = { resource: 'report', identifier: '7' } as const;
const TARGETS = {
	list: { resource: 'report', operation: 'getAll' },
	get: { ...REPORT, operation: 'get' },
	create: { resource: 'report', operation: 'create', url: PAGE, privacy: '1' },
	update: { ...REPORT, operation: 'update', privacy: '0' },
	analyse: { ...REPORT, operation: 'update', triggersAnalysis: true },
	delete: { ...REPORT, operation: 'delete' },
	'delete project': { resource: 'project', operation: 'delete', identifier: 'a.example' },
} satisfies Record<string, Target>;

type Name = keyof typeof TARGETS;
const READS: Name[] = ['list', 'get'];
const WRITES: Name[] = ['create', 'update', 'analyse', 'delete', 'delete project'];
const ALL = [...READS, ...WRITES];

type Answered = { status?: number; body?: unknown; headers?: Record<string, string> };

/** The answer to a request for `/reports`, read once. */
const read = ({ status = 200, body = '', headers = {} }: Answered) => ({
	status,
	headers,
	content: contentOf(body),
	redirect: redirectOf(headers.location ?? '', 'https://reports.example.com', '/reports'),
});

/** The verdict in words: `unknown, transient, says yes`. */
function said(answered: Answered, name: Name): string {
	const { fate, isTransient, isGone, says } = verdictOf(read(answered), TARGETS[name]);
	const facts = [isTransient && 'transient', isGone && 'gone', says && `says ${says}`];
	return [fate, ...facts].filter(Boolean).join(', ');
}

/** The verdicts of some operations. */
const verdicts = (answered: Answered, names: Name[]) =>
	Object.fromEntries(names.map((name) => [name, said(answered, name)]));

const all = (names: Name[], verdict: string) =>
	Object.fromEntries(names.map((name) => [name, verdict]));

const from = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => first + index);

const OVERLOADED = [408, 499, 502, 503, 504, 508, 509, ...from(520, 527), 529, 530];
const GONE = [404, 410];
const NOT_PROCESSED = [421, 425];
const OTHER_4XX = [
	...from(400, 403),
	...from(405, 407),
	409,
	...from(411, 418),
	422,
	423,
	428,
	451,
];
const OTHER_5XX = [500, ...from(505, 507), ...from(510, 519), 528, ...from(531, 599)];

/** Bodies that must not matter. */
const ANY = ['', '<p>Sorry', 'Sorry', {}, { success: true }, { success: false }, WHOLE, [WHOLE]];

describe('a status decides', () => {
	it.each<[string, number[], string, string?]>([
		['too many requests', [429], 'rate-limited'],
		['the server has not processed it', NOT_PROCESSED, 'refused, transient'],
		['overload', OVERLOADED, 'unknown, transient'],
		['any other 5xx', OTHER_5XX, 'unknown'],
		['no such record', GONE, 'refused, gone'],
		['any other 4xx, and 501', [...OTHER_4XX, 501], 'refused'],
		['3xx without an address', from(300, 399), 'refused', 'unknown'],
	])('%s', (_, statuses, reads, writes = reads) => {
		for (const status of statuses) {
			for (const body of ANY) {
				const expected = { ...all(READS, reads), ...all(WRITES, writes) };
				expect([status, verdicts({ status, body }, ALL)]).toEqual([status, expected]);
			}
		}
	});

	const FIREWALLS = ['cf-mitigated', 'sg-captcha', 'x-amzn-waf-action', 'x-vercel-mitigated'];

	it.each(FIREWALLS)('but for the header %s, which only a firewall sends', (name) => {
		for (const status of [200, 202, 302, 403, 404, 405, 425, 500, 503]) {
			const answered = { status, headers: { [name]: 'challenge' }, body: WHOLE };
			expect(verdicts(answered, ALL)).toEqual(all(ALL, 'refused'));
			expect(isFromFirewall(read(answered))).toBe(true);
		}
		const limited = { status: 429, headers: { [name]: 'challenge' } };
		expect(said(limited, 'create')).toBe('rate-limited');
		expect(isFromFirewall(read(limited))).toBe(false);
	});
});

it.each<[string, number[], string]>([
	['https://new.example/reports?a=b', [301, 307, 308], 'refused'],
	['https://new.example/reports', [300, 302, 303, 304], 'unknown'],
	...['http://new.example/reports', '/reports/', 'https://new.example/v2/reports', '/login'].map(
		(to): [string, number[], string] => [to, [301, 302, 303, 307, 308], 'unknown'],
	),
])('a redirect to %s (%j): a read is refused, a write is %s', (location, statuses, writes) => {
	for (const status of statuses) {
		const expected = { ...all(READS, 'refused'), ...all(WRITES, writes) };
		expect(verdicts({ status, headers: { location }, body: WHOLE }, ALL)).toEqual(expected);
	}
});

/** Words that were once taken for those of a firewall, a proxy, a login or the service. */
const WORDS = ['error code: 1020', 'Blocked by Imunify360', 'Please log in', 'Deleted: 0', 'OK'];

it.each([200, 201, 403, 500, 502, 520])('no words change the verdict of a %i', (status) => {
	const fates = (body: unknown) => verdicts({ status, body }, ALL);
	for (const message of WORDS) {
		expect(fates(message)).toEqual(fates('Sorry'));
		expect(fates(`<html>${message}`)).toEqual(fates('<html>'));
		expect(fates({ message })).toEqual(fates({ message: 'Sorry' }));
		expect(fates({ message, data: null })).toEqual(fates({ title: 'x', data: null }));
		expect(fates({ data: { ...WHOLE, message } })).toEqual(fates({ data: WHOLE }));
	}
});

it.each([
	['unknown, transient', ['Sorry', 'OK', '{"data":[{"id":7']],
	['unknown', ['<p>', ' \n<!DOCTYPE html>', '<?xml version="1.0"?>']],
])('a 2xx with text leaves all open; a read is %s for %j', (reads, bodies) => {
	for (const body of bodies) {
		for (const status of [200, 202]) {
			const expected = { ...all(READS, reads), ...all(WRITES, 'unknown') };
			expect(verdicts({ status, body }, ALL)).toEqual(expected);
		}
	}
});

const CODE_0 = { error: { code: 0, message: 'Report created.' } };
const CODE_200 = { errorCode: 0, errorMessage: 'Successful' };
const rows = [{ id: 1, error: 'The page failed', success: false }];

/** The status in front of a body, if it is not 200. */
const as = (status: number, body: unknown = '') => ({ as: status, body });

const LIST: Name[] = ['list'];
const GET: Name[] = ['get'];
const CREATE: Name[] = ['create'];
const UPDATE: Name[] = ['update'];
const DELETE: Name[] = ['delete'];
const PROJECT: Name[] = ['delete project'];
const CHANGE: Name[] = ['update', 'analyse', 'delete'];

const TWO_HUNDREDS: Array<[Name[], verdict: string, ...bodies: unknown[]]> = [
	// A list shows rows, or nothing in their place
	[LIST, 'done', rows, { data: rows }, { data: { data: rows } }, [], { data: [] }, { data: null }],
	[LIST, 'done', {}, null, { data: {} }, { code: 0, msg: 'ok', data: null }, as(204)],
	[LIST, 'done', { data: rows, ...CODE_0 }, { data: rows, ...CODE_200 }],
	[LIST, 'done', { data: rows, success: true, error: 'No errors' }, { status: 1, data: null }],
	[LIST, 'refused', '', { message: 'No.' }, WHOLE, { data: WHOLE }, { data: { 2: WHOLE } }],
	[LIST, 'refused', { data: [], success: true, error: 'No.' }],
	[LIST, 'refused, says no', { code: 10001, msg: 'Invalid token', data: null }],
	[LIST, 'refused, says no', { success: false }, { data: false }, { data: rows, errors: ['No.'] }],
	// Given up: words beside an empty place of rows; a service that always adds an error in words
	[LIST, 'done', { data: {}, message: 'Unauthorized' }],
	[LIST, 'refused, says no', { data: rows, error: 'No errors' }],
	// Get shows the record
	[GET, 'done', WHOLE, { data: WHOLE }, { id: 7 }, { id: 7, project: 'a', status: 'ok' }],
	// Pages have slugs; status and error of a whole record are those of the page
	[GET, 'done', OTHER, { ...WHOLE, status: 'error', error: 'x' }, { success: false, data: WHOLE }],
	[GET, 'refused', { id: 9 }, {}, [], null, '', as(204), { message: 'No.' }, { id: 0, url: PAGE }],
	[GET, 'refused, says no', { id: 7, success: false }, { id: 7, error: 'No.' }, { code: 404 }],
	// Given up: a record in another place
	[GET, 'refused', [WHOLE], { report: WHOLE }],
	// A create shows the record
	[CREATE, 'done', WHOLE, { data: WHOLE }, OTHER, as(201, { id: 7, url: 'https://b.example' })],
	[CREATE, 'done', as(201, { id: 7 }), as(202, { id: 7 }), { success: true, id: 7 }],
	// Its own page outweighs what failed beside it
	[CREATE, 'done', { data: FOUND, error: 'No mail.' }, { success: false, data: FOUND }],
	[CREATE, 'unknown', { data: { id: 7, url: 'https://b.example' }, error: 'No.' }],
	[CREATE, 'unknown', '', {}, { message: 'Done.' }, CODE_0, CODE_200, as(204)],
	[CREATE, 'unknown', { success: true, error: 'No.' }, as(201, { success: true, error: 'No.' })],
	[CREATE, 'unknown', { id: 'req_8f2', message: 'Report is locked' }, { id: 7, success: false }],
	[CREATE, 'unknown, says yes', { id: 7 }, { success: true }, { code: 200 }, as(201), as(202, {})],
	[CREATE, 'unknown, says yes', as(202, { message: 'Queued.' }), { id: 7, pages: 3 }],
	[CREATE, 'unknown, says yes', { id: '0b9f-4c' }, { id: 7, message: '' }],
	[CREATE, 'unknown, says no', { status: 500, message: 'SMTP error' }, { success: false }],
	[CREATE, 'unknown, says no', { status: 'fail', data: { url: 'No.' } }, as(201, { error: 'No.' })],
	// Given up: words, and a record in another place
	[CREATE, 'unknown', { errmsg: 'invalid credential' }, { status: 'KO' }, { status: 'nok' }],
	[CREATE, 'unknown', { report: WHOLE }, [WHOLE], { data: [WHOLE] }, { has_more: false }],
	// An update or a delete shows the record, says yes, or has no body
	[CHANGE, 'done', WHOLE, { data: WHOLE }, '', ' \n', as(204), as(202, { id: 7 })],
	[CHANGE, 'done', { success: true }, { status: 200 }, { id: 7, success: true }, { code: 200 }],
	[CHANGE, 'unknown', {}, null, [], { message: 'Done.' }, { id: 7 }, as(202, { text: 'Queued.' })],
	[CHANGE, 'unknown', OTHER, { id: 9, deleted: true }, { id: 'req_8f2', message: 'Locked' }],
	[CHANGE, 'unknown', { success: true, error: 'No.' }, { id: 7, success: false }, CODE_0, CODE_200],
	[CHANGE, 'unknown, says no', { code: 200, success: 0, message: 'locked' }, { deleted: false }],
	[CHANGE, 'unknown, says no', { error: 'No.' }, { errno: 5 }, { status: 500 }, { data: 0 }],
	// Given up: words, counts, and a record in another place
	[CHANGE, 'unknown', 'OK', { affected_rows: 0 }, { status: 'KO' }, { report: WHOLE }, [WHOLE]],
	// An update with another privacy is not the one
	[UPDATE, 'unknown', { ...WHOLE, privacy: 1 }, { success: true, id: 7, privacy: '2' }],
	[UPDATE, 'done', { ...WHOLE, privacy: '0' }, { ...WHOLE, privacy: 'all' }, { id: 7, url: PAGE }],
	[UPDATE, 'done', { ...WHOLE, status: 'error', error: 'Page not found.' }],
	// Of a deleted record, all fields speak
	[DELETE, 'done', { id: 7, deleted: true }, { ...WHOLE, deleted: 1 }, { ...WHOLE, result: 1 }],
	[
		DELETE,
		'unknown',
		{ ...WHOLE, deleted: false },
		{ id: '7', deleted: 0 },
		{ ...WHOLE, error: 1 },
	],
	// A project has no ID that is asked for
	[PROJECT, 'done', { success: true, id: 3, project: 'a.example' }, '', as(204), { deleted: true }],
	[PROJECT, 'unknown', { project: 'a.example' }, {}, { id: 3, deleted: '0' }],
	[PROJECT, 'unknown', { data: { project: 'b.example' }, status: 200 }],
];

it.each(TWO_HUNDREDS)('a 2xx to %j is %s with %j', (names, verdict, ...bodies) => {
	for (const given of bodies) {
		const { as: status = 200, body = given } = Object(given) as Partial<ReturnType<typeof as>>;
		expect([given, verdicts({ status, body }, names)]).toEqual([given, all(names, verdict)]);
	}
});
