import type { IDataObject } from 'n8n-workflow';

import { ABANDONED } from '../../../../nodes/WebPageReport/errors/ended';
import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import type { Outcome } from '../../../../nodes/WebPageReport/transport/http';
import { LostCreates, type Write } from '../../../../nodes/WebPageReport/transport/lostCreate';
import { settle } from '../../../../nodes/WebPageReport/transport/settle';

const now = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
	jest.useFakeTimers({ now });
});

afterEach(() => {
	jest.useRealTimers();
});

const url = 'https://example.com/page';
const target: Target = { resource: 'report', operation: 'create', url, privacy: '1' };
const lost = new Failure('Lost', 'Look.', {
	fate: 'unknown',
	target,
	isTransient: true,
	code: '504',
});

const creationOf = (about: Target): Write => ({ target: about, sentAt: Date.now(), highestId: 0 });

/** A create whose answer is lost immediately. */
async function losing(creates: LostCreates, about = target): Promise<Write> {
	const creation = creationOf(about);
	await creates.watch(creation, async () => await Promise.resolve({ headers: {}, failure: lost }));
	return creation;
}

/** Searches for the report of a lost create, and stops the search after `time` ms. */
async function look(
	creates: LostCreates,
	creation: Write,
	read: () => Promise<Outcome>,
	time = 60_000,
	end = new AbortController(),
): Promise<IDataObject | Failure> {
	const outcome = settle(creation, lost, creates, read, end.signal);
	await jest.advanceTimersByTimeAsync(time);
	end.abort(lost);
	return await outcome;
}

/** A response with these rows and this Date header; without the header if `date` is NaN. */
const listed = (rows: IDataObject[], date: number): Outcome => ({
	headers: Number.isNaN(date) ? {} : { date: new Date(date).toUTCString() },
	body: { data: rows },
});

/** A timestamp of the service, this many ms after the create was sent. */
const at = (after: number) => new Date(now + after).toISOString();

const HOUR = 3_600_000;

describe('whether a report of the same page is attributed to the create', () => {
	/** By its time alone, if the service's clock may be ahead. */
	it.each<[IDataObject, number, boolean]>([
		[{ created_at: at(0) }, 0, true],
		[{ created_at: at(-1_999) }, 0, true],
		[{ created_at: at(-2_001) }, 0, false],
		[{ created_at: at(3_999) }, 0, true],
		[{ created_at: at(HOUR - 1_999) }, HOUR, true],
		[{ created_at: at(HOUR - 2_001) }, HOUR, false],
		[{ created_at: at(2 * HOUR) }, HOUR, false],
		[{ created_at: at(0) }, NaN, false],
		[{ created_at: '2026-11-21T13:00:00+01:00' }, 0, true],
		[{ created_at: '2026-11-21T13:00:00+0100' }, 0, true],
		[{ created_at: 'Sat, 21 Nov 2026 12:00:00 GMT' }, 0, true],
		[{ created_at: '2026-11-21T12:00:00' }, 0, false],
		[{ created_at: now / 1000 }, 0, false],
		[{ generated_at: at(0) }, 0, true],
		[{ generated_at: at(-2_001) }, 0, false],
		[{ generated_at: at(0), created_at: at(-24 * HOUR) }, 0, false],
		[{ created_at: at(0), url: 'HTTP://EXAMPLE.com/page/#top' }, 0, true],
		[{ created_at: at(0), url: 'https://example.com/other' }, 0, false],
		[{ created_at: at(0), privacy: undefined }, 0, true],
		[{ created_at: at(0), privacy: 0 }, 0, false],
	])('%j, with a clock that is %d ms ahead: %p', async (row, ahead, is) => {
		const creates = new LostCreates();
		const read = async () =>
			await Promise.resolve(listed([{ id: 7, url, privacy: 1, ...row }], Date.now() + ahead));
		const outcome = await look(creates, await losing(creates), read, 5_000);
		expect(outcome instanceof Failure).toBe(!is);
	});

	/** By its ID too, if 10 is the highest ID known before the create. */
	it.each<[IDataObject, boolean, number?]>([
		[{ id: 11 }, true],
		[{ id: '11' }, true],
		[{ id: 9 }, false],
		[{ id: 'abc' }, false],
		[{}, false],
		[{ id: 11, created_at: '2026-11-21 14:00:00' }, true],
		[{ id: 9, created_at: at(0) }, false],
		[{ id: 11, created_at: at(-24 * HOUR) }, false],
		// A gateway's clock can differ from its application's
		[{ id: 11, created_at: at(-29_000) }, true],
		[{ id: 11, created_at: at(29_000) }, true],
		[{ id: 11, created_at: at(-31_000) }, false],
		// After a minute, others may have made reports
		[{ id: 11 }, true, 59_000],
		[{ id: 11 }, false, 61_000],
		[{ id: 9, created_at: at(61_000) }, true, 61_000],
		[{ id: 'a', created_at: at(0) }, true],
		[{ created_at: at(0) }, false],
	])('%j after the ID 10: %p', async (row, is, time = 0) => {
		const creates = new LostCreates();
		const before = creationOf({ ...target, url: 'https://example.com/other' });
		const answer = { headers: {}, body: { id: 10 } };
		await creates.watch(before, async () => await Promise.resolve(answer));
		const named = { headers: {}, body: { id: 'abc' } };
		await creates.watch(before, async () => await Promise.resolve(named));
		await jest.advanceTimersByTimeAsync(time);
		// The ID in an update proves nothing: it may be a typo
		creates.claim('99999999');
		const read = async () => await Promise.resolve(listed([{ url, ...row }], Date.now()));
		const outcome = await look(creates, await losing(creates), read, 5_000);
		expect(outcome instanceof Failure).toBe(!is);
	});
});

