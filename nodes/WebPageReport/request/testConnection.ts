import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { WebPageReportApi } from '../../../credentials/WebPageReportApi.credentials';
import { readHeaders } from '../resources/shared';
import { explainAnswer } from './explainAnswer';
import { explainError, explainOwnError } from './explainError';
import { Failure } from './failure';
import { rowsOf } from './items';
import { Pause, wait } from './pause';
import { persist } from './persist';
import { secretsOf } from './secrets';

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
	const path = { method: 'GET', url: '/projects' } as const;
	const secrets = secretsOf(data, {});
	try {
		const signed = await new WebPageReportApi().authenticate(data, {
			...path,
			headers: readHeaders,
		});
		const sent = { ...path, address: signed.url };
		const attempt = async () => {
			const answer = await send(this, signed).catch((error: unknown) => {
				throw explainError(error, sent, secrets);
			});
			const failure = explainAnswer(answer, sent, secrets);
			if (failure) throw failure;
			return answer.body;
		};
		rowsOf(await inTime(attempt));
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		return { status: 'Error', message: explainOwnError(error, path).toSentences() };
	}
}

/** Sends a request as a run does, as long as a person is ready to wait. */
async function inTime(attempt: () => Promise<unknown>): Promise<unknown> {
	let isOver = false;
	const check = () => {
		if (isOver) throw new Error('over');
	};
	const answer = persist(attempt, { isRead: true, pause: new Pause(), check, patience: PATIENCE });
	// What n8n gives to a credential test cannot end a request that an answer trickles into
	const limit = wait(PATIENCE, check).then(() => {
		throw new Failure(
			`No answer came within ${String(PATIENCE / 1000)} seconds`,
			'Check Base URL in the credential, and that the service is running.',
		);
	});
	try {
		return await Promise.race([answer, limit]);
	} finally {
		isOver = true;
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
