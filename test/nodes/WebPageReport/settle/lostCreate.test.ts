import type { IDataObject } from 'n8n-workflow';

import { ABANDONED } from '../../../../nodes/WebPageReport/errors/failure';
import { LostCreates } from '../../../../nodes/WebPageReport/settle/lostCreate';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import {
	at,
	NOW,
	outcomeWith,
	type Replies,
	type Reply,
	settled,
	shows,
	withStatus,
} from './replies';

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

const url = 'https://example.com/page';
const CREATE: Target = { resource: 'report', operation: 'create', url, privacy: '1' };
const ELSEWHERE: Target = { ...CREATE, url: 'https://example.com/other' };
const LOST = withStatus(504);

/** The reply to a read of the newest reports, with the service's clock this many ms ahead; none if NaN. */
const newest =
	(rows: unknown[], ahead = 0) =>
	() =>
		shows(
			{ data: rows },
			{ date: Number.isNaN(ahead) ? undefined : new Date(Date.now() + ahead).toUTCString() },
		);

/** A create that gets this reply. */
const creating = async (creates: LostCreates, reply: Reply, target = CREATE) =>
	await creates.watch(target, async () => await outcomeWith(reply, target));

/** Whether a lost create is given a report within five seconds, which are its first read. */
async function isFound(replies: Replies, creates = new LostCreates()): Promise<boolean> {
	const end = new AbortController();
	setTimeout(() => {
		end.abort(ABANDONED);
	}, 5_000);
	return (await settled(CREATE, LOST, replies, { creates, end })).said === 'done';
}

const HOUR = 3_600_000;

/** By its time alone, if the service's clock may be ahead. */
it.each<[IDataObject, number, boolean]>([
	[{ created_at: at(0) }, 0, true],
	[{ created_at: at(-1.9) }, 0, true],
	[{ created_at: at(-2.1) }, 0, false],
	[{ created_at: at(3.9) }, 0, true],
	[{ created_at: at(4.1) }, 0, false],
	[{ created_at: at(3_600 - 2.1) }, HOUR, false],
	[{ created_at: at(0) }, NaN, false],
	[{ created_at: '2026-11-21T13:00:00+0100' }, 0, true],
	[{ created_at: '2026-11-21 12:00:00+00' }, 0, true],
	[{ created_at: 'Sat, 21 Nov 2026 12:00:00 GMT' }, 0, true],
	[{ created_at: '2026-11-21T12:00:00' }, 0, false],
	[{ created_at: NOW / 1000 }, 0, false],
	[{ generated_at: at(0) }, 0, true],
	[{ generated_at: at(0), created_at: at(-86_400) }, 0, false],
	[{ created_at: at(0), url: 'HTTP://EXAMPLE.com/page/#top' }, 0, true],
	[{ created_at: at(0), url: 'https://example.com/other' }, 0, false],
	[{ created_at: at(0), privacy: undefined }, 0, true],
	[{ created_at: at(0), privacy: 0 }, 0, false],
])('%j, with a clock that is %d ms ahead, is that of a create: %p', async (row, ahead, is) => {
	expect(await isFound(newest([{ id: 7, url, privacy: 1, ...row }], ahead))).toBe(is);
});

/** By its ID too, if 10 is the highest ID known before the create. */
it.each<[IDataObject, boolean, number?]>([
	[{ id: 11 }, true],
	[{ id: '010' }, false],
	[{ id: 11, created_at: '2026-11-21 14:00:00' }, true],
	[{ id: 9, created_at: at(0) }, false],
	[{ id: 11, created_at: at(-86_400) }, false],
	// A gateway's clock can differ from its application's
	[{ id: 11, created_at: at(-29) }, true],
	[{ id: 11, created_at: at(-31) }, false],
	// After a minute, others may have made reports
	[{ id: 11 }, true, 59_000],
	[{ id: 11 }, false, 61_000],
	[{ id: 9, created_at: at(61) }, true, 61_000],
	[{ id: 'a', created_at: at(0) }, true],
	[{ created_at: at(0) }, false],
])('%j after the ID 10 is that of a create: %p', async (row, is, time = 0) => {
	const creates = new LostCreates();
	await creating(creates, shows({ id: 10, url: ELSEWHERE.url }), ELSEWHERE);
	// An ID alone may be that of the request, and that in an update may be a typo
	await creating(creates, withStatus(201, { id: 999_999 }), ELSEWHERE);
	await jest.advanceTimersByTimeAsync(time);
	expect(await isFound(newest([{ url, ...row }]), creates)).toBe(is);
});

