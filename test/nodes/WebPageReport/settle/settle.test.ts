import type { IDataObject } from 'n8n-workflow';

import { ABANDONED } from '../../../../nodes/WebPageReport/errors/failure';
import { LostCreates } from '../../../../nodes/WebPageReport/settle/lostCreate';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import {
	at,
	NOW,
	redirected,
	type Replies,
	type Reply,
	settled,
	shows,
	withStatus,
} from './replies';

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

const REPORT = { resource: 'report', identifier: '7' } as const;
const CREATE: Target = { resource: 'report', operation: 'create', url: 'https://a.example/p' };
const UPDATE: Target = { ...REPORT, operation: 'update', privacy: '0' };
const ANALYSE: Target = { ...REPORT, operation: 'update', triggersAnalysis: true };
const DELETE: Target = { ...REPORT, operation: 'delete' };
const PROJECT: Target = { resource: 'project', operation: 'delete', identifier: 'a.example' };

/** How a write is lost: on the way, by the service, or with a 2xx that says neither, no, yes, or that it is queued. */
const LOST: Reply = withStatus(504);
const BROKEN = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const FAILED = withStatus(500);
const UNCLEAR = shows({ message: 'Done.' });
const NO = shows({ success: false, message: 'Locked.' });
const YES = shows({ id: 7 });
const QUEUED = withStatus(202, { message: 'Queued.' });

const DOWN = withStatus(500);
const GONE = withStatus(404);
const NONE = shows({ data: [] });

it.each<[string, Reply[], Target[], number[]]>([
	['on the way, an analysis', [LOST, BROKEN], [CREATE, ANALYSE], [2, 10, 30, 60]],
	['on the way, anything else', [LOST, BROKEN], [UPDATE, DELETE, PROJECT], [2, 10]],
	['by the service, an analysis', [FAILED, UNCLEAR], [CREATE, ANALYSE], [0, 2, 10, 30]],
	['by the service, anything else', [FAILED, UNCLEAR, QUEUED], [UPDATE, DELETE, PROJECT], [0, 2]],
	['with a no', [NO], [CREATE, UPDATE, ANALYSE, DELETE, PROJECT], [0, 2]],
	['with a yes', [YES, shows({ success: true }), QUEUED], [CREATE], [0, 2]],
])('if it was lost %s, n8n reads after so many seconds', async (_, losses, targets, moments) => {
	for (const target of targets) {
		for (const lost of losses) {
			expect([target, (await settled(target, lost, DOWN)).moments]).toEqual([target, moments]);
		}
	}
});

/** The replies to a list and to the report. */
const both =
	(list: Reply, report: Reply): Replies =>
	({ operation }) =>
		operation === 'get' ? report : list;

const seven = (more: IDataObject = {}) => shows({ data: { id: 7, ...more } });
const listed = (...data: unknown[]) => shows({ data });
const stored = (body: unknown) => shows(body, { age: '60' });
const OWN = { id: 7, url: CREATE.url, created_at: at(0) };
const names = (count: number) =>
	Array.from({ length: count }, (_, row) => ({ project: `${String(row)}.a` }));
const PASSWORD: Target = { ...UPDATE, setsPassword: true };
const SHARED: Target = { ...ANALYSE, privacy: '0' };

type Row = [what: string, target: Target, replies: Replies, said: string];

