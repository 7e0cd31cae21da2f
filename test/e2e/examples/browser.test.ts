import { setTimeout as pause } from 'node:timers/promises';

import type { Locator, Page } from 'playwright-core';

import { type Area, eventually, picture } from '../browser';
import { readExample } from '../stage';
import { LOGIN, NAMES, useExamples } from './examplesStage';

const examples = useExamples('examples-in-browser', {
	published: ['deleteFinished', 'reportForm'],
	withBrowser: true,
});

/** The form of an example, as somebody opens it who has the address and the login. */
async function openForm(name: string): Promise<Page> {
	const { user: username, password } = LOGIN;
	const page = await examples.stage.newPage({
		httpCredentials: { username, password },
		viewport: { width: 720, height: 480 },
	});
	await page.goto(await addressOfForm(name));
	return page;
}

async function addressOfForm(name: string): Promise<string> {
	const { nodes } = await readExample(name);
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return `${examples.editor.address}/form/${trigger?.webhookId ?? ''}`;
}

/** Waits until a page has come, and gives what it says. */
async function says(page: Page, title: string): Promise<string> {
	await page.getByRole('heading', { name: title, exact: true }).waitFor();
	return await page.locator('body').innerText();
}

describe('report-for-an-address-form', () => {
	it('shows the result, with a link', async () => {
		const others = examples.snapshot();
		const page = await openForm('report-for-an-address-form');
		await says(page, 'Report on a web page');
		await page.getByLabel('Address').fill('https://example.com/about');
		await page.getByRole('button', { name: 'Analyse' }).click();

		expect(await says(page, 'The result is bad')).toContain('https://example.com/about');
		const [made, ...more] = examples.reports().slice(others.length);
		expect(more).toEqual([]);
		expect(made).toEqual(expect.objectContaining({ url: 'https://example.com/about', privacy: 1 }));
		const link = page.getByRole('link', { name: 'Open the report' });
		expect(await link.getAttribute('href')).toBe(
			`https://reports.example.com/reports/${String(made?.id)}`,
		);
	});

	it('says what happened, and what to do', async () => {
		const others = examples.snapshot();
		const page = await openForm('report-for-an-address-form');
		await page.getByLabel('Address').fill('example');
		await page.getByRole('button', { name: 'Analyse' }).click();

		expect(await says(page, 'URL is not a web address')).toContain(
			'Enter the full address, starting with https:// or http://. It is now "example".',
		);
		expect(examples.snapshot()).toEqual(others);
	});
});

