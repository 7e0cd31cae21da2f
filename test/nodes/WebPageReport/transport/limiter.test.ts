import { Limiter } from '../../../../nodes/WebPageReport/transport/limiter';

/** Work that ends when told to. */
function openWork() {
	const begun: number[] = [];
	const ends: Array<{ resolve: (value: number) => void; reject: (reason: unknown) => void }> = [];
	const work = (index: number) => async () =>
		await new Promise<number>((resolve, reject) => {
			begun.push(index);
			ends[index] = { resolve, reject };
		});
	return { begun, ends, work };
}

/** Lets everything that can go on go on. */
const settle = async () => {
	await new Promise((resolve) => setImmediate(resolve));
};

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('turns', () => {
	it('are ten at once, in the order in which they were asked for', async () => {
		const turns = new Limiter();
		const { begun, ends, work } = openWork();
		const results = upTo(13).map(async (index) => await turns.run(work(index)));
		await settle();
		expect(begun).toEqual(upTo(10));

		ends[4]?.resolve(4);
		await settle();
		expect(begun).toEqual(upTo(11));

		ends[0]?.resolve(0);
		ends[1]?.resolve(1);
		await settle();
		expect(begun).toEqual(upTo(13));

		begun.forEach((index) => ends[index]?.resolve(index));
		expect(await Promise.all(results)).toEqual(upTo(13));
	});

	it('are ten at once again after a burst, no more and no fewer', async () => {
		const turns = new Limiter();
		await Promise.all(
			upTo(25).map(async () => {
				await turns.run(async () => {
					await Promise.resolve();
				});
			}),
		);
		const { begun, ends, work } = openWork();
		const results = upTo(12).map(async (index) => await turns.run(work(index)));
		await settle();
		expect(begun).toEqual(upTo(10));
		upTo(10).forEach((index) => ends[index]?.resolve(index));
		await settle();
		expect(begun).toEqual(upTo(12));
		[10, 11].forEach((index) => ends[index]?.resolve(index));
		await Promise.all(results);
	});

	it('go on after a failure, and know nothing of it', async () => {
		const turns = new Limiter();
		const { begun, ends, work } = openWork();
		const reason = new Error('first');
		const results = upTo(12).map(async (index) => await turns.run(work(index)));
		await settle();
		ends[0]?.reject(reason);
		await expect(results[0]).rejects.toBe(reason);
		await settle();
		expect(begun).toEqual(upTo(11));

		upTo(11).forEach((index) => ends[index]?.resolve(index));
		await settle();
		ends[11]?.resolve(11);
		expect(await Promise.all(results.slice(1))).toEqual(upTo(12).slice(1));
	});

	it('are given back by work that fails before it has begun', async () => {
		const turns = new Limiter();
		const work = (): Promise<never> => {
			throw new Error('at once');
		};
		for (let taken = 0; taken <= Limiter.size; taken++) {
			await expect(turns.run(work)).rejects.toThrow('at once');
		}
		expect(await turns.run(async () => await Promise.resolve('done'))).toBe('done');
	});
});
