import type { IExecuteSingleFunctions, INode } from 'n8n-workflow';

/** Whether a node is the tool of an agent: a language model reads what comes of it. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** Whether an MCP server of n8n calls the node, for a client that asks whether the call has failed. */
export function isCalledByMcpServer(
	context: Pick<IExecuteSingleFunctions, 'getExecuteData' | 'getNode'>,
): boolean {
	return isTool(context.getNode()) && context.getExecuteData().node.type.endsWith('.mcpTrigger');
}
