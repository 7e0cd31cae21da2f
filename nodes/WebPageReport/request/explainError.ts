import { openFailure } from './advice';
import { Failure, type Retry } from './failure';
import { toText } from './items';
import type { Secrets } from './secrets';
import { hostOf, type Sent, subjectOf } from './sent';
import { clean } from './words';

const NO_SECRETS: Secrets = { apiKey: '', password: '' };

/** Says what went wrong where there was no answer. */
export function explainError(error: unknown, request: Sent, secrets: Secrets): Failure {
	const { code, message, isRefusal, isUnderWay } = networkErrorOf(error);
	const failure = (title: string, advice: string, retry?: Retry) =>
		new Failure(title, `Nothing was sent. ${advice}`, { code: code || undefined, retry });

	if (isRefusal) return refusal(clean(message, secrets));
	// What breaks after the handshake is an ERR_SSL_…, before it an EPROTO
	if (isUnderWay || code.startsWith('ERR_SSL_'))
		return brokenConnection(code || message, request, secrets);
	if (code === 'ECONNREFUSED') {
		return failure(
			`The service refused the connection (${hostOf(request)})`,
			`Check the host and the port in Base URL of the credential, and that the service is running. From inside Docker, localhost is the container itself.${adviceForProxy(request)}`,
		);
	}
	if (['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) {
		return failure(
			`The host of the service cannot be found (${hostOf(request)})`,
			`Check the spelling of Base URL in the credential, and that n8n can reach the network.${adviceForProxy(request)}`,
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
	if (['ECONNABORTED', 'ETIMEDOUT'].includes(code)) {
		return openFailure(`No answer came in time for ${subjectOf(request)}`, request, {
			retry: { of: 'reads' },
			more: 'If the service needs longer, raise Timeout under Request Options in the Settings of the node.',
			code,
		});
	}
	if (code === 'ERR_CANCELED') {
		return openFailure('The workflow was stopped', request, { forReads: 'Nothing was changed.' });
	}
	return brokenConnection(code || message, request, secrets);
}

function brokenConnection(what: string, request: Sent, secrets: Secrets): Failure {
	return openFailure(
		`The connection broke before an answer came for ${subjectOf(request)} (${clean(what, secrets)})`,
		request,
		{ retry: { of: 'reads' }, code: /^[A-Z][A-Z\d_]+$/.test(what) ? what : undefined },
	);
}

/** Says what went wrong where n8n would not even try, e.g. because it has no credential to send. */
export function explainRefusal(error: unknown): Failure {
	return error instanceof Failure ? error : refusal(clean(messageOf(error), NO_SECRETS));
}

/**
 * Says what went wrong where it was neither the service nor the network: n8n, where the error is one
 * of its own, or this node itself.
 *
 * @param request that it was about, which may have been sent
 */
export function explainOwnError(error: unknown, request: Pick<Sent, 'method'>): Failure {
	if (error instanceof Failure || networkErrorOf(error).isRefusal) return explainRefusal(error);
	const title = `This node itself has failed (${clean(messageOf(error), NO_SECRETS)})`;
	const more = 'Please report it with this message.';
	return openFailure(title, request, { forReads: '', more });
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

function refusal(words: string): Failure {
	return new Failure(
		`n8n did not send the request: ${words}`,
		'Nothing was sent. Correct the expression, or Allowed HTTP Request Domains in the credential, whichever it is about; otherwise ask whoever runs n8n.',
	);
}

/** What is known of an error of the network. */
interface NetworkError {
	/** Empty where there is none. */
	code: string;
	message: string;
	/** Whether n8n has refused to send: one of its own errors, without a code of the network. */
	isRefusal: boolean;
	/** Whether the connection was there already, so that the service may have read the request. */
	isUnderWay: boolean;
}

/** n8n gives no code where a credential test meets a certificate, but an error of a class of its own. */
function codeOf(link: Error & { code?: unknown }): string {
	return link.constructor.name === 'NodeSslError' ? 'CERT' : toText(link.code);
}

/** Reads an error with all its causes, the first code and the innermost message of them. */
function networkErrorOf(error: unknown): NetworkError {
	const chain: Array<Error & { code?: unknown; level?: unknown; syscall?: unknown }> = [];
	for (let link = error; link instanceof Error && !chain.includes(link); link = link.cause) {
		chain.push(link);
	}
	const code = chain.map(codeOf).find((text) => text !== '') ?? '';
	return {
		code,
		message: messageOf(chain.at(-1) ?? error),
		isRefusal: code === '' && chain.some(({ level }) => level !== undefined),
		isUnderWay: chain.some(({ syscall }) => syscall === 'read'),
	};
}

function adviceForProxy({ proxy }: Sent): string {
	if (!proxy) return '';
	const { host, port } = proxy;
	return ` A proxy (${host}:${String(port)}) is set under Request Options in the Settings of the node: check it too.`;
}
