import type { Browser, Page } from 'playwright-core';

import { freePort, type RunningN8n } from '../../sandbox/launcher/n8n';
import { NODE_TYPE } from '../support/node';
import { eventually, openBrowser, screenshots, signedIn } from './browser';
import { nodeDetails } from './nodeDetails';
import { setStage, type Stage } from './stage';

const REPORT = ['id', 'url', 'project', 'result', 'privacy', 'generated_at'];

const OPERATIONS: Array<[string, string, string[], string]> = [
	['report', 'create', REPORT, 'Create: Report'],
	['report', 'get', REPORT, 'Get: Report'],
	['report', 'getAll', REPORT, 'Get Many: Report'],
	['report', 'update', REPORT, 'Update: Report'],
	['report', 'delete', ['deleted', 'id'], 'Delete: Report'],
	['project', 'getAll', ['project', 'created_at'], 'Get Many: Project'],
	['project', 'delete', ['deleted', 'project'], 'Delete: Project'],
];

const START = 'When clicking ‘Execute workflow’';

/** Pinned items in front of the node, and a node behind it to drag fields into. */
function workflow(id: string, resource: string, operation: string, items: number) {
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		x: number,
		parameters: object,
	) => ({
		id: name,
		name,
		type,
		typeVersion,
		position: [x, 0],
		parameters,
		...(type === NODE_TYPE && {
			credentials: {
				webPageReportApi: { id: 'webPageReportSandbox', name: 'Web Page Report (sandbox)' },
			},
		}),
	});
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return {
		id,
		name: id,
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', 1, 0, {}),
			node('Node', NODE_TYPE, 1, 200, { resource, operation, requestOptions: {} }),
			node('Next', 'n8n-nodes-base.set', 3.4, 400, { options: {} }),
		],
		connections: { [START]: to('Node'), Node: to('Next') },
		settings: { executionOrder: 'v1' },
		active: false,
		pinData: { [START]: Array.from({ length: items }, (_, number) => ({ json: { number } })) },
	};
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
			...OPERATIONS.map(([resource, operation]) =>
				workflow(resource + operation, resource, operation, 1),
			),
			workflow('many', 'report', 'create', 300),
		]);
		running = await stage.n8n.start(await freePort());
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
		const node = page.getByTestId('canvas-node').filter({ hasText: name });
		await node.first().waitFor();
		await node.first().dblclick();
		await details().waitFor();
		await screenshot(`${id}-${name}`);
	}

	it.each(OPERATIONS)(
		'the next node shows the fields of %s %s',
		async (resource, operation, fields, subtitle) => {
			await openNode(resource + operation, 'Next');
			const pills = page.getByTestId('run-data-schema-item').locator('[data-name]');
			await eventually(async () => {
				const all = await pills.all();
				const shown = await Promise.all(
					all.map(async (pill) => await pill.getAttribute('data-name')),
				);
				expect(shown.slice(0, fields.length)).toEqual(fields);
			});
			await screenshot(`${resource}-${operation}`);
			await page.keyboard.press('Escape');
			await page.getByTestId('canvas-node').filter({ hasText: subtitle }).waitFor();
			await screenshot(`${resource}-${operation}-canvas`);
		},
	);

	it('says how many items are sent, and how long a limit makes it', async () => {
		await openNode('many', 'Node');
		await output()
			.getByText('A service that takes 60 requests a minute makes that a minute for every 60 items')
			.waitFor();
		await screenshot('many-items');
	});
});
