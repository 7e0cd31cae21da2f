import type { Locator, Page } from 'playwright-core';

import { eventually } from './browser';

/**
 * What a person sees and does in the details of a node.
 *
 * @param page gives the page, which is there when something is done on it
 */
export function nodeDetails(page: () => Page) {
	const details = () => page().getByTestId('ndv');
	const parameters = () => page().getByTestId('node-parameters');
	const output = () => page().getByTestId('output-panel');
	const save = () => page().getByTestId('credential-save-button').getByRole('button');
	const credential = () => page().getByRole('dialog').filter({ has: save() });

	/** Looks at the labels of all fields, from top to bottom. */
	const expectFields = async (...labels: string[]) => {
		await eventually(async () => {
			expect(await firstLines(parameters().locator('label'))).toEqual([
				'Credential',
				'Resource',
				'Operation',
				...labels,
			]);
		});
	};

	/** Looks at what an open dropdown offers, but for an entry that n8n adds to every node. */
	const expectOffered = async (...options: string[]) => {
		await eventually(async () => {
			const offered = await firstLines(page().getByRole('option'));
			expect(offered.filter((option) => option !== 'Custom API Call')).toEqual(options);
		});
	};

	/** Chooses an entry of the open dropdown, and waits until that has closed. */
	const click = async (option: string) => {
		const text = page().getByText(option, { exact: true });
		const entry = page().getByRole('option').filter({ visible: true, has: text });
		await entry.click();
		await entry.waitFor({ state: 'hidden' });
	};

	/** Opens the dropdown of a parameter, by its internal name. */
	const open = async (parameter: string) => {
		await page().getByTestId(`parameter-input-${parameter}`).click();
	};

	const choose = async (parameter: string, option: string) => {
		await open(parameter);
		await click(option);
	};

	/** The button of a collection, by what it says; n8n writes that into a field. */
	const add = (words: string) =>
		page()
			.getByTestId('collection-parameter-add')
			.filter({ visible: true, has: page().getByPlaceholder(words) });

	/**
	 * Executes the step, waits for the notice of its end, before which n8n takes no other one, and closes it.
	 * That calls it a node, or a workflow where it has ended before n8n learnt that it has begun.
	 *
	 * @param timeout how long it may take, in milliseconds, where that is more than anything else may
	 */
	const execute = async (timeout?: number) => {
		await page().getByTestId('node-execute-button').click();
		const notice = page()
			.getByRole('alert')
			.filter({ hasText: /executed successfully|Node was not executed|Problem in node/ });
		const cross = notice.locator('.el-notification__closeBtn');
		await cross.click({ timeout });
		// A click while it glides in can be lost
		await eventually(async () => {
			const isThere = await notice.isVisible();
			if (isThere) await cross.click({ timeout: 5000 });
			expect(isThere).toBe(false);
		});
	};

	/** Waits until the output panel has a table with so many items, and gives its cells, the names of the fields first. */
	const table = async (items: number) => {
		const rows = output().locator('tr');
		await eventually(async () => {
			expect(await rows.count()).toBe(items + 1);
		});
		const texts = await rows.allInnerTexts();
		return texts.map((row) => row.split('\t').map((cell) => cell.trim()));
	};

	const expectFailure = async (message: string, description: string) => {
		await eventually(async () => {
			const shown = output().getByTestId('node-error-message');
			expect(await shown.allInnerTexts()).toEqual([message]);
			const below = output().getByTestId('node-error-description');
			expect(await below.allInnerTexts()).toEqual([description]);
		});
	};

	return {
		details,
		parameters,
		output,
		save,
		credential,
		expectFields,
		expectOffered,
		click,
		open,
		choose,
		add,
		execute,
		table,
		expectFailure,
	};
}

/** The first line of every text that can be seen; below it are switches and descriptions. */
export async function firstLines(texts: Locator): Promise<string[]> {
	const seen = await texts.filter({ visible: true }).allInnerTexts();
	return seen.map((text) => text.split('\n')[0]?.trim() ?? '');
}

/**
 * Puts a text in place of what a field holds, as if pasted: what is typed letter by letter n8n takes
 * over with a delay that cannot be seen.
 */
export async function enter(field: Locator, text: string): Promise<void> {
	await field.click();
	await field.press('ControlOrMeta+a');
	await field.page().keyboard.insertText(text);
}

export async function placeholderOf(field: Locator): Promise<string | null> {
	return await field.locator('input').or(field).last().getAttribute('placeholder');
}

/** What a test needs of an image in a page; the types of browsers are not loaded. */
interface Image {
	src: string;
	/** @throws where it cannot be drawn */
	decode(): Promise<void>;
}

/** The file of an icon that is really drawn. */
export async function iconIn(place: Locator): Promise<string | undefined> {
	const image = place.locator('img').first();
	return await image.evaluate(async (shown: Image) => {
		await shown.decode();
		return shown.src.split('/').pop();
	});
}
