import { nameOf, type Target } from '../shared/target';
import { webAddress } from '../shared/webAddress';
import { unsettled } from './advice';
import { causeOf } from './cause';
import { Failure, type FailureDetails } from './failure';
import { refusal } from './ownError';
import type { Sent } from './sent';
import { clean } from './serviceMessage';

/** Says what went wrong where there was no answer. */
export function networkError(error: unknown, sent: Sent): Failure {
	const { target, secrets } = sent;
	const { code, message, isRefusal, isUnderWay } = causeOf(error);
	const failure = (title: string, advice: string, retry?: FailureDetails['retry']) =>
		new Failure(title, `Nothing was sent. ${advice}`, { code: code || undefined, retry });

	if (isRefusal) return refusal(message, secrets);
	// What breaks after the handshake is an ERR_SSL_…, before it an EPROTO
	if (isUnderWay || code.startsWith('ERR_SSL_')) return brokenConnection(code || message, sent);
	if (code === 'ECONNREFUSED') {
		return failure(
			`The service refused the connection (${hostOf(sent)})`,
			`Check the host and the port in Base URL of the credential, and that the service is running. From inside Docker, localhost is the container itself.${adviceForProxy(sent)}`,
		);
	}
	if (['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) {
		return failure(
			`The host of the service cannot be found (${hostOf(sent)})`,
			`Check the spelling of Base URL in the credential, and that n8n can reach the network.${adviceForProxy(sent)}`,
			// The one that a name server gives when it is busy
			code === 'EAI_AGAIN' ? { of: 'reads' } : undefined,
		);
	}
	if (code === 'EPROTO') {
		return failure(
			'No secure connection to the service could be made',
			'Check the port in Base URL of the credential, and whether it has to start with http:// instead of https://.',
		);
	}
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
		return failure(
			'The certificate of the service cannot be checked',
			'If you trust the service, e.g. because it uses a self-signed certificate, switch on Ignore SSL Issues (Insecure) in the credential.',
		);
	}
	if (['ECONNABORTED', 'ETIMEDOUT'].includes(code)) return tooLate(target, { code });
	if (code === STOPPED) return stopped(target);
	return brokenConnection(code || message, sent);
}

/** The code of a request that was ended because the workflow was stopped. */
export const STOPPED = 'ERR_CANCELED';

const RAISE_TIMEOUT =
	'If the service needs longer, raise Timeout under Request Options in the Settings of the node.';

/**
 * Says that an answer took too long.
 *
 * @param more what can be done about that
 */
export function tooLate(
	target: Target,
	{ code = 'ETIMEDOUT', more = RAISE_TIMEOUT } = {},
): Failure {
	return unsettled(`No answer came in time for ${nameOf(target)}`, target, {
		retry: { of: 'reads' },
		more,
		code,
	});
}

/** Says that a request was ended because the workflow was stopped. */
export function stopped(target: Target): Failure {
	return unsettled('The workflow was stopped', target, {
		forReads: 'Nothing was changed.',
		code: STOPPED,
	});
}

function brokenConnection(what: string, { target, secrets }: Sent): Failure {
	return unsettled(
		`The connection broke before an answer came for ${nameOf(target)} (${clean(what, secrets)})`,
		target,
		{ retry: { of: 'reads' }, code: /^[A-Z][A-Z\d_]+$/.test(what) ? what : undefined },
	);
}

function adviceForProxy({ proxy }: Sent): string {
	if (!proxy) return '';
	const { host, port } = proxy;
	return ` A proxy (${host}:${String(port)}) is set under Request Options in the Settings of the node: check it too.`;
}

/** Host and port that a request was sent to. */
function hostOf({ address }: Sent): string {
	const { hostname = '', port = '', protocol } = webAddress(address) ?? {};
	return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
