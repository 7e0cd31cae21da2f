import { toText } from '../shared/value';

/** What is known of an error of n8n or the network. */
interface Cause {
	/** Empty where there is none. */
	code: string;
	message: string;
	/** Whether n8n has refused to send: one of its own errors, without a code of the network. */
	isRefusal: boolean;
	/** Whether the connection was there already, so that the service may have read the request. */
	isUnderWay: boolean;
}

/** Reads an error with all that it was caused by: the first code and the innermost message of them. */
export function causeOf(error: unknown): Cause {
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

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** n8n gives no code where a credential test meets a certificate, but an error of a class of its own. */
function codeOf(link: Error & { code?: unknown }): string {
	return link.constructor.name === 'NodeSslError' ? 'CERT' : toText(link.code);
}
