import { inCredential, type Target } from '../shared/target';
import { unsent, unsettled } from './advice';
import { causeOf, messageOf } from './cause';
import { Failure } from './failure';
import type { Secrets } from './secrets';
import type { Sent } from './sent';
import { clean } from './serviceMessage';

const NO_SECRETS: Secrets = { apiKey: '', password: '' };

const REPORT_IT =
	'Please report this message at https://github.com/web-page-report/n8n-nodes-web-page-report/issues';

/** Says what went wrong where n8n would not even try, e.g. because it has no credential to send. */
export function refusal(
	message: string,
	{ target, secrets = NO_SECRETS }: Partial<Pick<Sent, 'target' | 'secrets'>> = {},
): Failure {
	return new Failure(
		'n8n did not send the request',
		`Correct the expression, or Allowed HTTP Request Domains${inCredential(target ?? {})}.`,
		{ words: clean(message, secrets), speaker: 'n8n' },
	);
}

/**
 * Says what went wrong, wherever an error comes from: n8n, where it is one of its own, or this node itself.
 *
 * @param target of the request that it was about, which may have been sent; undefined where none was
 */
export function ownError(error: unknown, target: Target | undefined): Failure {
	if (error instanceof Failure) return error;
	if (causeOf(error).isRefusal) return refusal(messageOf(error), { target });
	const title = 'This node failed';
	const wording = { words: clean(messageOf(error), NO_SECRETS), speaker: 'The error' };
	if (!target) return new Failure(title, unsent({}, REPORT_IT), wording);
	return unsettled(title, target, { ...wording, forReads: '', more: REPORT_IT });
}
