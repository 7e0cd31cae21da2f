import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import {
	type Creation,
	LOOKS,
	LostCreates,
	type View,
} from '../../../../nodes/WebPageReport/transport/lostCreate';

const now = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
	jest.useFakeTimers({ now });
});

afterEach(() => {
	jest.useRealTimers();
});

const url = 'https://example.com/page';
const target: Target = { resource: 'report', operation: 'create', url, privacy: '1' };
const lost = new Failure('Lost', 'Look.', { fate: 'unknown', isPassing: true, code: '504' });
const fail = async () => await Promise.reject(lost);

/** A create whose answer is lost after so many milliseconds. */
async function losing(creates: LostCreates, about = target, after = 0): Promise<Creation> {
	const creation = creates.begin(about);
	const watching = creates.watch(creation, async () => {
		await new Promise((resolve) => setTimeout(resolve, after));
		return await fail();
	});
	await Promise.all([expect(watching).rejects.toBe(lost), jest.advanceTimersByTimeAsync(after)]);
	return creation;
}

const viewOf =
	(body: unknown, ahead = 0) =>
	(): Promise<View> =>
		Promise.resolve({ body, date: Date.now() + ahead });

/** What comes of all looks for a create. */
async function found(
	creates: LostCreates,
	creation: Creation,
	read: () => Promise<View>,
	signal = new AbortController().signal,
): Promise<IDataObject | Failure> {
	const outcome = creates.find(creation, target, lost, read, signal).catch((error: unknown) => {
		if (error instanceof Failure) return error;
		throw error;
	});
	await jest.advanceTimersByTimeAsync(LOOKS.at(-1) ?? 0);
	return await outcome;
}

/** A report that was created in so many milliseconds, by a clock of the service that is right. */
const report = (after = 500, more: IDataObject = {}): IDataObject => ({
	id: 7,
	url,
	privacy: 1,
	created_at: new Date(Date.now() + after).toISOString(),
	...more,
});

/** What is found where the newest reports are those. */
async function foundIn(rows: IDataObject[], ahead = 0): Promise<IDataObject | undefined> {
	const creates = new LostCreates();
	const outcome = await found(creates, await losing(creates), viewOf({ data: rows }, ahead));
	return outcome instanceof Failure ? undefined : outcome;
}

it('looks four times within a minute, and then says that nothing has shown up', async () => {
	const creates = new LostCreates();
	const moments: number[] = [];
	const outcome = await found(creates, await losing(creates), async () => {
		moments.push(Date.now() - now);
		return await viewOf([])();
	});
	expect(moments).toEqual([2_000, 10_000, 30_000, 60_000]);
	expect(outcome).toMatchObject({ message: 'Lost', fate: 'unknown', code: '504' });
	expect((outcome as Failure).advice).toMatch(
		/^The report for https:\/\/example\.com\/page may have been created: .* within 60 seconds/,
	);
});

it('a look that fails is made good by the next', async () => {
	const creates = new LostCreates();
	const rows = [report()];
	const read = jest.fn(viewOf(rows)).mockRejectedValueOnce(new Error('broken'));
	expect(await found(creates, await losing(creates), read)).toBe(rows[0]);
	expect(read).toHaveBeenCalledTimes(2);
});

it('ends at once where nobody waits for it any more, as what was lost', async () => {
	const creates = new LostCreates();
	const end = new AbortController();
	setTimeout(() => {
		end.abort(new Failure('Stopped', 'Stop.'));
	}, 1_000);
	const read = jest.fn(viewOf([report()]));
	expect(await found(creates, await losing(creates), read, end.signal)).toBe(lost);
	expect(read).not.toHaveBeenCalled();
});

describe('by its time, a report is that of the create', () => {
	it.each([
		[0, 0, true],
		[-1_999, 0, true],
		[-2_001, 0, false],
		[3_999, 0, true],
		[-1_999, 3_600_000, false],
		[3_600_000, 3_600_000, true],
		[3_600_000 - 1_999, 3_600_000, true],
		[3_600_000 - 2_001, 3_600_000, false],
		[3_600_000 * 2, 3_600_000, false],
	])('%d milliseconds after that, on a clock that is %d ahead: %p', async (after, ahead, is) => {
		const creates = new LostCreates();
		const creation = await losing(creates);
		// One look alone: with time, what lay ahead could become past
		const read = jest.fn(viewOf([report(after)], ahead));
		const end = new AbortController();
		setTimeout(() => {
			end.abort(lost);
		}, 5_000);
		const outcome = await found(creates, creation, read, end.signal);
		expect(outcome instanceof Failure).toBe(!is);
		expect(read).toHaveBeenCalledTimes(1);
	});

	it.each([
		['+00:00', '2026-11-21T12:00:00+00:00', true],
		['another zone', '2026-11-21T13:00:00+01:00', true],
		['GMT', 'Sat, 21 Nov 2026 12:00:00 GMT', true],
		['no zone', '2026-11-21T12:00:00', false],
		['no time', '2026-11-21', false],
		['a number', now / 1000, false],
	])('in a form with %s', async (_, created_at, is) => {
		expect((await foundIn([report(0, { created_at })])) !== undefined).toBe(is);
	});

	it('and not by that of its results, which can be new while it is old', async () => {
		const { created_at, ...rest } = report();
		expect(await foundIn([{ ...rest, generated_at: created_at }])).toBeUndefined();
		expect(await foundIn([report(-86_400_000, { generated_at: created_at })])).toBeUndefined();
	});

	it('and not where the service does not say what time it is', async () => {
		expect(await foundIn([report()], NaN)).toBeUndefined();
	});
});

