import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { WebPageReportApi } from '../../../credentials/WebPageReportApi.credentials';
import { readHeaders } from '../resources/shared';
import { explainAnswer, explainError } from './explain';
import { rowsOf, toText } from './items';

/** How long the test waits for an answer, in milliseconds. */
const PATIENCE = 30_000;

/**
 * Tests a credential by listing projects (interface document, section 4.1), the cheapest request
 * that needs a key. A function, because n8n's declarative test can only show the bare code of a
 * network error ("ECONNREFUSED"), and takes a home page that answers 200 for a success.
 *
 * @returns what n8n shows beside the credential: a sentence that says what to do
 */
export async function testConnection(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const path = { method: 'GET', url: '/projects' } as const;
	const secrets = [toText(credential.data?.apiKey).trim()];
	try {
		const signed = await new WebPageReportApi().authenticate(credential.data ?? {}, {
			...path,
			headers: readHeaders,
		});
		const answer = await send(this, signed);
		const failure = explainAnswer(answer, path, secrets);
		if (failure) throw failure;
		rowsOf(answer.body);
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		const message = explainError(error, path, secrets).toSentences();
		return { status: 'Error', message };
	}
}

/** `request` is the only helper that n8n gives to a credential test; it takes older names for the same options. */
async function send(
	{ helpers: { request } }: ICredentialTestFunctions,
	signed: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	return (await request({
		method: signed.method,
		uri: signed.url,
		headers: signed.headers,
		rejectUnauthorized: !signed.skipSslCertificateValidation,
		followRedirect: false,
		simple: false,
		resolveWithFullResponse: true,
		json: true,
		timeout: PATIENCE,
	})) as IN8nHttpFullResponse;
}
