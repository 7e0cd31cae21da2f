import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Caller } from './exchange';
import { toText } from './items';

/** What must not appear in a message: the API key, and the password that a request sets for a report. */
export async function secretsOf(
	caller: Caller,
	{ body }: Pick<IHttpRequestOptions, 'body'>,
): Promise<string[]> {
	const { password } = (body ?? {}) as IDataObject;
	const { apiKey } = await caller.getCredentials('webPageReportApi');
	return [toText(apiKey).trim(), toText(password)];
}

/** A text of the service in which every secret is replaced. */
export function withoutSecrets(text: string, secrets: string[]): string {
	return (
		secrets
			.filter((secret) => secret !== '')
			// One secret can be a part of another
			.sort((one, other) => other.length - one.length)
			.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
	);
}

/**
 * A value, as JSON knows it, in which the password of a report is left out or replaced, wherever it
 * stands.
 */
export function withoutPassword<T>(value: T, instead?: string): T {
	const shown = JSON.stringify(value, (name, inner: unknown) =>
		name === 'password' ? instead : inner,
	);
	return JSON.parse(shown) as T;
}
