import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { itemsOf, PrivateN8n, sandboxCredential } from '../../sandbox/launcher/n8n';
import { type Sandbox, startSandbox } from '../../sandbox/service/service';
import { NODE_TYPE, report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';
import { see } from './browser';
import { Editor, EXAMPLES, packed } from './stage';

const URL = 'https://www.example.com/';
const BY_HAND = workflow('byHand', [webPageReport('Create', report('create', { url: URL }))]);
const BY_WEBHOOK = workflow('byWebhook', [webPageReport('List', report('getAll'))], {
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { path: 'reports', responseMode: 'lastNode', responseData: 'allEntries' },
	webhookId: 'reports',
});

let home: string;
let sandbox: Sandbox;

beforeAll(async () => {
	home = await mkdtemp(join(tmpdir(), 'n8n-update-'));
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.close();
	await rm(home, { recursive: true, force: true });
});

it('runs in n8n 2 what was saved in n8n 1, which knows every node of the examples', async () => {
	const before = new PrivateN8n(home, {}, resolve(__dirname, 'n8n-1'));
	await before.install();
	await before.installPackage(packed());
	await before.import('credentials', [sandboxCredential(sandbox)]);
	await before.import('workflow', [BY_HAND, BY_WEBHOOK]);
	const running = await before.start();
	const inOld = await Editor.open(before, running.address);
	const execution = await inOld.start(BY_HAND.id, 'Start');
	let old: Record<string, unknown> | undefined;
	// n8n 1 may answer with an error while it runs
	await see(async () => {
		[old] = itemsOf(await inOld.resultOf(execution), 'Create');
	}).toPass();
	expect(old).toMatchObject({ id: 13, url: URL });
	for (const { nodes } of Object.values(EXAMPLES)) {
		const asked = nodes.map(({ type, typeVersion: version }) => {
			return { name: type.replace(`${NODE_TYPE}Tool`, NODE_TYPE), version };
		});
		const known = await inOld.nodeTypes(asked);
		for (const [at, { version }] of asked.entries())
			expect([known[at]?.version].flat()).toContain(version);
	}
	const path = `/workflows/${BY_WEBHOOK.id}`;
	const { versionId } = await inOld.rest<{ versionId: string }>('GET', path);
	await inOld.rest('PATCH', path, { active: true, versionId });
	await running.stop();

	const updated = await new PrivateN8n(home).start();
	const editor = await Editor.open(before, updated.address);
	const [created] = itemsOf(await editor.execute(BY_HAND.id), 'Create');
	expect(created).toMatchObject({ id: 14, url: URL });
	expect(Object.keys(created ?? {})).toEqual(Object.keys(old ?? {}));
	const call = async () => await fetch(`${updated.address}/webhook/reports`);
	while ((await call()).status === 404) await pause(100);
	expect(await (await call()).json()).toHaveLength(14);
	await updated.stop();
});
