import { type INode, NodeApiError } from 'n8n-workflow';

import { isTool } from '../shared/n8n';
import { type Failure, SYSTEM_ERRORS } from './failure';

/** The error that stops a workflow: n8n shows the advice below the title, and error workflows get the code. */
export function toNodeError(failure: Failure, node: INode, itemIndex?: number): NodeApiError {
	const { message, advice, details } = failure;
	const error = new NodeApiError(withoutPasswords(node), failure.toJson(), {
		message,
		description: advice,
		httpCode: details.code,
		itemIndex,
		failure: causeOf(failure),
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

/** The cause for n8n 2.37 and later. Undefined if unknown, or if a write may have happened and must not be repeated. */
function causeOf({ details, mayHaveWritten }: Failure): NodeApiError['failure'] {
	const { fate, isTransient, endedBy, code, retryAfterMs, isDefect } = details;
	if (isDefect) return { cause: 'node-defect' };
	if (mayHaveWritten) return undefined;
	if (code === '401') return { cause: 'credential-invalid' };
	const until =
		retryAfterMs === undefined ? {} : { retryAfterMs, resetsAtEpochMs: Date.now() + retryAfterMs };
	if (fate === 'rate-limited') return { cause: 'rate-limited', ...until };
	if (code === '402') return { cause: 'quota-exhausted', ...until };
	if (isTransient || endedBy || Number(code) >= 500) {
		return { cause: 'temporarily-unavailable', ...until };
	}
	return fate === 'unknown' ? undefined : { cause: 'configuration-invalid' };
}

/** A copy of a node for an error: n8n logs the node that an error carries. */
function withoutPasswords(node: INode): INode {
	const shown = JSON.stringify(node, (name, value: unknown) =>
		name === 'password' ? '***' : value,
	);
	return JSON.parse(shown) as INode;
}
