import { isObject, toText } from '../shared/value';
import { webAddress } from '../shared/webAddress';
import { messageOf } from './thrown';
import { STOPPED, tooLate } from './ended';
import { Failure, unknownFate } from './failure';
import type { SentRequest } from './secrets';
import { clean } from './serviceWords';

/** Errors before sending. An established connection can break with the same code (`read EHOSTUNREACH`). */
const BEFORE_SENDING = /^(connect|getaddrinfo) |^write EPROTO .*SSL/;

/** The failure of a request without a response. Unless it is certain that it was not sent, its fate is unknown. */
export function networkFailure(error: unknown, sent: SentRequest): Failure {
	const { target, secrets } = sent;
	const { code, text } = reasonOf(error);
	const isUnsent = BEFORE_SENDING.test(text);
	const notSent = (title: string, advice: string, isTransient = false) =>
		new Failure(title, `Nothing was sent. ${advice}`, { fate: 'not sent', code, isTransient });

	if (isUnsent && code === 'ECONNREFUSED') {
		return notSent(
			'The service refused the connection',
			`Check the host and port in Base URL (${hostOf(sent)}), and that the service is running. Inside Docker, localhost is the container itself.${adviceForProxy(sent)}`,
			true,
		);
	}
	// After the handshake, the code is ERR_SSL_…
	if (isUnsent && code === 'EPROTO') {
		return notSent(
			'A secure connection could not be established',
			'Check the port in Base URL, and whether it should start with http:// instead of https://.',
		);
	}
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
		return notSent(
			"The service's certificate could not be verified",
			`If you trust the service, turn on Ignore SSL Issues (Insecure) in the credential.`,
		);
	}
	if (isUnsent) {
		const isTransient = code !== 'ENOTFOUND';
		return notSent(
			`The service's host ${isTransient ? 'could not be reached' : 'is unknown'}`,
			`Check Base URL (${hostOf(sent)}) for typos, and that n8n can reach the network.${adviceForProxy(sent)}`,
			isTransient,
		);
	}
	if (['ECONNABORTED', 'ETIMEDOUT'].includes(code)) return tooLate(target, code);
	if (code === 'ERR_CANCELED') {
		const details = { forReads: STOPPED.advice, code, endedBy: 'user' } as const;
		return unknownFate(STOPPED.message, target, details);
	}
	const message = messageOf(error);
	const words = clean(message, secrets);
	// n8n's guard against requests to private addresses
	if (/request was blocked/.test(message)) {
		return new Failure(
			'n8n does not allow requests to this address',
			`Nothing was sent. Ask whoever runs n8n to add ${hostOf(sent).replace(/:\d+$/, '')} to N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.`,
		);
	}
	if (/^Domain not allowed/.test(message)) return notSentByN8n(words);
	return unknownFate('The connection was lost before the service responded', target, {
		isTransient: true,
		code: /^[A-Z][A-Z\d_]+$/.test(code) ? code : undefined,
		words: code === '' ? words : '',
		speaker: 'n8n',
	});
}

/** n8n refused to send a request, e.g. because it could not read the credential. */
export function notSentByN8n(message: string): Failure {
	return new Failure(
		'n8n did not send the request',
		'Check Allowed HTTP Request Domains and every expression in the credential.',
		{ fate: 'not sent', words: clean(message, { apiKey: '' }), speaker: 'n8n' },
	);
}

/**
 * Code and text of a network error. n8n's errors hold them in `httpCode` and `messages`, in every version; a credential
 * test gets the original error. An AggregateError has no message of its own.
 */
function reasonOf(error: unknown): { code: string; text: string } {
	if (!isObject(error)) return { code: '', text: '' };
	if (error.constructor.name === 'NodeSslError') return { code: 'CERT', text: '' };
	const { httpCode, code, messages, message, errors, cause } = error;
	const own = toText(httpCode) || toText(code);
	if (own === '') return reasonOf(cause);
	const [said, part] = [messages, errors].map((list) => [list].flat()[0]);
	const text = toText(said) || toText(message) || reasonOf(part).text || reasonOf(cause).text;
	return { code: own, text };
}

function adviceForProxy({ proxy }: SentRequest): string {
	if (!proxy) return '';
	const { host, port } = proxy;
	return ` Also check Proxy (${host}:${String(port)}) under Request Options in the node's Settings.`;
}

function hostOf({ baseUrl }: SentRequest): string {
	const { hostname = '', port = '', protocol } = webAddress(baseUrl) ?? {};
	return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
