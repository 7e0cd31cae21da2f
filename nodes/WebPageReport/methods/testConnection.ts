import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { accountOf, WebPageReportApi } from '../../../credentials/WebPageReportApi.credentials';
import { asFailure } from '../errors/thrown';
import { readHeaders } from '../resources/descriptions';
import type { Target } from '../shared/target';
import type { SendRequest } from '../transport/http';
import { readInTime } from './readInTime';

/** Time limit of the test, including retries. */
const TIME = { milliseconds: 30_000, advice: 'Check Base URL, and that the service is running.' };

/**
 * Tests a credential by listing projects (listProjects), the cheapest request that needs a key.
 * n8n's declarative test shows only the code of a network error, and accepts any home page that answers 200.
 */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const target: Target = { resource: 'project', operation: 'getAll' };
	const request = { method: 'GET', url: '/projects', headers: readHeaders } as const;
	// The only helper of a credential test. It uses older names for the same options
	const { request: sendAsIs } = this.helpers;
	const sendRequest: SendRequest = async ({ method, timeout }) => {
		const signed = await new WebPageReportApi().authenticate(data, request);
		const { url, headers, skipSslCertificateValidation } = signed;
		return (await sendAsIs({
			method,
			uri: url,
			headers,
			rejectUnauthorized: !skipSslCertificateValidation,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			json: true,
			timeout,
		})) as IN8nHttpFullResponse;
	};
	try {
		await readInTime(sendRequest, accountOf(data), target, request, TIME);
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		return { status: 'Error', message: asFailure(error, target).toSentences() };
	}
}
