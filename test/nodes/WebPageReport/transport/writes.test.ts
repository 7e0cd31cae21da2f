import { Failure, type FailureDetails } from '../../../../nodes/WebPageReport/errors/failure';
import { Writes } from '../../../../nodes/WebPageReport/transport/writes';

/** A write that ends like this, one outcome a time; errors are thrown. */
function writer(...outcomes: unknown[]) {
	return jest.fn(async () => {
		const outcome = outcomes.shift();
		if (outcome instanceof Error) throw outcome;
		return await Promise.resolve([{ id: outcome as number }]);
	});
}

const failed = (details?: FailureDetails) => new Failure('It failed', 'Look.', details);

describe('what has been written', () => {
	it('for an item comes out again, and is not written twice', async () => {
		const written = new Writes();
		const write = writer(1, 2);
		const first = await written.once(0, write);
		expect(first).toEqual([{ id: 1 }]);
		for (let time = 0; time < 3; time++) expect(await written.once(0, write)).toBe(first);
		expect(write).toHaveBeenCalledTimes(1);
	});

	it('is waited for where it is under way', async () => {
		const written = new Writes();
		const write = writer(1, 2);
		const both = [written.once(0, write), written.once(0, write)];
		expect(await Promise.all(both)).toEqual([[{ id: 1 }], [{ id: 1 }]]);
		expect(write).toHaveBeenCalledTimes(1);
	});

	it('for one item is nothing to another', async () => {
		const written = new Writes();
		const write = writer(1, 2);
		await written.once(0, write);
		expect(await written.once(1, write)).toEqual([{ id: 2 }]);
		expect(await new Writes().once(0, writer(3))).toEqual([{ id: 3 }]);
	});
});

describe('a write that has failed', () => {
	it.each([[{}], [{ mayHaveHappened: false }], [{ retry: { of: 'any request' } as const }]])(
		'for certain (%j) is done again',
		async (details) => {
			const written = new Writes();
			const failure = failed(details);
			const write = writer(failure, failure, 3);
			await expect(written.once(0, write)).rejects.toBe(failure);
			await expect(written.once(0, write)).rejects.toBe(failure);
			expect(await written.once(0, write)).toEqual([{ id: 3 }]);
			expect(await written.once(0, write)).toEqual([{ id: 3 }]);
			expect(write).toHaveBeenCalledTimes(3);
		},
	);

	it.each([
		['that may have happened', failed({ mayHaveHappened: true })],
		['of this node itself', new TypeError('x is not a function')],
		['of n8n', Object.assign(new Error('no'), { level: 'error' })],
	])('is not done again after a failure %s', async (_, error) => {
		const written = new Writes();
		const write = writer(error, 2);
		for (let time = 0; time < 3; time++) {
			await expect(written.once(0, write)).rejects.toBe(error);
		}
		expect(write).toHaveBeenCalledTimes(1);
		expect(await written.once(1, write)).toEqual([{ id: 2 }]);
	});
});