it('searches four times within a minute for all creates lost at about the same time', async () => {
	const creates = new LostCreates();
	const moments: number[] = [];
	const read = async () => {
		moments.push(Date.now() - now);
		// The next read makes up for one that fails
		return await Promise.resolve(
			moments.length === 1 ? { headers: {}, failure: lost } : listed([], Date.now()),
		);
	};
	const other = await losing(creates, { ...target, url: 'https://example.com/other' });
	const looks = [await losing(creates), other].map((creation) => look(creates, creation, read));
	for (const outcome of await Promise.all(looks)) {
		expect(outcome).toMatchObject({ message: 'Lost', details: { fate: 'unknown', code: '504' } });
	}
	expect(moments).toEqual([2_000, 10_000, 30_000, 60_000]);
});

it('a run that stops during its search does not end the search of another run', async () => {
	const creates = new LostCreates();
	const end = new AbortController();
	const stopped = async (): Promise<Outcome> =>
		await new Promise((resolve) => {
			end.signal.addEventListener('abort', () => {
				resolve({ headers: {}, failure: ABANDONED });
			});
		});
	const read = async () =>
		await Promise.resolve(listed([{ id: 7, url, privacy: 1, created_at: at(0) }], Date.now()));
	const elsewhere = { ...target, url: 'https://example.com/other' };
	const first = look(creates, await losing(creates, elsewhere), stopped, 3_000, end);
	const second = look(creates, await losing(creates), read, 5_000);
	expect(await first).toBe(lost);
	expect(await second).toMatchObject({ id: 7 });
});

it('a create lost 1.5 seconds later gets its own search', async () => {
	const creates = new LostCreates();
	let reads = 0;
	const read = async () => {
		reads++;
		return await Promise.resolve(listed([], Date.now()));
	};
	const first = look(creates, await losing(creates), read, 1_500);
	await jest.advanceTimersByTimeAsync(1_500);
	const second = look(creates, await losing(creates), read, 2_100);
	await jest.advanceTimersByTimeAsync(2_100);
	expect(reads).toBe(2);
	await Promise.all([first, second]);
});