/** What reads show of a write that was lost on the way or by the service. */
const SHOWN: Row[] = [
	['a list, and no such report', DELETE, both(NONE, GONE), 'done'],
	['the report in the list', DELETE, both(listed({ id: 8 }, { id: '7' }), GONE), 'not done'],
	['the report itself', DELETE, both(NONE, seven()), 'not done'],
	['another report in its place', DELETE, both(NONE, shows({ id: 8, url: 'x' })), 'open'],
	['neither list nor report', DELETE, both(GONE, GONE), 'open'],
	['no report, for another reason', DELETE, both(NONE, withStatus(403)), 'open'],
	['a list stored before', DELETE, both(stored({ data: [] }), GONE), 'open'],
	['an error stored before', DELETE, both(NONE, { status: 404, headers: { age: '60' } }), 'open'],

	['other projects', PROJECT, listed(...names(9)), 'done'],
	['all projects', PROJECT, shows({ data: names(99), total: 99 }), 'done'],
	['the project', PROJECT, listed(...names(9), { project: 'A.example' }), 'not done'],
	['the first of more projects', PROJECT, shows({ data: names(9), meta: { total: 10 } }), 'open'],
	['as many projects as a page holds', PROJECT, listed(...names(100)), 'open'],
	['an empty list: it may be a refusal', PROJECT, NONE, 'open'],
	['an empty list with a yes', PROJECT, shows({ success: true, data: [] }), 'done'],
	['an empty list that counts to 0', PROJECT, shows({ data: [], total: 0 }), 'done'],
	['no names of projects', PROJECT, listed({ id: 3, slug: 'a.example' }), 'open'],
	['none, with a yes', PROJECT, shows({ success: true, data: [{ slug: 'a.example' }] }), 'open'],

	['its privacy', UPDATE, seven({ privacy: 0 }), 'done'],
	['another privacy', UPDATE, seven({ privacy: 1 }), 'not done'],
	['no privacy', UPDATE, seven(), 'open'],
	['a privacy that is none', UPDATE, seven({ privacy: 'all' }), 'open'],
	['another report', UPDATE, shows({ id: 8, url: 'x', privacy: 0 }), 'open'],
	['its privacy, but no password', PASSWORD, seven({ privacy: 0 }), 'open'],
	['another privacy, so no password', PASSWORD, seven({ privacy: 1 }), 'not done'],
	['nothing that was asked for', { ...UPDATE, privacy: undefined }, seven({ privacy: 0 }), 'open'],
	['its privacy, stored before', UPDATE, stored({ id: 7, privacy: 0 }), 'open'],
	['its privacy, stored since', UPDATE, shows({ id: 7, privacy: 0 }, { age: '1' }), 'done'],
	['no such report', UPDATE, GONE, 'refused'],
	['no such report, stored before', UPDATE, { status: 404, headers: { age: '60' } }, 'open'],

	['newer results', ANALYSE, seven({ generated_at: at(1) }), 'done'],
	['a date of PostgreSQL', ANALYSE, seven({ generated_at: '2026-11-21 12:00:01.25+00' }), 'done'],
	['results of a clock a second behind', ANALYSE, seven({ generated_at: at(-0.9) }), 'done'],
	['older results', ANALYSE, seven({ generated_at: at(-2) }), 'open'],
	['a place for a zone', ANALYSE, seven({ generated_at: '2026-11-21 12:00:01 (Zurich)' }), 'open'],
	['results without a zone', ANALYSE, seven({ generated_at: '2026-11-21 12:00:01' }), 'open'],
	['those of another', ANALYSE, shows({ id: 8, url: 'x', generated_at: at(1) }), 'open'],
	['newer results, stored before', ANALYSE, stored({ id: 7, generated_at: at(1) }), 'open'],
	['another privacy', SHARED, seven({ privacy: 1, generated_at: at(1) }), 'open'],
	['no such report, perhaps by a gateway', ANALYSE, GONE, 'open'],
];

it.each(SHOWN)('reads that show %s: %j', async (_, target, replies, said) => {
	for (const lost of [LOST, BROKEN, FAILED, UNCLEAR]) {
		const { record, failure, ...result } = await settled(target, lost, replies);
		jest.setSystemTime(NOW);
		expect(result.said).toBe(said);
		const shown = target.operation === 'delete' ? { deleted: true } : { id: 7 };
		if (said === 'done') expect(record).toMatchObject(shown);
		else expect(record).toBeUndefined();
		const seen = target.operation === 'delete' ? 'still there' : 'its Privacy has not changed';
		if (said === 'not done') expect(failure?.advice).toContain(seen);
	}
});

it('an update is not refused because a gateway finds nothing while the service starts', async () => {
	const replies = () => (Date.now() < NOW + 5_000 ? GONE : seven({ privacy: 0 }));
	expect(await settled(UPDATE, LOST, replies)).toMatchObject({ said: 'done', moments: [2, 10] });
});

it.each<[string, Target, Reply, Replies, string]>([
	['a 202, because it may be done later', DELETE, QUEUED, both(NONE, seven()), 'open'],
	['a 202, even so', DELETE, QUEUED, both(NONE, GONE), 'done'],
	['a no, unless a read shows it', DELETE, NO, both(NONE, GONE), 'done'],
	['a no, which is believed of what may be done twice', DELETE, NO, DOWN, 'not done'],
	['a no, unless a read shows it', UPDATE, NO, seven({ privacy: 0 }), 'done'],
	['a no', ANALYSE, NO, seven({ generated_at: at(-60) }), 'not done'],
	['a no, unless a read shows it', ANALYSE, NO, seven({ generated_at: at(1) }), 'done'],
	['a no that no read could refute', ANALYSE, NO, seven(), 'open'],
	['a no that no read could refute', CREATE, NO, DOWN, 'open'],
	['a no of write and read', CREATE, NO, shows({ success: false }), 'not done'],
	['a no', CREATE, NO, NONE, 'not done'],
	['a yes', CREATE, YES, NONE, 'done'],
	['neither', CREATE, UNCLEAR, shows({ success: false }), 'open'],
	['neither', DELETE, UNCLEAR, shows({ success: false }), 'open'],
	['a 500 with its report', CREATE, withStatus(500, OWN), listed(OWN), 'done'],
	['a yes and a no', CREATE, shows({ success: true, error: 'No mail.' }), NONE, 'open'],
])('after %s', async (_, target, lost, replies, said) => {
	const { record, failure, ...result } = await settled(target, lost, replies);
	expect(result.said).toBe(said);
	if (lost === NO && said === 'not done') {
		expect(failure?.message).toContain(': Locked.');
		expect(failure?.advice).toMatch(/still there|not changed|^Nothing was /);
	}
	if (lost === YES) expect(record).toEqual({ id: 7 });
});

