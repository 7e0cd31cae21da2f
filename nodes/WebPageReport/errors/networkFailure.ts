import { isObject, toText } from '../shared/value';
import { webAddress } from '../shared/webAddress';
import { messageOf } from './thrown';
import { STOPPED, tooLate } from './ended';
import { Failure, TRY_LATER, unknownFate, WANTS_CLIENT_CERTIFICATE } from './failure';
import type { SentRequest } from './secrets';
import { clean } from './serviceWords';

/** Errors before sending. An established connection can break with the same code (`read EHOSTUNREACH`). */
const BEFORE_SENDING = /^(connect|getaddrinfo) |^write EPROTO .*SSL/;

/** The other side closed the connection during the TLS handshake, or a proxy before it had made one. */
const HANDSHAKE =
	/disconnected before secure TLS connection was established|^Proxy connection ended before receiving CONNECT/;

/** What is wrong with a certificate, by the code of Node.js. The first match counts. */
const CERTIFICATES: Array<[RegExp, string]> = [
	[/HAS_EXPIRED/, "The service's certificate has expired"],
	[/NOT_YET_VALID/, "The service's certificate is not valid yet"],
	[/ALTNAME/, "The service's certificate is for a different host name"],
	[/UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, "The service's certificate chain is incomplete"],
	[/CERT|SELF_SIGNED/, "The service's certificate could not be verified"],
];

/** The failure of a request without a response. Unless it is certain that it was not sent, its fate is unknown. */
export function networkFailure(error: unknown, sent: SentRequest): Failure {
	const { target } = sent;
	const { code, text } = reasonOf(error);
	const notSent = notSentFailure(code, text, sent);
	if (notSent) return notSent;
	if (['ECONNABORTED', 'ETIMEDOUT'].includes(code)) return tooLate(target, code);
	if (code === 'ERR_CANCELED') {
		const details = { forReads: STOPPED.advice, code, endedBy: 'user' } as const;
		return unknownFate(STOPPED.message, target, details);
	}
	const message = messageOf(error);
	const words = clean(message, sent);
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

/** The failure of a request that was certainly not sent, because no connection was made. */
function notSentFailure(code: string, text: string, sent: SentRequest): Failure | undefined {
	const notSent = (title: string, advice: string, isTransient = false) =>
		new Failure(title, `Nothing was sent. ${advice}`, {
			fate: 'not sent',
			code: code || undefined,
			isTransient,
		});

	if (/ALERT\w*CERTIFICATE_REQUIRED/.test(code) || /alert certificate required/.test(text)) {
		return notSent(...WANTS_CLIENT_CERTIFICATE);
	}
	const [, problem] = CERTIFICATES.find(([name]) => name.test(code)) ?? [];
	if (problem !== undefined) {
		return notSent(
			problem,
			'Ask your report service to renew or correct it. Only if you trust the service anyway, turn on Ignore SSL Issues (Insecure) in the credential.',
		);
	}
	if (HANDSHAKE.test(text)) {
		return notSent('The connection was closed before the request was sent', TRY_LATER, true);
	}
	if (!BEFORE_SENDING.test(text)) return undefined;
	// After the handshake, the code is ERR_SSL_…
	if (code === 'EPROTO') {
		const isPlain = /wrong version number|packet length too long/.test(text);
		const [, reason = ''] = /SSL routines:[^:]*:([^:]+)/.exec(text) ?? [];
		const todo = isPlain
			? 'Check the port in Base URL, and whether it should start with http:// instead of https://.'
			: `OpenSSL says: "${reason}". Ask your report service to check its TLS settings.`;
		return notSent('A secure connection could not be established', todo);
	}
	const proxy = adviceForProxy(text, sent);
	if (code === 'ECONNREFUSED') {
		return notSent(
			'The service refused the connection',
			`Check the host and port in Base URL (${hostOf(sent)}), and that the service is running. Inside Docker, localhost is the container itself.${proxy}`,
			true,
		);
	}
	const isTransient = code !== 'ENOTFOUND';
	return notSent(
		`The service's host ${isTransient ? 'could not be reached' : 'is unknown'}`,
		`Check Base URL (${hostOf(sent)}) for typos, and that n8n can reach the network.${proxy}`,
		isTransient,
	);
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
	// The error of a proxy that closed the connection has no code
	if (own === '' && isObject(cause)) return reasonOf(cause);
	const [said, part] = [messages, errors].map((list) => [list].flat()[0]);
	const text = toText(said) || toText(message) || reasonOf(part).text || reasonOf(cause).text;
	return { code: own, text };
}

/** Names the proxy of the node, or the one of n8n: the text of an error names what was connected to. */
function adviceForProxy(text: string, sent: SentRequest): string {
	if (sent.proxy) {
		const { host, port } = sent.proxy;
		return ` Also check Proxy (${host}:${String(port)}) under Request Options in the node's Settings.`;
	}
	const [, peer = ''] = /^\w+ \w+ (\S+)/.exec(text) ?? [];
	// A name, or an IP address with its port
	const [own, ownPort = ''] = hostOf(sent).split(/:(?=\d+$)/);
	const isService = peer.includes(':') ? peer.endsWith(`:${ownPort}`) : peer === own;
	return isService || peer === ''
		? ''
		: ` n8n tried to connect to ${peer}, its proxy: check HTTP_PROXY and HTTPS_PROXY of n8n.`;
}

function hostOf({ baseUrl }: SentRequest): string {
	const { hostname = '', port = '', protocol } = webAddress(baseUrl) ?? {};
	return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