it('a report in an answer that a cache stored before the create is not its report', async () => {
	const creation = { ...creationOf(target), highestId: 10 };
	const answer = { headers: { age: '238' }, body: { data: [{ id: 11, url }] } };
	const stored = async () => await Promise.resolve(answer);
	expect(await look(new LostCreates(), creation, stored)).toBeInstanceOf(Failure);
});

it.each([
	[10, true],
	[11, false],
])('a report with the ID %i is not new if 10 was the highest: %p', async (id, isOld) => {
	const creation = { ...creationOf(target), highestId: 10 };
	const rows = [{ id, url, created_at: at(0) }];
	const read = async () => await Promise.resolve(listed(rows, Date.now()));
	expect((await look(new LostCreates(), creation, read)) instanceof Failure).toBe(isOld);
});

it('of two creates of a page, a lost one gets the report that the other does not have', async () => {
	const creates = new LostCreates();
	const [row, other] = ['a', 'b'].map((id) => ({ id, url, created_at: at(0) }));
	const answer = { headers: {}, body: { data: row } };
	await creates.watch(creationOf(target), async () => await Promise.resolve(answer));
	const read = async () => await Promise.resolve(listed([row ?? {}, other ?? {}], Date.now()));
	expect(await look(creates, await losing(creates), read, 5_000)).toEqual(other);
});

it('of two new reports that could belong to a create, none is claimed', async () => {
	const creates = new LostCreates();
	const rows = [7, 8].map((id) => ({ id, url, created_at: at(0) }));
	const read = async () => await Promise.resolve(listed(rows, Date.now()));
	expect(await look(creates, await losing(creates), read, 5_000)).toBeInstanceOf(Failure);
});

it('neither a refused create nor one whose report was found prevents a match for the next of its page', async () => {
	const creates = new LostCreates();
	const failure = new Failure('No', 'Correct it.', { fate: 'refused' });
	const refused = { headers: {}, failure };
	await creates.watch(creationOf(target), async () => await Promise.resolve(refused));
	for (const id of [7, 8]) {
		const rows = [{ id, url, privacy: 1, created_at: new Date().toISOString() }];
		const read = async () => await Promise.resolve(listed(rows, Date.now()));
		expect(await look(creates, await losing(creates), read, 5_000)).toMatchObject({ id });
	}
});

it.each([
	[59, false],
	[61, true],
])(
	'%i minutes after an unresolved create, the next one of its page is matched: %p',
	async (minutes, isFound) => {
		const creates = new LostCreates();
		await losing(creates);
		await jest.advanceTimersByTimeAsync(minutes * 60_000);
		const rows = [{ id: 7, url, privacy: 1, created_at: new Date().toISOString() }];
		const read = async () => await Promise.resolve(listed(rows, Date.now()));
		const outcome = await look(creates, await losing(creates), read, 5_000);
		expect(outcome instanceof Failure).toBe(!isFound);
	},
);

it('remembers the last 10,000 reports that belong to items', () => {
	const creates = new LostCreates();
	for (let id = 0; id <= 10_000; id++) creates.claim(String(id));
	expect([creates['claimed'].size, creates['claimed'].has('0')]).toEqual([10_000, false]);
});

it('a report that may belong to a create answered without an ID is not given to another', async () => {
	const creates = new LostCreates();
	const answer = { headers: {}, body: { success: true } };
	await creates.watch(creationOf(target), async () => await Promise.resolve(answer));
	const read = async () =>
		await Promise.resolve(listed([{ id: 7, url, created_at: at(0) }], Date.now()));
	expect(await look(creates, await losing(creates), read)).toBeInstanceOf(Failure);
});

it('a run that is stopped leaves a shared search at once', async () => {
	const creates = new LostCreates();
	const never = async () => await new Promise<Outcome>(() => undefined);
	const elsewhere = { ...target, url: 'https://example.com/other' };
	void look(creates, await losing(creates, elsewhere), never, 3_000);
	expect(await look(creates, await losing(creates), never, 5_000)).toBe(lost);
});
