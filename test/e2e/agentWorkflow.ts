import type { IDataObject } from 'n8n-workflow';

import { locator, NODE_TYPE } from '../support/node';
import { webPageReport, workflow, type WorkflowNode } from '../support/workflow';
import type { ToolCall } from './counterparts';

/** The credential of the model. */
export const MODEL = { id: 'scriptedModel', name: 'Scripted model' };

export const AGENT = {
	name: 'AI Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion: 3.1,
	parameters: { promptType: 'define', text: 'Look after my reports.', options: {} },
};

/** A workflow with an agent, its model and its tools. */
export function agentWorkflow(id: string, tools: WorkflowNode[], agent = AGENT) {
	const chatModel: WorkflowNode = {
		name: 'OpenAI Chat Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.3,
		parameters: {
			model: locator('id', 'scripted'),
			responsesApiEnabled: false,
			options: {},
		},
		credentials: { openAiApi: MODEL },
	};
	const { nodes, connections, ...rest } = workflow(id, [agent]);
	const attach = (node: WorkflowNode, type: string) => {
		const index = nodes.length;
		nodes.push({ ...node, id: `${id}${String(index)}`, position: [index * 200 - 400, 200] });
		connections[node.name] = { [type]: [[{ node: AGENT.name, type, index: 0 }]] };
	};
	attach(chatModel, 'ai_languageModel');
	for (const node of tools) attach(node, 'ai_tool');
	return { ...rest, nodes, connections };
}

/** The node as a tool, under the editor's name for it. */
export function tool(action: string, operation: string, parameters: IDataObject): WorkflowNode {
	return {
		...webPageReport(`${action} in Web Page Report`, { operation, ...parameters }),
		type: `${NODE_TYPE}Tool`,
	};
}

/** What the editor saves if a person lets the model define a parameter. */
export function fromAI(key: string, type = 'string', description = ''): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;
}

/** The model's call of a tool, whose name n8n derives from the node's. */
export function call({ name }: WorkflowNode, values: IDataObject): ToolCall {
	return { name: name.replaceAll(' ', '_'), arguments: values };
}

/** The records in a tool's answer. */
export function rowsIn(answer = '[]'): IDataObject[] {
	return JSON.parse(answer) as IDataObject[];
}
