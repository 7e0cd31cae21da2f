import type { IDataObject } from 'n8n-workflow';

import { ABANDONED } from '../../../../nodes/WebPageReport/errors/ended';
import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import type { Outcome } from '../../../../nodes/WebPageReport/transport/http';
import { LostCreates } from '../../../../nodes/WebPageReport/transport/lostCreate';
import { settle } from '../../../../nodes/WebPageReport/transport/settle';

const now = Date.UTC(2026, 10, 28, 12);

beforeEach(() => {
	jest.useFakeTimers({ now });
});
afterEach(() => {
	jest.useRealTimers();
});

/** A timestamp, this many seconds after the write was sent. */
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();

const failed = (fate: 'refused' | 'unknown', isGone = false): Outcome => ({
	headers: {},
	failure:
		fate === 'refused'
			? new Failure('No', 'Look.', { fate, isGone })
			: new Failure('Lost', 'Look.', { fate, target: LIST }),
});
const LIST: Target = { resource: 'report', operation: 'getAll' };
const GONE = failed('refused', true);
const DOWN = failed('unknown');

/** A response with the service's time, as it is when it arrives. */
const says = (body: unknown, headers: IDataObject = {}): Outcome => ({
	headers: { date: new Date().toUTCString(), ...headers },
	body,
});

type Read = (target: Target, qs?: IDataObject) => Outcome;

/**
 * Settles a write. `moments` are the times of the reads, in seconds after the write; `isDone` is undefined if the
 * outcome stays open.
 */
async function settled(target: Target, lost: object, read: Read, signal = new AbortController()) {
	const moments: number[] = [];
	const failure = new Failure('Busy', 'Check.', { fate: 'unknown', target, ...lost });
	const write = { target, sentAt: now, highestId: 0 };
	const reading = async (...what: Parameters<Read>) => {
		moments.push((Date.now() - now) / 1000);
		return await Promise.resolve(read(...what));
	};
	const settling = settle(write, failure, new LostCreates(), reading, signal.signal);
	await jest.advanceTimersByTimeAsync(60_000);
	const result = await settling;
	jest.setSystemTime(now);
	const isOpen = result === failure;
	return { result, moments, isOpen, isDone: isOpen ? undefined : !(result instanceof Failure) };
}

/** How the answer to a write was lost. */
const TRANSIENT = { isTransient: true };
const UNCLEAR = { isUnclear: true };

const DELETE: Target = { resource: 'report', operation: 'delete', identifier: '7' };
const PASSWORD = { setsPassword: true };
const UPDATE: Target = { resource: 'report', operation: 'update', identifier: '7', privacy: '0' };

describe('a delete', () => {
	const list = says({ data: [] });
	const report = says({ data: { id: 7 } });
	const reads =
		(lists: Outcome, gets: Outcome): Read =>
		({ operation }) =>
			operation === 'get' ? gets : lists;

	it.each<[string, Outcome, Outcome, boolean | undefined]>([
		['is done if the list answers and the report is missing', list, GONE, true],
		['was not done if the report is still there', list, report, false],
		['stays open if only the report is missing: the service may be away', GONE, GONE, undefined],
		['stays open if the list fails', DOWN, GONE, undefined],
		['stays open if the report cannot be read', list, DOWN, undefined],
		['stays open if the report is refused', list, failed('refused'), undefined],
	])('%s', async (_, lists, gets, isDone) => {
		for (const lost of [{}, TRANSIENT, UNCLEAR]) {
			const settling = await settled(DELETE, lost, reads(lists, gets));
			expect(settling.isDone).toBe(isDone);
			if (isDone) expect(settling.result).toEqual({ deleted: true });
		}
	});

	it.each([
		['list', says({ data: [{ id: 7 }] }), GONE],
		['report', list, report],
	])(
		'after a 202, is not called undone because of the %s: it may be done later',
		async (_, ...gets) => {
			const queued = { ...UNCLEAR, code: '202' };
			expect((await settled(DELETE, queued, reads(...gets))).isOpen).toBe(true);
		},
	);

	it.each([
		['is done if another report is found', says({ data: { id: 9 } }), true],
		['stays open if no report is found there', GONE, false],
		['stays open if all that is found is one and the same', says({ data: { id: 3 } }), false],
	])('%s', async (_, another, isDone) => {
		const { result, isOpen } = await settled(DELETE, TRANSIENT, ({ operation, identifier }) => {
			if (operation === 'getAll') return says({ data: [{ id: 8 }, { id: 9 }] });
			return identifier === '9' ? another : GONE;
		});
		expect(isOpen ? undefined : result).toEqual(isDone ? { deleted: true } : undefined);
	});

	it('was not done if the list shows the report, even if it is missing', async () => {
		const { result } = await settled(DELETE, {}, reads(says({ data: [{ id: '7' }] }), GONE));
		expect(result).toMatchObject({
			message: 'The service did not delete report 7',
			advice: expect.stringContaining('it is still there') as string,
			details: { fate: 'refused' },
		});
	});

	it('is looked at twice after a lost answer, and at once after an unclear one', async () => {
		const open = reads(DOWN, GONE);
		expect((await settled(DELETE, TRANSIENT, open)).moments).toEqual([2, 10]);
		expect((await settled(DELETE, UNCLEAR, open)).moments).toEqual([0, 2]);
	});

	it('may still arrive after the first read; the list is read first: a service may come back in between', async () => {
		const order: string[] = [];
		const arriving: Read = ({ operation }) => {
			order.push(operation);
			if (operation === 'getAll') return list;
			return order.length === 2 ? report : GONE;
		};
		expect((await settled(DELETE, TRANSIENT, arriving)).result).toEqual({ deleted: true });
		expect(order).toEqual(['getAll', 'get', 'getAll', 'get']);
	});

	it('is not shown by an answer that a cache stored before it', async () => {
		const stored = says({ data: [] }, { age: '60' });
		expect((await settled(DELETE, TRANSIENT, reads(stored, GONE))).isOpen).toBe(true);
		const missing = { ...GONE, headers: { age: '60' } };
		expect((await settled(DELETE, TRANSIENT, reads(list, missing))).isOpen).toBe(true);
	});
});

