import type { IExecutePaginationFunctions, INode } from 'n8n-workflow';

/** Modes of executions that nobody is waiting for. */
export const UNATTENDED = ['cli', 'error', 'integrated', 'retry', 'trigger'];

/** Whether a node is an agent's tool: a language model reads its output. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** Number of items that n8n is expected to start: one with Execute Once, and one for a tool, which can receive more. */
export function itemCountOf(context: IExecutePaginationFunctions): number {
	const node = context.getNode();
	const { main } = context.getExecuteData().data;
	return node.executeOnce || isTool(node) ? 1 : (main?.[0]?.length ?? 1);
}
