import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import {
	requestsAtOnceOf,
	WebPageReportApi,
} from '../../../credentials/WebPageReportApi.credentials';
import { ownError } from '../errors/ownError';
import { rowsOf } from '../output/answer';
import { readHeaders } from '../resources/shared';
import type { Target } from '../shared/target';
import { bodyOf, type Hear } from '../transport/send';
import { readInTime } from './readInTime';

/** How long a person waits for the test, with everything that is sent again, in milliseconds. */
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
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const target: Target = { resource: 'project', operation: 'getAll', isTest: true };
	const request = { method: 'GET', url: '/projects', headers: readHeaders } as const;
	try {
		requestsAtOnceOf(data, target);
		const signed = await new WebPageReportApi().authenticate(data, request, target);
		const transmit = async () => await answerTo(this, signed);
		const attempt = async (_: AbortSignal, hear: Hear) =>
			await bodyOf(transmit, target, request.url, signed, hear);
		const advice = 'Check Base URL, and that the service is running.';
		rowsOf(await readInTime(attempt, { milliseconds: PATIENCE, advice }), target);
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		return { status: 'Error', message: ownError(error, target).toSentences() };
	}
}

/** `request` is the only helper that n8n gives to a credential test; it takes older names for the same options. */
async function answerTo(
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
