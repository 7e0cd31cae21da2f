import type { Target } from '../shared/target';
import { unsettled } from './advice';
import { causeOf, messageOf } from './cause';
import { Failure } from './failure';
import type { Secrets } from './secrets';
import { clean } from './serviceMessage';

const NO_SECRETS: Secrets = { apiKey: '', password: '' };

const REPORT_IT =
	'Please report it with this message at https://github.com/web-page-report/n8n-nodes-web-page-report/issues.';

/** Says what went wrong where n8n would not even try, e.g. because it has no credential to send. */
export function refusal(message: string, secrets = NO_SECRETS): Failure {
	return new Failure(
		`n8n did not send the request: ${clean(message, secrets)}`,
		'Nothing was sent. Correct the expression, or Allowed HTTP Request Domains in the credential, whichever it is about; otherwise ask whoever runs n8n.',
	);
}

/**
 * Says what went wrong, wherever an error comes from: n8n, where it is one of its own, or this node itself.
 *
 * @param target of the request that it was about, which may have been sent; undefined where none was
 */
export function ownError(error: unknown, target: Target | undefined): Failure {
	if (error instanceof Failure) return error;
	if (causeOf(error).isRefusal) return refusal(messageOf(error));
	const title = `This node itself has failed (${clean(messageOf(error), NO_SECRETS)})`;
	if (!target) return new Failure(title, `Nothing was sent. ${REPORT_IT}`);
	return unsettled(title, target, { forReads: '', more: REPORT_IT });
}
