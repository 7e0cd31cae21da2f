import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { webPageReport, workflow, type WorkflowNode } from '../support/workflow';
import { eventually, IMAGES, OUTPUT } from './browser';
import { Counterpart, startInternet } from './counterparts';
import { useStage } from './stage';

const PAGES = ['', 'about', 'pricing', 'products', 'contact'].map(
	(path) => `https://example.com/${path}`,
);

const MESSAGE = [
	'{{ $input.all().length }} of {{ $("Create a Report").all().length }} pages are bad:',
	'{{ $input.all().map(({ json }) => "• " + json.url).join("\\n") }}',
].join('\n');

const row: WorkflowNode[] = [
	{
		name: 'Page Addresses',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: `return ${JSON.stringify(PAGES, null, '\t')}.map((url) => ({ url }));` },
	},
	webPageReport('Create a Report', {
		resource: 'report',
		operation: 'create',
		url: '={{ $json.url }}',
	}),
	{
		name: 'Only Bad Ones',
		type: 'n8n-nodes-base.filter',
		typeVersion: 2,
		parameters: {
			conditions: {
				conditions: [
					{
						leftValue: '={{ $json.result }}',
						rightValue: 'bad',
						operator: { type: 'string', operation: 'equals' },
					},
				],
				combinator: 'and',
				options: { version: 2 },
			},
		},
	},
	{
		name: 'Post to Slack',
		type: 'n8n-nodes-base.slack',
		typeVersion: 2.3,
		executeOnce: true,
		parameters: {
			select: 'channel',
			channelId: { __rl: true, mode: 'name', value: '#web-pages' },
			text: `=${MESSAGE}`,
			otherOptions: { includeLinkToWorkflow: false },
		},
		credentials: { slackApi: { id: 'tourSlack', name: 'Slack account' } },
	},
];

const slack = new Counterpart<{ text: string }>(({ body: { text } }) => ({
	body: { ok: true, channel: 'C1', ts: '1.0', message: { text } },
}));

const stage = useStage('tour', async () => {
	const { server, settings } = await startInternet({ 'slack.com': slack.listener });
	const token = { accessToken: 'token-of-slack' };
	return {
		settings,
		sandbox: { reports: 0 },
		servers: [server],
		credentials: [{ id: 'tourSlack', name: 'Slack account', type: 'slackApi', data: token }],
		workflows: [{ ...workflow('tour', row), name: 'Which pages are bad?' }],
		withBrowser: true,
	};
});

/** How long a scene of the moving picture is shown, in seconds. */
const SCENES = { workflow: 2, run: 3, pages: 4, reports: 5, message: 3 };

it('turns a list of pages into a message about the bad ones', async () => {
	const { page } = stage;
	const folder = join(OUTPUT, 'tour');
	await mkdir(folder, { recursive: true });
	const show = async (scene: keyof typeof SCENES) => {
		const path = join(folder, `${scene}.png`);
		const style = '.el-notification { display: none }';
		await page.screenshot({ path, style, animations: 'disabled' });
	};
	const open = async (name: string) => {
		await page.getByTestId('canvas-node').filter({ hasText: name }).dblclick();
		await page.getByTestId('ndv').waitFor();
	};

	await page.goto(`${stage.running.address}/workflow/tour`);
	await page.getByTestId('canvas-node').first().waitFor();
	await page.keyboard.press('1');
	await show('workflow');
	await page.getByTestId('execute-workflow-button').click();
	await eventually(async () => {
		await Promise.resolve();
		expect(slack.requests).toHaveLength(1);
	});
	await page.getByText('Workflow executed successfully').waitFor();
	await show('run');
	for (const [node, scene] of [
		['Page Addresses', 'pages'],
		['Create a Report', 'reports'],
		['Post to Slack', 'message'],
	] as const) {
		await open(node);
		await show(scene);
		await page.keyboard.press('Escape');
		await page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	const bad = [...stage.sandbox.data.reports.values()].filter(({ result }) => result === 'bad');
	const lines = bad.map(({ url }) => `\n• ${url}`);
	expect(slack.requests.map(({ body }) => body.text)).toEqual([
		`${String(bad.length)} of 5 pages are bad:${lines.join('')}`,
	]);

	if (!process.env.UPDATE_PICTURES) return;
	const scenes = Object.entries(SCENES).map(
		([scene, seconds]) => `file '${scene}.png'\nduration ${String(seconds)}`,
	);
	// The last scene comes twice: ffmpeg shows the last frame for as long as the one before
	await writeFile(join(folder, 'scenes.txt'), [...scenes, scenes.at(-1)].join('\n'));
	const palette =
		'scale=1000:-1:flags=lanczos,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none';
	const gif = join(IMAGES, 'tour.gif');
	const input = ['-f', 'concat', '-i', join(folder, 'scenes.txt')];
	await promisify(execFile)('ffmpeg', ['-y', ...input, '-vf', palette, gif]);
});