describe('a delete of a project', () => {
	const target: Target = { resource: 'project', operation: 'delete', identifier: 'a.example' };
	const rows = (count: number) =>
		Array.from({ length: count }, (_, row) => `${String(row)}.a.example`);

	it.each<[string, unknown[], boolean | undefined]>([
		['is done if its name is not found', [], true],
		['is done if only longer names are found', rows(9), true],
		['stays open if the list may go on', rows(10), undefined],
		['was not done if its name is found', [...rows(12), 'A.example'], false],
		['stays open if the rows have no names', [{ id: 3 }], undefined],
		['stays open if a row holds it elsewhere', [{ project: 'A', slug: 'A.example' }], undefined],
	])('%s', async (_, names, isDone) => {
		const data = names.map((name) => (typeof name === 'string' ? { project: name } : name));
		const asked: Array<IDataObject | undefined> = [];
		const settling = await settled(target, TRANSIENT, (_target, qs) => {
			asked.push(qs);
			return says({ data: qs?.search === undefined ? [] : data });
		});
		expect(asked.slice(0, 2)).toEqual([{ per_page: 10 }, { search: 'a.example', per_page: 100 }]);
		expect(settling.isDone).toBe(isDone);
		if (isDone) expect(settling.result).toEqual({ deleted: true });
	});

	it('stays open if the search fails', async () => {
		const { isOpen } = await settled(target, TRANSIENT, (_, { search } = {}) =>
			search === undefined ? says({ data: [] }) : DOWN,
		);
		expect(isOpen).toBe(true);
	});
});

it('a project may be there if the search does not find another one that is', async () => {
	const target: Target = { resource: 'project', operation: 'delete', identifier: 'a.example' };
	const shown = says({ data: [{ project: 'B.example' }] });
	for (const found of [says({ data: [] }), shown]) {
		const { isOpen } = await settled(target, TRANSIENT, (_, { search } = {}) =>
			search === undefined ? shown : search === 'B.example' ? found : says({ data: [] }),
		);
		expect(isOpen).toBe(found !== shown);
	}
});