it('a create that was refused leaves the report of its page to the next one', async () => {
	const creates = new LostCreates();
	await settled({ ...CREATE }, NO, NONE, { creates });
	const report = { id: 7, url: CREATE.url, created_at: new Date().toISOString() };
	expect((await settled(CREATE, LOST, listed(report), { creates })).record).toEqual(report);
});

it.each<[string, Reply, Reply, string]>([
	['it arrives in between', seven(), GONE, 'done'],
	['nothing is shown in the end', seven(), DOWN, 'open'],
	['it is shown in the end', DOWN, seven(), 'not done'],
])('only the last read can say that a write was not done: %s', async (_, first, then, said) => {
	let reads = 0;
	const replies: Replies = ({ operation }) => {
		if (operation === 'getAll') return NONE;
		return reads++ === 0 ? first : then;
	};
	expect((await settled(DELETE, LOST, replies)).said).toBe(said);
});

const LOGIN = redirected('/login?a=1');
const MOVED = redirected('https://b.example/v2/reports/7?a');
const WRONG_KEY = withStatus(401);

/** A wrong key, or an address that redirects everything: the first read ends it. */
it.each<[string, Target, Reply, Reply, string | undefined]>([
	['a login', DELETE, LOGIN, redirected('/login'), 'redirected the request (302)'],
	['a login', CREATE, LOGIN, redirected('/login/?b=2'), 'redirected the request (302)'],
	['a move', DELETE, MOVED, redirected('https://b.example/v2/reports'), 'redirected'],
	['two places', DELETE, redirected('/thanks'), LOGIN, undefined],
	['a wrong key', DELETE, FAILED, WRONG_KEY, 'rejected the API key (401)'],
	['a wrong key', PROJECT, shows('<h1>Log in</h1>'), WRONG_KEY, 'rejected the API key (401)'],
	['a 401 of a gateway', DELETE, LOST, WRONG_KEY, undefined],
	['a key that may not read', CREATE, LOGIN, WRONG_KEY, undefined],
])('%s', async (_, target, lost, reply, message) => {
	const { said, failure, moments } = await settled(target, lost, reply);
	expect(said).toBe(message === undefined ? 'open' : 'refused');
	if (message === undefined) expect(moments.length).toBeGreaterThan(1);
	else expect([failure?.message, moments]).toEqual([expect.stringContaining(message), [0]]);
});

it('what is said keeps what was answered: its status, its words, or where it led', async () => {
	const there = both(NONE, seven());
	const headers = { location: '/thanks' };
	const mail = { status: 500, body: { message: 'No mail.' }, headers };
	const failed = await settled(DELETE, mail, there);
	expect(failed.failure?.message).toBe('The service did not delete report 7 (500): No mail.');
	const led = await settled(DELETE, redirected('/thanks'), there);
	const address = 'https://reports.example.com/thanks';
	expect(led.failure?.message).toBe(`The service did not delete report 7 (302): ${address}`);
});

it('asks for as much as it needs', async () => {
	const asked: unknown[] = [];
	const note: Replies = (target, qs) => {
		asked.push([target.resource, target.operation, target.identifier, qs]);
		return DOWN;
	};
	for (const target of [DELETE, PROJECT, CREATE, UPDATE]) await settled(target, NO, note);
	const newest = { sort_by: 'id', sort: 'desc', per_page: 100 };
	expect(asked.filter((_, index) => index % 2 === 0)).toEqual([
		['report', 'getAll', undefined, { per_page: 100 }],
		['project', 'getAll', undefined, { per_page: 100 }],
		['report', 'getAll', undefined, newest],
		['report', 'get', '7', {}],
	]);
});

it.each<[Target, Replies]>([
	[DELETE, both(NONE, seven())],
	[UPDATE, seven({ privacy: 1 })],
	[CREATE, NONE],
])('settling ends at once if the run ends: %j', async (target, replies) => {
	const end = new AbortController();
	setTimeout(() => {
		end.abort(ABANDONED);
	}, 5_000);
	const { said, moments } = await settled(target, LOST, replies, { end, ms: 5_000 });
	expect([said, [...new Set(moments)]]).toEqual(['open', [2]]);
	expect((await settled(target, UNCLEAR, replies, { end, ms: 0 })).moments).toEqual([]);
});
