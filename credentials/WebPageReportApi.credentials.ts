import { createHash } from 'node:crypto';

import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { Failure, wrong } from '../nodes/WebPageReport/errors/failure';
import { LEFT_BEHIND, toText } from '../nodes/WebPageReport/shared/value';
import { pasted, webAddress } from '../nodes/WebPageReport/shared/webAddress';

/**
 * Declared separately: n8n's lint rule mistakes "Cert" in the name for a secret, and masking it would store the toggle
 * as an always-truthy string.
 */
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description:
		"Whether to connect even if the service's certificate cannot be verified, e.g. because it is self-signed",
};

/** The default of Requests at Once, also if the field is missing. */
const DEFAULT_AT_ONCE = 10;

const MAX_AT_ONCE = 100;

/** The one place that normalises the address and signs a request. */
export class WebPageReportApi implements ICredentialType {
	name = 'webPageReportApi';

	displayName = 'Web Page Report API';

	icon: Icon = {
		light: 'file:../nodes/WebPageReport/webPageReport.svg',
		dark: 'file:../nodes/WebPageReport/webPageReport.dark.svg',
	};

	documentationUrl = 'https://github.com/web-page-report/n8n-nodes-web-page-report#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://reports.example.com/api/v1',
			description: "The address of your report service's API, as shown in its documentation",
			hint: 'Ends in the version of the API, usually <code>/api/v1</code>',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The key of your account, from the account or API page of your report service',
		},
		ignoreSslIssues,
		{
			displayName: 'Requests at Once',
			name: 'requestsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_AT_ONCE },
			default: DEFAULT_AT_ONCE,
			description:
				'How many requests to send at the same time, from all workflows that use this credential. 10 suits most services. Use 2 to 5 for a small host that is slow or returns 500, 502, 503, 504 or 508, and up to 100 for a fast one that does not limit requests.',
		},
	];

	/**
	 * Signs a request for a path of docs/openapi.yaml (`/reports`) or an address from n8n's HTTP Request node.
	 *
	 * @throws {Failure} if a field of the credential or the address cannot be used
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: RequestToSign,
	): Promise<IHttpRequestOptions> => {
		const isUnchecked =
			request.skipSslCertificateValidation === true || credentials.allowUnauthorizedCerts === true;
		const { baseUrl, apiKey } = accountOf(credentials);
		return await Promise.resolve({
			...request,
			...(request.uri !== undefined && {
				// A redirect could carry the key to another host
				followRedirect: false,
				followAllRedirects: false,
				...(isUnchecked && { rejectUnauthorized: false }),
			}),
			url: addressOf(request, baseUrl),
			headers: { ...request.headers, Authorization: `Bearer ${apiKey}` },
			skipSslCertificateValidation: isUnchecked,
		});
	};
}

/** A credential, validated and normalised. */
export interface Account {
	/** A hash of base URL and key. */
	id: string;
	baseUrl: string;
	apiKey: string;
	/** Shared by all workflows that use the service with this key: 1 to 100. */
	requestsAtOnce: number;
	credentials: ICredentialDataDecryptedObject;
}

/** @throws {Failure} if a credential cannot be used */
export function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	const requestsAtOnce = requestsAtOnceOf(credentials);
	const [baseUrl, apiKey] = [baseUrlOf(credentials), apiKeyOf(credentials)];
	const id = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64');
	return { id, baseUrl, apiKey, requestsAtOnce, credentials };
}

/** A request of this package, or of n8n's HTTP Request node, which names some options differently. */
type RequestToSign = IHttpRequestOptions & { uri?: string };

/** The full address of a request. It must be below Base URL: the key must not be sent anywhere else. */
function addressOf({ uri = '', url = uri }: Partial<RequestToSign>, baseUrl: string): string {
	const address = url.startsWith('/') ? baseUrl + url : url;
	// Parsing resolves `..`, which could lead out of Base URL
	const hrefOf = (text: string) => webAddress(text)?.href.replace(/\/+$/, '') ?? '';
	if (hrefOf(address).startsWith(`${hrefOf(baseUrl)}/`)) return address;
	throw new Failure(
		'URL is not an address of the report service',
		`Enter one that begins with ${baseUrl}/, or choose another credential. The API key is never sent to any other address.`,
	);
}

/** Base URL without trailing slashes, query or fragment. */
function baseUrlOf({ baseUrl }: ICredentialDataDecryptedObject): string {
	const text = pasted(toText(baseUrl));
	const address = webAddress(text);
	if (!address || LEFT_BEHIND.test(text)) {
		const example = 'https://reports.example.com/api/v1';
		throw wrong(
			'Base URL',
			text,
			`the address of the API, such as ${example}. Correct it in the credential`,
		);
	}
	const { origin, pathname, username, password } = address;
	if (username !== '' || password !== '') {
		// They would be sent instead of the key
		throw new Failure(
			'Base URL contains a user name or a password',
			`Remove the user name, the password and the @ from Base URL in the credential. The service only needs the API key.`,
		);
	}
	return origin + pathname.replace(/\/+$/, '');
}

function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	const text = toText(apiKey).trim();
	if (/^[\x21-\x7e]+$/.test(text) && !LEFT_BEHIND.test(text)) return text;
	// Not quoted: it is a secret
	throw new Failure(
		text === '' ? 'API Key is empty' : 'API Key contains a space or an invalid character',
		'In the credential, enter only the key itself, on one line, without the word Bearer. Your report service shows it on its account or API page.',
	);
}

/** @throws {Failure} unless Requests at Once is missing or a whole number from 1 to 100 (a numeric string is fine) */
function requestsAtOnceOf({ requestsAtOnce }: ICredentialDataDecryptedObject): number {
	const text = toText(requestsAtOnce).trim();
	const number = text === '' ? DEFAULT_AT_ONCE : Number(text);
	const isValue = typeof (requestsAtOnce ?? '') !== 'object' && /^\d*$/.test(text);
	if (isValue && number >= 1 && number <= MAX_AT_ONCE) return number;
	throw wrong(
		'Requests at Once',
		requestsAtOnce,
		`a whole number from 1 to ${String(MAX_AT_ONCE)}. Correct it in the credential`,
	);
}
