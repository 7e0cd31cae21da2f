import type { Locator, Page } from 'playwright-core';

import { eventually } from './browser';

/** What a person sees and does in a node's details. */
export class NodeDetails {
	/** @param page returns the page, which exists by the time it is used */
	constructor(private readonly page: () => Page) {}

	readonly details = () => this.page().getByTestId('ndv');
	readonly parameters = () => this.page().getByTestId('node-parameters');
	readonly output = () => this.page().getByTestId('output-panel');
	readonly save = () => this.page().getByTestId('credential-save-button').getByRole('button');
	readonly credential = () => this.page().getByRole('dialog').filter({ has: this.save() });

	/** The labels of all fields, from top to bottom. */
	readonly expectFields = async (...labels: string[]) => {
		await eventually(async () => {
			expect(await firstLines(this.parameters().locator('label'))).toEqual([
				'Credential',
				'Resource',
				'Operation',
				...labels,
			]);
		});
	};

	/** The choices of an open dropdown, without the one that n8n adds to every node. */
	readonly expectOffered = async (...options: string[]) => {
		await eventually(async () => {
			const offered = await firstLines(this.page().getByRole('option'));
			expect(offered.filter((option) => option !== 'Custom API Call')).toEqual(options);
		});
	};

	/** Chooses an entry of the open dropdown, and waits until it has closed. */
	readonly click = async (option: string) => {
		const text = this.page().getByText(option, { exact: true });
		const entry = this.page().getByRole('option').filter({ visible: true, has: text });
		await entry.click();
		await entry.waitFor({ state: 'hidden' });
	};

	/** Opens the dropdown of a parameter, by its internal name. */
	readonly open = async (parameter: string) => {
		await this.page().getByTestId(`parameter-input-${parameter}`).click();
	};

	readonly choose = async (parameter: string, option: string) => {
		await this.open(parameter);
		await this.click(option);
	};

	/** The add button of a collection, by its text, which n8n renders as an input's placeholder. */
	readonly add = (words: string) =>
		this.page()
			.getByTestId('collection-parameter-add')
			.filter({ visible: true, has: this.page().getByPlaceholder(words) });

	/**
	 * Executes the step, waits for the notice that it has ended, and closes the notice: n8n accepts no other step until
	 * then.
	 * The notice says *Node*, or *Workflow* if the step ended before n8n learnt that it had started.
	 *
	 * @param timeout time limit in ms, if longer than the usual one
	 */
	readonly execute = async (timeout?: number) => {
		await this.page().getByTestId('node-execute-button').click();
		const notice = this.page()
			.getByRole('alert')
			.filter({ hasText: /executed successfully|Node was not executed|Problem in node/ });
		const cross = notice.locator('.el-notification__closeBtn');
		await cross.click({ timeout });
		// A click while it slides in can be lost
		await eventually(async () => {
			const isThere = await notice.isVisible();
			if (isThere) await cross.click({ timeout: 5000 });
			expect(isThere).toBe(false);
		});
	};

	/** Waits until the output table has this many items, and returns its cells, field names first. */
	readonly table = async (items: number) => {
		const rows = this.output().locator('tr');
		await eventually(async () => {
			expect(await rows.count()).toBe(items + 1);
		});
		const texts = await rows.allInnerTexts();
		return texts.map((row) => row.split('\t').map((cell) => cell.trim()));
	};

	readonly expectFailure = async (message: string, description: string) => {
		await eventually(async () => {
			const shown = this.output().getByTestId('node-error-message');
			expect(await shown.allInnerTexts()).toEqual([message]);
			const below = this.output().getByTestId('node-error-description');
			expect(await below.allInnerTexts()).toEqual([description]);
		});
	};
}

/** The first line of every visible text, without the switches and descriptions below it. */
export async function firstLines(texts: Locator): Promise<string[]> {
	const seen = await texts.filter({ visible: true }).allInnerTexts();
	return seen.map((text) => text.split('\n')[0]?.trim() ?? '');
}

/**
 * Replaces the text of a field, as if pasted: n8n takes over typed letters after a delay that
 * a test cannot observe.
 */
export async function enter(field: Locator, text: string): Promise<void> {
	await field.click();
	await field.press('ControlOrMeta+a');
	await field.page().keyboard.insertText(text);
}

/** The part of an image element that tests need; the DOM types are not loaded. */
interface Image {
	src: string;
	/** @throws if it cannot be drawn */
	decode(): Promise<void>;
}

/** The file of an icon that is actually drawn. */
export async function iconIn(place: Locator): Promise<string | undefined> {
	const image = place.locator('img').first();
	return await image.evaluate(async (shown: Image) => {
		await shown.decode();
		return shown.src.split('/').pop();
	});
}
