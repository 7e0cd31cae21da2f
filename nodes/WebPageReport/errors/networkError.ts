import { inCredential, type Target } from '../shared/target';
import { webAddress } from '../shared/webAddress';
import { STOPPED_EARLY, unsent, unsettled } from './advice';
import { causeOf } from './cause';
import { Failure, type FailureDetails } from './failure';
import { refusal } from './ownError';
import type { Sent } from './sent';
import { clean } from './serviceMessage';

/** Says what went wrong where there was no answer. */
export function networkError(error: unknown, sent: Sent): Failure {
	const { target, secrets } = sent;
	const { code, message, isRefusal, isConnecting, isUnderWay } = causeOf(error);
	const failure = (title: string, advice: string, retry?: FailureDetails['retry']) =>
		new Failure(title, unsent(target, advice), { code: code || undefined, retry });

	if (isRefusal) return refusal(message, { target, secrets });
	// What breaks after the handshake is an ERR_SSL_…, before it an EPROTO
	if (isUnderWay || code.startsWith('ERR_SSL_')) return brokenConnection(code, message, sent);
	if (code === 'ECONNREFUSED') {
		return failure(
			'The service refused the connection',
			`Check the host and port in Base URL (${hostOf(sent)}), and that the service is running. Inside Docker, localhost is the container itself.${adviceForProxy(sent)}`,
		);
	}
	if (['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) {
		return failure(
			"The service's host was not found",
			`Check Base URL for typing errors (${hostOf(sent)}), and that n8n can reach the network.${adviceForProxy(sent)}`,
			// The one that a name server gives when it is busy
			code === 'EAI_AGAIN' ? { of: 'reads' } : undefined,
		);
	}
	if (code === 'EPROTO') {
		return failure(
			'No secure connection could be made',
			'Check the port in Base URL, and whether it should start with http:// instead of https://.',
		);
	}
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
		return failure(
			"The service's certificate could not be verified",
			`If you trust the service, switch on Ignore SSL Issues (Insecure)${inCredential(target)}.`,
		);
	}
	if (code === 'ETIMEDOUT' && isConnecting) {
		return failure(
			'The service could not be reached',
			`Check the host and port in Base URL (${hostOf(sent)}), and that no firewall is in the way.${adviceForProxy(sent)}`,
		);
	}
	if (['ECONNABORTED', 'ETIMEDOUT'].includes(code)) return tooLate(target, { code });
	if (code === STOPPED) return stopped(target);
	return brokenConnection(code, message, sent);
}

/** The code of a request that was ended because the workflow was stopped. */
export const STOPPED = 'ERR_CANCELED';

const RAISE_TIMEOUT =
	"If the service needs longer, raise Timeout under Request Options in the node's Settings.";

/**
 * Says that an answer took too long.
 *
 * @param more what can be done about that
 */
export function tooLate(
	target: Target,
	{ code = 'ETIMEDOUT', more = RAISE_TIMEOUT } = {},
): Failure {
	return unsettled('The service did not answer in time', target, {
		retry: { of: 'reads' },
		more,
		code,
	});
}

/** Says that a request was ended because the workflow was stopped. */
export function stopped(target: Target): Failure {
	const { title, advice } = STOPPED_EARLY;
	return unsettled(title, target, { forReads: advice, code: STOPPED });
}

/** An error without a code says in words what it is. */
function brokenConnection(code: string, message: string, { target, secrets }: Sent): Failure {
	return unsettled('The connection was lost before the service answered', target, {
		retry: { of: 'reads' },
		code: /^[A-Z][A-Z\d_]+$/.test(code) ? code : undefined,
		words: code === '' ? clean(message, secrets) : '',
		speaker: 'n8n',
	});
}

function adviceForProxy({ proxy }: Sent): string {
	if (!proxy) return '';
	const { host, port } = proxy;
	return ` Also check Proxy (${host}:${String(port)}) under Request Options in the node's Settings.`;
}

/** Host and port that a request was sent to. */
function hostOf({ address }: Sent): string {
	const { hostname = '', port = '', protocol } = webAddress(address) ?? {};
	return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
