import { isRead } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { webAddress } from '../shared/webAddress';
import type { SentRequest } from './answerFailure';
import { Failure, inDoubt, STOPPED, tooLate, type Words } from './failure';
import { clean } from './serviceWords';
import { messageOf } from './thrown';

/** No connection was made. An established one can break with the same code (`read EHOSTUNREACH`). */
const NOT_CONNECTED = /^(connect|getaddrinfo) /;

/** The TLS handshake failed, or a proxy closed the connection before one began. After it, the code is ERR_SSL_… */
const NO_HANDSHAKE =
	/^write EPROTO .*SSL|disconnected before secure TLS connection was established|^Proxy connection ended before receiving CONNECT/;

/** n8n's guards: against private addresses, and the domains that a credential allows. */
const BY_N8N = /request was blocked|^Domain not allowed/;

/** Codes of Node.js for a certificate that it does not accept. */
const CERTIFICATE = /CERT(?!IFICATE_REQUIRED)|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/;

/** The failure of a request without a response. Unless it is certain that it was not sent, its fate is unknown. */
export function networkFailure(error: unknown, sent: SentRequest): Failure {
	const { target } = sent;
	const { code, text } = reasonOf(error);
	const notSent = wordsIfNotSent(code, text, hostOf(sent));
	if (notSent) {
		const [what, advice] = notSent;
		const isTransient = !CERTIFICATE.test(code) && !['ENOTFOUND', 'EPROTO'].includes(code);
		const details = { fate: 'not sent', code: code || undefined, isTransient } as const;
		return new Failure(what, `Nothing was sent. ${advice}`, details);
	}
	if (['ECONNABORTED', 'ETIMEDOUT'].includes(code)) return tooLate(target, undefined, code);
	if (code === 'ERR_CANCELED') {
		const hint = isRead(target) ? STOPPED.advice : '';
		return inDoubt(STOPPED.message, hint, target, { code, endedBy: 'user' });
	}
	const message = messageOf(error);
	const words = clean(message, sent);
	if (BY_N8N.test(message)) return notSentByN8n(words);
	return inDoubt('The connection was lost before the service responded', '', target, {
		isTransient: true,
		code: /^[A-Z][A-Z\d_]+$/.test(code) ? code : undefined,
		words: code === '' ? words : '',
		speaker: 'n8n says:',
	});
}

/** Undefined if it may have been sent. */
function wordsIfNotSent(code: string, text: string, host: string): Words | undefined {
	if (CERTIFICATE.test(code)) {
		return [
			"The service's certificate could not be verified",
			`Ask whoever runs ${host} to correct it. Only if you trust the service anyway, turn on Ignore SSL Issues (Insecure) in the credential.`,
		];
	}
	if (NO_HANDSHAKE.test(text)) {
		return [
			'A secure connection could not be established',
			`Check whether Base URL (${host}) should start with http:// instead of https://, and its port. If both are right, try again later.`,
		];
	}
	if (!NOT_CONNECTED.test(text)) return undefined;
	return code === 'ECONNREFUSED'
		? [
				'The connection was refused',
				`Check the host and port in Base URL (${host}), and that the service is running. Inside Docker, localhost is the container itself. If n8n uses a proxy, check that, too.`,
			]
		: [
				"The service's host could not be reached",
				`Check Base URL (${host}) for typos, and that n8n can reach the network, or its proxy if it uses one.`,
			];
}

/** n8n refused to send a request, e.g. because it could not read the credential. */
export function notSentByN8n(message: string): Failure {
	return new Failure(
		'n8n did not send the request',
		'Check Allowed HTTP Request Domains and every expression in the credential. Whoever runs n8n can allow a private address with N8N_SSRF_ALLOWED_IP_RANGES.',
		{ fate: 'not sent', words: clean(message, { apiKey: '' }), speaker: 'n8n says:' },
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

/** The host and port that Base URL names. */
function hostOf({ baseUrl }: SentRequest): string {
	const { hostname = '', port = '', protocol } = webAddress(baseUrl) ?? {};
	return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
