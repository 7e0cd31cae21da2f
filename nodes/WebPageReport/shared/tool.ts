import type { INode } from 'n8n-workflow';

/** Whether a node is the tool of an agent: a language model reads what comes of it. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
