import type { Browser, Page } from 'playwright-core';

import type { RunningN8n } from '../../sandbox/launcher/n8n';
import { webPageReport, workflow } from '../support/workflow';
import { eventually, openBrowser, screenshots, signedIn } from './browser';
import { nodeDetails } from './nodeDetails';
import { setStage, type Stage } from './stage';

const REPORT = ['id', 'url', 'project', 'result', 'privacy', 'generated_at'];

const OPERATIONS: Array<[string, string, string, string[]]> = [
	['Create: Report', 'report', 'create', REPORT],
	['Get: Report', 'report', 'get', REPORT],
	['Get Many: Report', 'report', 'getAll', REPORT],
	['Update: Report', 'report', 'update', REPORT],
	['Delete: Report', 'report', 'delete', ['deleted', 'id']],
	['Get Many: Project', 'project', 'getAll', ['project', 'created_at']],
	['Delete: Project', 'project', 'delete', ['deleted', 'project']],
];

/** A workflow whose node is given so many items, of which nothing has run yet. */
function unexecuted(id: string, resource: string, operation: string, items: number) {
	const source = {
		name: 'Items',
		type: 'n8n-nodes-base.debugHelper',
		typeVersion: 1,
		parameters: { category: 'randomData', randomDataCount: items },
	};
	const node = webPageReport('Pages', { resource, operation });
	const next = { name: 'Next', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: {} };
	return workflow(id, [source, node, next]);
}

describe('before the first run', () => {
	let stage: Stage;
	let running: RunningN8n;
	let browser: Browser;
	let page: Page;
	let screenshot: (name: string) => Promise<void>;

	const { details, output } = nodeDetails(() => page);

	beforeAll(async () => {
		stage = await setStage('before-run');
		await stage.n8n.import('workflow', [
			...OPERATIONS.map(([, resource, operation]) =>
				unexecuted(resource + operation, resource, operation, 1),
			),
			unexecuted('items20', 'report', 'create', 20),
			unexecuted('items21', 'report', 'create', 21),
		]);
		running = await stage.n8n.start();
		const owner = await stage.n8n.ensureOwner(running.address);
		browser = await openBrowser();
		page = await signedIn(browser, running.address, owner);
		screenshot = screenshots(page, 'before-run-');
	});

	afterAll(async () => {
		await browser.close();
		await running.stop();
		await stage.strike();
	});

	/** Opens the details of a node of one of the workflows. */
	async function openNode(id: string, name: string): Promise<void> {
		await page.goto(`${running.address}/workflow/${id}`);
		await page.getByTestId('canvas-node').filter({ hasText: name }).first().dblclick();
		await details().waitFor();
	}

	it.each(OPERATIONS)(
		'the next node shows the fields of %s, to drag them',
		async (subtitle, resource, operation, fields) => {
			await openNode(resource + operation, 'Next');
			// n8n marks them as what is only expected
			const pills = page.locator('.pill--preview');
			await eventually(async () => {
				expect(await pills.allInnerTexts()).toEqual(fields);
			});
			await screenshot(`${resource}-${operation}`);
			await page.keyboard.press('Escape');
			await page.getByTestId('canvas-node').filter({ hasText: subtitle }).waitFor();
		},
	);

	it.each([
		[20, 0],
		[21, 1],
	])('says of %d items how they are sent: %d hints', async (items, hints) => {
		await openNode(`items${String(items)}`, 'Pages');
		await page.getByText('Execute previous nodes').click();
		await details()
			.getByText(`${String(items)} items`)
			.first()
			.waitFor();
		const shown = output().getByTestId('run-data-hints');
		await eventually(async () => {
			const hint = shown.getByText('1,000 take 17');
			expect(await hint.count()).toBe(hints);
		});
		await screenshot(`items-${String(items)}`);
	});
});
