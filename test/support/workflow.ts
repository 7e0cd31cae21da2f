import type { IDataObject } from 'n8n-workflow';

import { SANDBOX_CREDENTIAL } from '../../sandbox/launcher/n8n';
import { NODE_TYPE } from './node';

/** A node of a workflow, without its place on the canvas. */
export interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: IDataObject;
	credentials?: IDataObject;
	onError?: string;
	retryOnFail?: boolean;
	executeOnce?: boolean;
	/** Without it, n8n prefixes the path of a webhook. */
	webhookId?: string;
}

interface Positioned extends WorkflowNode {
	id: string;
	position: [number, number];
}

/** The trigger of a manual execution. */
const BY_HAND: WorkflowNode = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** This node, with the credential for the sandbox service. */
export function webPageReport(name: string, parameters: IDataObject): WorkflowNode {
	return {
		name,
		type: NODE_TYPE,
		typeVersion: 1,
		parameters,
		credentials: { webPageReportApi: SANDBOX_CREDENTIAL },
	};
}

/** A workflow in n8n's import format: a trigger, then the nodes in a row. */
export function workflow(id: string, row: WorkflowNode[], trigger = BY_HAND) {
	const nodes = [trigger, ...row].map((node, index): Positioned => ({
		...node,
		id: `${id}${String(index)}`,
		position: [index * 200, 0],
	}));
	const connections: IDataObject = {};
	for (const [index, { name }] of row.entries()) {
		const from = nodes[index]?.name ?? '';
		connections[from] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	}
	return { id, name: id, nodes, connections, settings: { executionOrder: 'v1' }, active: false };
}