describe('an update', () => {
	it.each<[string, Partial<Target>, unknown, object, boolean | undefined]>([
		['is done if its privacy is shown', {}, 0, TRANSIENT, true],
		['is done if its privacy is shown as text', {}, '0', TRANSIENT, true],
		['may still arrive if another privacy is shown', {}, 1, TRANSIENT, undefined],
		['was not done if another privacy is shown after an answer', {}, 1, UNCLEAR, false],
		['was not done if another privacy is shown after a plain 500', {}, 2, {}, false],
		['stays open if no privacy is shown', {}, undefined, TRANSIENT, undefined],
		['is done if no privacy is shown after a 2xx', {}, undefined, UNCLEAR, true],
		['stays open if the privacy is none of the service', {}, 'secret', {}, undefined],
		['is done after a 2xx if the privacy is none of the service', {}, 'secret', UNCLEAR, true],
		['stays open if it sets a password: it leaves no trace', PASSWORD, 0, {}, undefined],
		['is done if it sets a password, after a 2xx', PASSWORD, 0, UNCLEAR, true],
		['stays open if it asks for no privacy', { privacy: undefined }, 0, TRANSIENT, undefined],
		['is done if it asks for no privacy, after a 2xx', { privacy: undefined }, 0, UNCLEAR, true],
	])('%s', async (_, asked, privacy, lost, isDone) => {
		const report = { id: 7, privacy };
		const shown = () => says({ data: report });
		const settling = await settled({ ...UPDATE, ...asked }, lost, shown);
		expect(settling.isDone).toBe(isDone);
		if (isDone) expect(settling.result).toEqual(report);
		if (isDone === false) {
			expect(settling.result).toMatchObject({
				message: 'The service did not update report 7',
				advice: expect.stringContaining('its Privacy has not changed') as string,
			});
		}
	});

	it('is looked for in the report alone, as it is now', async () => {
		const targets: Target[] = [];
		const { isOpen } = await settled(UPDATE, UNCLEAR, (target) => {
			targets.push(target);
			return says({ data: { id: 7, privacy: 0 } }, { age: '60' });
		});
		expect(isOpen).toBe(true);
		expect(targets).toEqual(
			[0, 2].map(() => ({ resource: 'report', operation: 'get', identifier: '7' })),
		);
	});

	it.each([GONE, DOWN, says({ message: 'No.' })])('stays open without a report', async (answer) => {
		expect((await settled(UPDATE, UNCLEAR, () => answer)).isOpen).toBe(true);
	});
});

it('a create whose report is not found says for how long it was looked for', async () => {
	const target: Target = { resource: 'report', operation: 'create', url: 'https://a.example' };
	const { result } = await settled(target, TRANSIENT, () => says({ data: [] }));
	expect(result).toMatchObject({
		advice: expect.stringContaining('n8n searched for it for 60 seconds') as string,
	});
});

describe('a re-analysis', () => {
	const target: Target = { ...UPDATE, privacy: undefined, triggersAnalysis: true };

	it.each<[string, IDataObject, boolean]>([
		['is done if its results are newer', { generated_at: at(1) }, true],
		['is done if the clocks are a second apart', { generated_at: at(-1) }, true],
		['stays open if its results are older', { generated_at: at(-3) }, false],
		['stays open if the time has no zone', { generated_at: '2026-11-28 12:00:01' }, false],
		['stays open without a time', {}, false],
	])('%s', async (_, report, isDone) => {
		for (const lost of [TRANSIENT, UNCLEAR, {}]) {
			const { result, isOpen } = await settled(target, lost, () => says({ data: report }));
			expect(isOpen ? undefined : result).toEqual(isDone ? report : undefined);
		}
	});

	it('is waited for as long as a create', async () => {
		const { moments } = await settled(target, UNCLEAR, () => DOWN);
		expect(moments).toEqual([2, 10, 30, 60]);
	});

	it('is recognised by the clock of a stored answer, and not by one from before it', async () => {
		const stored = (generated: number, age: number) => () =>
			says({ data: { generated_at: at(generated) } }, { age: String(age), date: at(10 - age) });
		expect((await settled(target, {}, stored(1, 1))).isOpen).toBe(false);
		expect((await settled(target, {}, stored(-238, 3600))).isOpen).toBe(true);
		// Stored ten seconds after the request: by its date alone, the results would be 15 seconds old
		const late = (generated: number) => () =>
			Date.now() < now + 60_000
				? DOWN
				: says({ data: { generated_at: at(generated) } }, { age: '50', date: at(10) });
		expect((await settled(target, {}, late(-5))).isOpen).toBe(true);
		expect((await settled(target, {}, late(1))).isOpen).toBe(false);
	});

	it('stays open if it also sets another privacy than is shown', async () => {
		const report = { privacy: 1, generated_at: at(1) };
		const asked = { ...target, privacy: '0' };
		expect((await settled(asked, {}, () => says({ data: report }))).isOpen).toBe(true);
	});
});

it.each([DELETE, UPDATE])('settling ends at once if the run ends: %j', async (target) => {
	const end = new AbortController();
	const never = () => {
		end.abort(ABANDONED);
		return says({});
	};
	const { isOpen, moments } = await settled(target, TRANSIENT, never, end);
	expect([isOpen, Math.max(...moments)]).toEqual([true, 2]);
	const before = new AbortController();
	before.abort(ABANDONED);
	expect((await settled(target, UNCLEAR, never, before)).moments).toEqual([]);
});
