import { type INode, NodeApiError } from 'n8n-workflow';

import { isTool } from '../shared/n8n';
import type { Target } from '../shared/target';
import { Failure, inDoubt, SYSTEM_ERRORS } from './failure';
import { clean } from './serviceWords';

const TITLE = 'This node failed';
const REPORT_IT =
	"Please report this message at https://github.com/web-page-report/n8n-nodes-web-page-report/issues and include the node's version.";

/** Anything thrown that isn't a Failure is a bug in this node. If there is no target, nothing was sent. */
export function asFailure(error: unknown, target: Target | undefined): Failure {
	if (error instanceof Failure) return error;
	const words = clean(messageOf(error), { apiKey: '' });
	const wording = { words, speaker: 'The error says:' };
	if (target) return inDoubt(TITLE, REPORT_IT, target, wording);
	return new Failure(TITLE, `Nothing was sent. ${REPORT_IT}`, { ...wording, fate: 'not sent' });
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** The error that stops a workflow: n8n shows the advice below the title, and error workflows get the code. */
export function toNodeError(failure: Failure, node: INode, itemIndex?: number): NodeApiError {
	const { message, advice, details } = failure;
	const error = new NodeApiError(withoutPasswords(node), failure.toJson(), {
		message,
		description: advice,
		httpCode: details.code,
		itemIndex,
	});
	// If n8n knows the code, it has replaced the title
	error.message = message;
	error.description = advice;
	if (isTool(node)) {
		// A model gets the message in some versions of n8n, the description in others, and both in later ones unless the
		// message contains the description
		error.description = failure.toSentences();
		const names = new RegExp(`\\S*(?:${SYSTEM_ERRORS.source})\\S*`, 'gi');
		error.message = error.description.replace(names, '…');
	}
	return error;
}

/** A copy of a node for an error: n8n logs the node that an error carries. */
function withoutPasswords(node: INode): INode {
	const shown = JSON.stringify(node, (name, value: unknown) =>
		name === 'password' ? '***' : value,
	);
	return JSON.parse(shown) as INode;
}
