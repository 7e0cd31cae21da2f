import { toText } from '../shared/value';

/** What is known of an error of n8n or the network. */
interface Cause {
	/** Empty where there is none. */
	code: string;
	message: string;
	/** Whether n8n has refused to send: one of its own errors, without a code of the network. */
	isRefusal: boolean;
	/** Whether there was no connection yet, so that the service has seen nothing. */
	isConnecting: boolean;
	/** Whether the connection was there already, so that the service may have read the request. */
	isUnderWay: boolean;
}

/** Reads an error with all that it was caused by: the first code and the innermost message of them. */
export function causeOf(error: unknown): Cause {
	const chain: Array<Error & { code?: unknown; level?: unknown; syscall?: unknown }> = [];
	for (let link = error; link instanceof Error && !chain.includes(link); link = causeWithin(link)) {
		chain.push(link);
	}
	const code = chain.map(codeOf).find((text) => text !== '') ?? '';
	return {
		code,
		message: messageOf(chain.at(-1) ?? error),
		isRefusal: code === '' && chain.some(({ level }) => level !== undefined),
		isConnecting: chain.some(({ syscall }) => syscall === 'connect'),
		isUnderWay: chain.some(({ syscall }) => syscall === 'read'),
	};
}

/** What an error was caused by; of a host with several addresses, the error at the first one. */
function causeWithin(link: Error): unknown {
	return link instanceof AggregateError ? link.errors[0] : link.cause;
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** n8n gives no code where a credential test meets a certificate, but an error of a class of its own. */
function codeOf(link: Error & { code?: unknown }): string {
	return link.constructor.name === 'NodeSslError' ? 'CERT' : toText(link.code);
}
