import { setTimeout as pause } from 'node:timers/promises';

import { report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';
import { see } from './browser';
import { useStage } from './stage';

const stage = useStage('stopping', () => ({ sandbox: { reports: 0 } }));

it('sends nothing more once a person stops the workflow, and logs what was created', async () => {
	const items = {
		name: 'Items',
		type: 'n8n-nodes-base.debugHelper',
		typeVersion: 1,
		parameters: { category: 'randomData', randomDataCount: 30 },
	};
	const url = '=https://www.example.com/{{ $itemIndex }}';
	const create = webPageReport('Create', report('create', { url }));
	// Ten at once: ten have been answered, ten are in flight
	stage.sandbox.conditions.push({ skip: 10, delay: 5000 });
	const id = await stage.editor.save(workflow('stopped', [items, create]));
	const execution = await stage.editor.start(id, 'Start');
	const { requests } = stage.sandbox;
	await see.poll(() => requests.length).toBe(20);
	await stage.editor.rest('POST', `/executions/${execution}/stop`);
	await see
		.poll(stage.running.output)
		.toContain('The workflow was stopped. 10 of 30 reports were created. 10 more may have been: ');
	await pause(6000);
	expect(new Set(requests.map(({ body }) => body.url)).size).toBe(20);
	expect(requests).toHaveLength(20);
});