const OWN = { id: 7, url, created_at: at(0) };

it.each<[string, Replies, boolean]>([
	['a list that a cache stored before', shows({ data: [OWN] }, { age: '238' }), false],
	['two reports that could be its own', newest([OWN, { ...OWN, id: 8 }]), false],
	['one that could, and one of unknown age', newest([OWN, { id: 8, url }]), true],
	['its own, and something without an address', newest([OWN, { id: 8 }]), true],
])('%s: a create is given its report: %p', async (_, replies, is) => {
	expect(await isFound(replies)).toBe(is);
});

/** What a no is worth, which is believed if the newest reports could have shown the create. */
it.each<[string, string, object]>([
	['none of its page', 'not done', { url: ELSEWHERE.url }],
	['an older one of its page', 'not done', { url, created_at: at(-60) }],
	['one of its page whose age nobody can tell', 'open', { url }],
	['something other than reports', 'open', { name: 'x' }],
])('newest reports with %s leave a no: %s', async (_, said, row) => {
	const no = shows({ success: false });
	expect((await settled(CREATE, no, newest([{ id: 6, ...row }]))).said).toBe(said);
});

it('creates share their reads, which begin a second apart', async () => {
	const creates = new LostCreates();
	const begun: number[] = [];
	const none = () => {
		begun.push(Math.round((Date.now() - NOW) / 1000));
		return newest([])();
	};
	const all = [CREATE, ELSEWHERE, CREATE].map(async (target, index) => {
		await jest.advanceTimersByTimeAsync(100 * index);
		return await settled({ ...target }, LOST, none, { creates });
	});
	expect((await Promise.all(all)).map(({ said }) => said)).toEqual(['open', 'open', 'open']);
	expect(begun).toEqual([2, 3, 10, 11, 30, 31, 60, 61]);
});

it('a run that stops during a shared read does not end that of another run', async () => {
	const creates = new LostCreates();
	const end = new AbortController();
	const aborted = Object.assign(new Error('stopped'), { code: 'ERR_CANCELED' });
	const stopped = async () =>
		await new Promise<Reply>((resolve) => {
			end.signal.addEventListener('abort', resolve.bind(undefined, aborted));
		});
	const first = settled(ELSEWHERE, LOST, stopped, { creates, end, ms: 3_000 });
	const second = settled(CREATE, LOST, newest([OWN]), { creates, ms: 1 });
	await jest.advanceTimersByTimeAsync(3_000);
	end.abort(ABANDONED);
	expect((await first).said).toBe('open');
	await jest.advanceTimersByTimeAsync(5_000);
	expect((await second).record).toMatchObject({ id: 7 });
});

it('of three creates of a page, a lost one gets the report that the others do not have', async () => {
	const creates = new LostCreates();
	const rows = ['a', 'b', 'c'].map((id) => ({ ...OWN, id }));
	for (const row of rows.slice(1)) await creating(creates, shows({ data: row }));
	expect((await settled(CREATE, LOST, newest(rows), { creates })).record).toEqual(rows[0]);
});

it.each([
	['that was lost 59 minutes before', false, LOST, 59],
	['that was lost 61 minutes before', true, LOST, 61],
	['with a yes and no report', false, shows({ success: true }), 0],
	['that was refused', true, withStatus(422), 0],
	['with another report', true, shows({ ...OWN, id: 6 }), 0],
])('after a create %s, the next one of its page is matched: %p', async (...row) => {
	const [, is, reply, minutes] = row;
	const creates = new LostCreates();
	await creating(creates, reply, { ...CREATE });
	await jest.advanceTimersByTimeAsync(minutes * 60_000);
	const rows = [{ id: 7, url, privacy: 1, created_at: new Date().toISOString() }];
	expect(await isFound(newest(rows), creates)).toBe(is);
});