describe('by its ID', () => {
	/** What is found in a row without a usable time, after a create for which the ID 10 was known. */
	async function foundBy(row: IDataObject): Promise<boolean> {
		const creates = new LostCreates();
		await creates.watch(creates.begin({ resource: 'report', operation: 'create' }), async () =>
			Promise.resolve({ id: 10 }),
		);
		const creation = await losing(creates);
		const outcome = await found(creates, creation, viewOf([{ url, privacy: 1, ...row }]));
		return !(outcome instanceof Failure);
	}

	it.each([
		['is above all that were known', { id: 11 }, true],
		['is above all that were known, as a text', { id: '11' }, true],
		['is not', { id: 9 }, false],
		['is no number', { id: 'abc' }, false],
		['is missing', {}, false],
		['is above, with a time without a zone', { id: 11, created_at: '2026-11-21 14:00:00' }, true],
		['is not, with a time that fits', { id: 9, created_at: new Date(now).toISOString() }, false],
		['is above, with a time that does not', { id: 11, created_at: '2026-11-20T12:00:00Z' }, false],
		[
			'is no number, with a time that fits',
			{ id: 'a', created_at: new Date(now).toISOString() },
			true,
		],
		['is missing, with a time that fits', { created_at: new Date(now).toISOString() }, false],
	])('which %s', async (_, row, is) => {
		expect(await foundBy(row)).toBe(is);
	});

	it('which an update names is not known by that: it may be a typing error', async () => {
		const creates = new LostCreates();
		await creates.watch(creates.begin({ resource: 'report', operation: 'create' }), async () =>
			Promise.resolve({ id: 10 }),
		);
		creates.take('99999999');
		const creation = await losing(creates);
		expect(await found(creates, creation, viewOf([{ id: 11, url }]))).toEqual({ id: 11, url });
	});

	it('of which one that has shown up in a look before counts as known', async () => {
		const creates = new LostCreates();
		const first = await losing(creates);
		await found(creates, first, viewOf([{ id: 20, url: 'https://example.com/other' }]));
		const creation = await losing(creates);
		const rows = [
			{ id: 20, url },
			{ id: 21, url },
		];
		expect(await found(creates, creation, viewOf(rows))).toEqual({ id: 21, url });
	});
});

describe('a report is that of somebody else', () => {
	it('where its page is another one, in whatever spelling', async () => {
		expect(await foundIn([report(0, { url: 'https://example.com/other' })])).toBeUndefined();
		const other = report(0, { url: 'HTTP://EXAMPLE.com/page/#top' });
		expect(await foundIn([other])).toEqual(other);
	});

	it('where somebody else may see it, unless that is not said', async () => {
		expect(await foundIn([report(0, { privacy: 0 })])).toBeUndefined();
		const { privacy, ...silent } = report();
		expect([privacy, await foundIn([silent])]).toEqual([1, silent]);
		expect(await foundIn([report(0, { privacy: '1' })])).toMatchObject({ privacy: '1' });
	});

	it.each([7, 'a7'])('where it belongs to another item: %j', async (id) => {
		const creates = new LostCreates();
		await creates.watch(creates.begin(target), () => Promise.resolve({ data: { id, url } }));
		const outcome = await found(creates, await losing(creates), viewOf([report(500, { id })]));
		expect(outcome).toBeInstanceOf(Failure);
	});

	it('where two could be it', async () => {
		expect(await foundIn([report(), report(600, { id: 8 })])).toBeUndefined();
	});

	it('where another create of the page is still open, and not once that has ended', async () => {
		const creates = new LostCreates();
		const [one, other] = [await losing(creates), await losing(creates)];
		expect(await found(creates, one, viewOf([report()]))).toBeInstanceOf(Failure);
		// The first one has been given up
		const rows = [report()];
		expect(await found(creates, other, viewOf(rows))).toBe(rows[0]);
	});

	it('but not where the other create is one of another page, or was refused', async () => {
		const creates = new LostCreates();
		await losing(creates, { ...target, url: 'https://example.com/other' });
		const refused = new Failure('No', 'Stop.', { fate: 'refused' });
		await creates
			.watch(creates.begin(target), async () => await Promise.reject(refused))
			.catch(() => undefined);
		const rows = [report()];
		expect(await found(creates, await losing(creates), viewOf(rows))).toBe(rows[0]);
	});
});

it('a report is found for one create only', async () => {
	const creates = new LostCreates();
	const rows = [report()];
	expect(await found(creates, await losing(creates), viewOf(rows))).toBe(rows[0]);
	const again = [report()];
	expect(await found(creates, await losing(creates), viewOf(again))).toBeInstanceOf(Failure);
	const other = [report(500, { id: 8 })];
	expect(await found(creates, await losing(creates), viewOf(other))).toBe(other[0]);
});

it('a look is shared by all that want one at about the same time', async () => {
	const creates = new LostCreates();
	const one = await losing(creates);
	const other = await losing(creates, { ...target, url: 'https://example.com/other' });
	const read = jest.fn(viewOf([]));
	await Promise.all([found(creates, one, read), found(creates, other, read)]);
	expect(read).toHaveBeenCalledTimes(LOOKS.length);
});
