import { Turns } from '../../../../nodes/WebPageReport/request/turns';

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
		const turns = new Turns(false);
		const { begun, ends, work } = openWork();
		const results = upTo(13).map(async (index) => await turns.take(work(index)));
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
		const turns = new Turns(false);
		await Promise.all(
			upTo(25).map(async () => {
				await turns.take(async () => {
					await Promise.resolve();
				});
			}),
		);
		const { begun, ends, work } = openWork();
		const results = upTo(12).map(async (index) => await turns.take(work(index)));
		await settle();
		expect(begun).toEqual(upTo(10));
		upTo(10).forEach((index) => ends[index]?.resolve(index));
		await settle();
		expect(begun).toEqual(upTo(12));
		[10, 11].forEach((index) => ends[index]?.resolve(index));
		await Promise.all(results);
	});

	it('go on after a failure where that does not stop the workflow', async () => {
		const turns = new Turns(false);
		const { begun, ends, work } = openWork();
		const reason = new Error('first');
		const results = upTo(12).map(async (index) => await turns.take(work(index)));
		await settle();
		ends[0]?.reject(reason);
		await expect(results[0]).rejects.toBe(reason);
		await settle();
		expect(begun).toEqual(upTo(11));

		turns.fail(new Error('noted'));
		upTo(11).forEach((index) => ends[index]?.resolve(index));
		await settle();
		ends[11]?.resolve(11);
		expect(await Promise.all(results.slice(1))).toEqual(upTo(12).slice(1));
	});
});

describe('where a failure stops the workflow', () => {
	it('those that wait are turned away with it, and those under way end as they end', async () => {
		const turns = new Turns(true);
		const { begun, ends, work } = openWork();
		const reason = new Error('first');
		const results = upTo(12).map(async (index) => await turns.take(work(index)));
		const outcomes = Promise.allSettled(results);
		await settle();
		ends[3]?.reject(reason);
		await settle();
		ends[5]?.reject(new Error('second'));
		upTo(10).forEach((index) => ends[index]?.resolve(index));

		const states = (await outcomes).map((outcome) =>
			outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason),
		);
		expect(states).toEqual([
			0,
			1,
			2,
			'Error: first',
			4,
			'Error: second',
			6,
			7,
			8,
			9,
			...Array<string>(2).fill('Error: first'),
		]);
		expect(begun).toEqual(upTo(10));
	});

	it('one that is noted from outside turns away whoever asks later', async () => {
		const turns = new Turns(true);
		const work = jest.fn(async () => {
			await Promise.resolve();
		});
		turns.fail(new Error('first'));
		turns.fail(new Error('second'));
		await expect(turns.take(work)).rejects.toThrow('first');
		await expect(turns.take(work)).rejects.toThrow('first');
		expect(work).not.toHaveBeenCalled();
	});

	it('a failure without a reason stops it too', async () => {
		const turns = new Turns(true);
		turns.fail(undefined);
		const work = jest.fn(async () => {
			await Promise.resolve();
		});
		await expect(turns.take(work)).rejects.toBeUndefined();
		expect(work).not.toHaveBeenCalled();
	});
});
