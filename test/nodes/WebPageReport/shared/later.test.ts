import { later } from '../../../../nodes/WebPageReport/shared/later';

function counted() {
	const load = jest.fn(async () => {
		return await Promise.resolve(async function (this: { unit: string }, count: number) {
			return await Promise.resolve(`${String(count)} ${this.unit}`);
		});
	});
	return { load, pages: { unit: 'pages', inWords: later(load) } };
}

describe('later', () => {
	it('hands on what it is called on and with', async () => {
		const { pages } = counted();
		expect(await pages.inWords(3)).toBe('3 pages');
	});

	it('loads nothing before the first call, and nothing twice', async () => {
		const { load, pages } = counted();
		expect(load).not.toHaveBeenCalled();
		await Promise.all([pages.inWords(1), pages.inWords(2)]);
		await pages.inWords(3);
		expect(load).toHaveBeenCalledTimes(1);
	});
});
