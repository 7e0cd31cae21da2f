import { readPages } from '../../../../nodes/WebPageReport/output/pages';
import { failureOf } from '../../../support/failureOf';
import { inMeta, listOf, numbered, upTo, withTotal } from './pagedList';

describe('a page that fails', () => {
	it('ends the reading of those that have not begun', async () => {
		const { asked, readPage } = listOf(numbered(500), 10, inMeta);
		const read = async (page: number) => {
			const body = await readPage(page);
			return page === 2 ? await Promise.reject(new Error('page 2')) : body;
		};
		await expect(readPages(read, upTo(Infinity))).rejects.toThrow('page 2');
		await new Promise((resolve) => setImmediate(resolve));
		expect(asked.length).toBeLessThanOrEqual(1 + 2 * 10);
	});

	it('fails the list with what it throws', async () => {
		const reason = new Error('page 2');
		const { readPage } = listOf(numbered(30), 10, inMeta);
		const read = async (page: number) =>
			page === 2 ? await Promise.reject(reason) : await readPage(page);
		await expect(readPages(read, upTo(Infinity))).rejects.toBe(reason);
	});

	it('ends it also while pages before it are under way', async () => {
		const begun: number[] = [];
		const { readPage } = listOf(numbered(500), 10, withTotal);
		const read = async (page: number) => {
			begun.push(page);
			if (page === 9) throw new Error('page 9');
			if (page > 1) await new Promise((resolve) => setTimeout(resolve, 5));
			return await readPage(page);
		};
		await expect(readPages(read, upTo(Infinity))).rejects.toThrow('page 9');
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(begun.length).toBeLessThanOrEqual(1 + 10);
	});

	it('ends it however many pages are promised', async () => {
		const read = async (page: number) => {
			await new Promise((resolve) => setTimeout(resolve, page % 5));
			if (page === 5) throw new Error('page 5');
			return { data: [{ id: page }], last_page: 1e9 };
		};
		await expect(readPages(read, upTo(Infinity))).rejects.toThrow('page 5');
	});

	it('leaves no failure of another that nobody hears of', async () => {
		const unheard = jest.fn();
		process.on('unhandledRejection', unheard);
		const { readPage } = listOf(numbered(500), 10, withTotal);
		const read = async (page: number) => {
			if (page === 1) return await readPage(page);
			await new Promise((resolve) => setTimeout(resolve, page));
			throw new Error(`page ${String(page)}`);
		};
		await expect(readPages(read, upTo(Infinity))).rejects.toThrow('page 2');
		await new Promise((resolve) => setTimeout(resolve, 50));
		process.off('unhandledRejection', unheard);
		expect(unheard).not.toHaveBeenCalled();
	});

	it('is also one that is not a list', async () => {
		const read = async (page: number) =>
			await Promise.resolve(page === 1 ? { data: numbered(10), last_page: 2 } : { data: {} });
		const { title } = await failureOf(async () => await readPages(read, upTo(Infinity)));
		expect(title).toBe('The service returned something other than a list');
	});
});
