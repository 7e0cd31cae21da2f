import { type Details, Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { Writes } from '../../../../nodes/WebPageReport/run/writes';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';

const targetOf = (page: number): Target => ({
	resource: 'report',
	operation: 'create',
	url: `https://example.com/${String(page)}`,
});

it('counts what was written, and names what may have been, whatever a later try says', async () => {
	const writes = new Writes();
	const write = (item: number) => ({ item, target: targetOf(item), accountId: 'a' });
	expect(writes.summary(9)).toBe('');
	for (let item = 1; item <= 4; item++) {
		const lost = new Failure('Lost', 'Look.', { fate: 'unknown', target: targetOf(item) });
		await writes.inOrder(write(item), async () => Promise.reject(lost)).catch(() => undefined);
		writes.fail(item, lost);
		writes.fail(item, new Failure('Stopped', 'Run it again.'));
	}
	const named = [1, 2, 3].map((item) => targetOf(item).url).join(', ');
	const none = `0 of 9 reports were created. 4 more may have been: ${named}, ….`;
	expect([writes.summary(9), writes.summary(9, 9)]).toEqual([none, none]);
	await writes.inOrder(write(0), async () => Promise.resolve([]));
	// The message of an item that is in doubt names the others
	expect(writes.summary(9, 1)).toMatch(
		/^1 of 9 reports was created\. 3 more may have been: .*\/4\. n8n discards all output: .* Retrying this execution would repeat them\.$/,
	);
});

const DELETE: Target = { resource: 'report', operation: 'delete', identifier: '30' };
const UPDATE: Target = { ...DELETE, operation: 'update' };

/** Deletes a report for items 0, 1, …; some are refused. Returns the items sent, and those whose delete was done. */
async function perform(items: Array<'done' | 'refused'>, accounts: string[] = []) {
	const writes = new Writes();
	const sent: number[] = [];
	let atOnce = 0;
	const performing = items.map(async (end, item) =>
		writes.inOrder({ item, target: DELETE, accountId: accounts[item] ?? 'a' }, async () => {
			sent.push(item);
			expect(++atOnce === 1 || accounts.length > 0).toBe(true);
			await new Promise(setImmediate);
			atOnce--;
			if (end === 'refused') throw new Failure('No', 'Look.', { fate: 'refused' });
			return [{ deleted: true }];
		}),
	);
	const outcomes = await Promise.allSettled(performing);
	const done = outcomes.flatMap(({ status }, item) => (status === 'fulfilled' ? [item] : []));
	return { sent, done, summary: writes.summary(items.length) };
}

it('what the run has deleted is deleted for its later items, too, but not for another account', async () => {
	const all = await perform(['done', 'done', 'done']);
	expect(all).toEqual({ sent: [0], done: [0, 1, 2], summary: '3 of 3 reports were deleted.' });
	expect((await perform(['refused'])).summary).toBe('');
	const late = await perform(['refused', 'done', 'done']);
	expect(late).toMatchObject({ sent: [0, 1], done: [1, 2] });
	expect((await perform(['done', 'done'], ['a', 'b'])).sent).toEqual([0, 1]);
});

describe('a later try of Retry On Fail', () => {
	const CREATE = targetOf(0);

	/** What a later try gets of item 0, whose write ended like this, and that of item 1 to the same record like that. */
	async function resumed(target: Target, end: Details | undefined, later?: Details | 'done') {
		const writes = new Writes();
		const write = { item: 0, target, accountId: 'a' };
		const ending = async (item: number, details?: Details) => {
			const failure = details && new Failure('No', 'Look.', details);
			const work = async () => (failure ? Promise.reject(failure) : Promise.resolve([{ id: 1 }]));
			await writes.inOrder({ ...write, item }, work).catch(() => undefined);
			if (failure) writes.fail(item, failure);
		};
		await ending(0, end);
		if (later) await ending(1, later === 'done' ? undefined : later);
		return await writes.resume(write).catch(() => 'nothing');
	}

	const unknown = (target: Target): Details => ({ fate: 'unknown', target });
	const again = { unresolved: expect.any(Failure) as Failure };

	it.each<[string, Target, Details | undefined, (Details | 'done') | undefined, unknown]>([
		['returns what was written', CREATE, undefined, undefined, { records: [{ id: 1 }] }],
		['sends no create in doubt', CREATE, unknown(CREATE), undefined, 'nothing'],
		['undoes no later write', UPDATE, unknown(UPDATE), 'done', 'nothing'],
		['undoes none in doubt', UPDATE, { fate: 'refused' }, unknown(UPDATE), 'nothing'],
		['passes a refused one', UPDATE, unknown(UPDATE), { fate: 'refused' }, again],
	])('%s', async (_, target, end, later, expected) => {
		expect(await resumed(target, end, later)).toEqual(expected);
	});
});