describe('delete-reports-of-finished-project', () => {
	const QUESTION = 'Delete example.com?';

	async function ask(project: string): Promise<Page> {
		const page = await openForm('delete-reports-of-finished-project');
		await says(page, 'Delete a finished project');
		await page.getByLabel('Project').fill(project);
		await page.getByRole('button', { name: 'Continue' }).click();
		return page;
	}

	async function answer(page: Page, option: string): Promise<void> {
		await page.getByLabel('Delete it for good?').selectOption(option);
		await page.getByRole('button', { name: 'Continue' }).click();
	}

	/** What has been asked of the service besides reading. */
	const writes = () => examples.sandbox.requests.filter(({ method }) => method !== 'GET');

	it('is not for everybody', async () => {
		const form = await addressOfForm('delete-reports-of-finished-project');
		expect((await fetch(form)).status).toBe(401);
	});

	it('deletes the reports of this project, and the project', async () => {
		examples.store('https://shop.example.com/about', {});
		const others = examples.snapshot();
		const ids = [
			examples.store('https://example.com/', {}),
			examples.store('https://example.com/about', {}),
		].map(({ id }) => String(id));
		const page = await ask(' example.com ');
		expect(await says(page, QUESTION)).toContain(
			'The project example.com and its reports (2) will be deleted. Your service may also delete the reports that are created until then. This cannot be undone.',
		);
		await answer(page, 'Yes, delete it');

		expect(await says(page, 'Deleted')).toContain(
			'The project example.com and its reports (2) are deleted.',
		);
		expect(
			writes()
				.map(({ method, path }) => `${method} ${path}`)
				.sort(),
		).toEqual(['DELETE /projects/example.com', ...ids.map((id) => `DELETE /reports/${id}`)]);
		expect(examples.snapshot()).toEqual(others);
		expect(examples.projects()).not.toContain('example.com');
		expect(examples.projects()).toContain('shop.example.com');
	});

	it('deletes a project without reports', async () => {
		const { id } = examples.store('https://example.com/', {});
		examples.sandbox.data.reports.delete(id);
		const others = examples.snapshot();
		const page = await ask('example.com');
		expect(await says(page, QUESTION)).toContain('its reports (0)');
		await answer(page, 'Yes, delete it');

		await says(page, 'Deleted');
		expect(examples.projects()).not.toContain('example.com');
		expect(examples.snapshot()).toEqual(others);
	});

	it('deletes nothing after a No', async () => {
		examples.store('https://example.com/', {});
		const before = examples.snapshot();
		const page = await ask('example.com');
		await says(page, QUESTION);
		await answer(page, 'No, keep everything');

		expect(await says(page, 'Nothing was deleted')).toContain('all still there');
		expect(writes()).toEqual([]);
		expect(examples.snapshot()).toEqual(before);
	});

	it('deletes nothing of a project that only looks like it', async () => {
		examples.store('https://example.com/', {});
		const page = await ask('example.co');

		expect(await says(page, 'There is no such project')).toContain(
			'There is no project with exactly the name example.co.',
		);
		expect(writes()).toEqual([]);
	});

	it('keeps the project when a report could not be deleted', async () => {
		const kept = examples.store('https://example.com/', {});
		examples.store('https://example.com/about', {});
		const path = `/reports/${String(kept.id)}`;
		examples.sandbox.conditions.push({ method: 'DELETE', path, status: 403 });
		const page = await ask('example.com');
		await says(page, QUESTION);
		await answer(page, 'Yes, delete it');

		const said = await says(page, 'Not every report could be deleted');
		expect(said).toContain('The project stays, with 1 of its reports (2):');
		expect(said).toContain(
			`The service does not allow you to delete report ${String(kept.id)} (403)`,
		);
		expect(examples.addressesOf('example.com')).toEqual([kept.url]);
		expect(examples.projects()).toContain('example.com');
	});

	it('says so when the project itself could not be deleted', async () => {
		examples.store('https://example.com/', {});
		examples.sandbox.conditions.push({
			method: 'DELETE',
			path: '/projects/example.com',
			status: 403,
		});
		const page = await ask('example.com');
		await says(page, QUESTION);
		await answer(page, 'Yes, delete it');

		expect(await says(page, 'The project could not be deleted')).toContain(
			'Its reports (1) are deleted, the project itself is not:',
		);
		expect(examples.addressesOf('example.com')).toEqual([]);
	});
});

describe('the canvas', () => {
	/** What floats over the canvas. */
	const BUTTONS =
		'[data-test-id=canvas-controls], [data-test-id=execute-workflow-button], [class*=nodeButtonsWrapper]';

	it.each(NAMES)('shows %s so that it can be read', async (name) => {
		const { page } = examples.stage;
		await page.setViewportSize({ width: 1500, height: 950 });
		// A copy, because n8n puts advice over one that is published
		const copy = { ...(await readExample(name)), id: undefined };
		const { id } = await examples.editor.rest<{ id: string }>('POST', '/workflows', copy);
		await page.goto(`${examples.editor.address}/workflow/${id}`);
		await page.getByTestId('canvas-node').first().waitFor();
		await page.keyboard.press('1');
		await page.addStyleTag({ content: `${BUTTONS} { visibility: hidden }` });

		const boxes = await areasAtRest(page.locator('.vue-flow__node'));
		const left = Math.min(...boxes.map(({ x }) => x));
		const top = Math.min(...boxes.map(({ y }) => y));
		const right = Math.max(...boxes.map(({ x, width }) => x + width));
		const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
		// Around them there are the sign of the trigger, the names of the nodes, and the last plus
		const [width, height] = [right - left + 120, bottom - top + 84];
		await picture(page, `example-${name}`, { x: left - 24, y: top - 24, width, height });

		for (const note of await page.getByTestId('sticky').all()) {
			const [paper] = await areasOf(note);
			const texts = await areasOf(note.locator('p, li'));
			const end = Math.max(...texts.map(({ y, height }) => y + height));
			expect(end).toBeLessThan((paper?.y ?? 0) + (paper?.height ?? 0));
		}
		await eventually(async () => {
			expect(await page.getByTestId('node-issues').count()).toBe(0);
		});
	});
});

/** Where things are on a page when it does not glide any more. */
async function areasAtRest(things: Locator): Promise<Area[]> {
	let areas: Area[] = [];
	await eventually(async () => {
		const before = areas;
		await pause(500);
		areas = await areasOf(things);
		expect(areas).not.toEqual([]);
		expect(areas).toEqual(before);
	});
	return areas;
}

/** Where things are on a page. */
async function areasOf(things: Locator): Promise<Area[]> {
	const areas = await Promise.all((await things.all()).map((thing) => thing.boundingBox()));
	return areas.filter((area) => area !== null);
}
