import type { ICredentialDataDecryptedObject, NodeApiError } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/service/service';
import { selfSigned } from '../support/certificate';
import { listSearch, type Outcome, run, testCredential } from '../support/engine';
import { project } from '../support/node';

const CHECK_BASE_URL =
	'Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.';
const NO_ADDRESS =
	'Base URL is empty. Open the credential and enter the address of the API, e.g. https://reports.example.com/api/v1.';
const NO_WEB_ADDRESS =
	'Base URL is not a web address. Open the credential and enter an address that starts with https:// or http://, e.g. https://reports.example.com/api/v1.';
const UNUSABLE_KEY =
	'API Key contains a space or a character that no key has. Copy the key again from your report service: only the key itself, without the word Bearer and on one line.';
const CERTIFICATE_ADVICE =
	'Nothing was sent. If you trust the service, e.g. because it uses a self-signed certificate, switch on Ignore SSL Issues (Insecure) in the credential.';

let running: Sandbox[] = [];

afterEach(async () => {
	await Promise.all(running.map((sandbox) => sandbox.close()));
	running = [];
});

/** A service that is closed after the test. */
async function start(options?: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	running.push(sandbox);
	return sandbox;
}

/** The credential for a service, with a person's changes. */
function credentialOf(
	{ baseUrl, apiKey }: Sandbox,
	changes: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject {
	return { baseUrl, apiKey, allowUnauthorizedCerts: false, ...changes };
}

/** What a person reads of an error, in the form of the credential test. */
function sentencesOf({ message, description }: NonNullable<Outcome['error']>): string {
	return `${message.replace(/\.$/, '')}. ${String(description)}`;
}

/** Every way in which n8n uses a credential, with what a person reads where it fails. */
const ways: Array<[string, (credential: ICredentialDataDecryptedObject) => Promise<string>]> = [
	[
		'the credential test',
		async (credential) => {
			const { status, message } = await testCredential(credential);
			return status === 'OK' ? '' : message;
		},
	],
	[
		'a node run',
		async (credential) => {
			const { error } = await run({ parameters: project('getAll'), credential });
			return error ? sentencesOf(error) : '';
		},
	],
	[
		'a list search',
		async (credential) => {
			try {
				await listSearch('searchProjects', credential);
				return '';
			} catch (error) {
				return sentencesOf(error as NodeApiError);
			}
		},
	],
];

describe.each(ways)('with %s', (_, use) => {
	it.each<[string, (sandbox: Sandbox) => ICredentialDataDecryptedObject]>([
		['as the service shows it', () => ({})],
		['with a slash at the end', ({ baseUrl }) => ({ baseUrl: `${baseUrl}/` })],
		['with several slashes at the end', ({ baseUrl }) => ({ baseUrl: `${baseUrl}///` })],
		['with spaces around the address', ({ baseUrl }) => ({ baseUrl: `  ${baseUrl}/ \n` })],
		['with spaces around the key', ({ apiKey }) => ({ apiKey: ` ${apiKey}\n` })],
		['with a scheme in capitals', ({ baseUrl }) => ({ baseUrl: baseUrl.replace('http', 'HTTP') })],
		['with a fragment', ({ baseUrl }) => ({ baseUrl: `${baseUrl}#projects` })],
		['with a query and a fragment', ({ baseUrl }) => ({ baseUrl: `${baseUrl}/?lang=en#top` })],
	])('a credential %s reaches the service, signed', async (_name, changesFor) => {
		const sandbox = await start();
		expect(await use(credentialOf(sandbox, changesFor(sandbox)))).toBe('');
		expect(sandbox.requests).toMatchObject([
			{
				method: 'GET',
				path: '/projects',
				headers: { authorization: `Bearer ${sandbox.apiKey}`, accept: 'application/json' },
			},
		]);
	});

	it.each(['/tools/seo/api/v1', '/v1', ''])(
		'a service under the path "%s" is reached',
		async (basePath) => {
			const sandbox = await start({ basePath });
			expect(await use(credentialOf(sandbox))).toBe('');
			expect(sandbox.requests.map(({ path }) => path)).toEqual(['/projects']);
		},
	);

	it.each<[string, SandboxOptions]>([
		['there are no projects yet', { projects: 0, reports: 0 }],
		['lists are bare', { conditions: [{ shape: 'bare' }] }],
		['lists are bare and empty', { projects: 0, reports: 0, conditions: [{ shape: 'bare' }] }],
		['lists are in the old style', { conditions: [{ shape: 'old' }] }],
		['every key character is a sign', { keys: ['12|aZ-._~+/=!#%&{}:;"'] }],
	])('it is a success where %s', async (_name, options) => {
		const sandbox = await start(options);
		expect(await use(credentialOf(sandbox))).toBe('');
	});

	it.each<[string, ICredentialDataDecryptedObject, string]>([
		['an empty address', { baseUrl: '' }, NO_ADDRESS],
		['an address of nothing but spaces', { baseUrl: ' \n' }, NO_ADDRESS],
		['an address of another scheme', { baseUrl: 'ftp://example.com/api/v1' }, NO_WEB_ADDRESS],
		['an address without a scheme', { baseUrl: 'example.com/api/v1' }, NO_WEB_ADDRESS],
		['an address without a host', { baseUrl: 'https://' }, NO_WEB_ADDRESS],
		['an address with a space in its host', { baseUrl: 'https://my service/v1' }, NO_WEB_ADDRESS],
		[
			'an empty key',
			{ apiKey: '' },
			'API Key is empty. Open the credential and enter the key that your report service shows on its account or API page.',
		],
		['a key with a space', { apiKey: 'Bearer sandbox-key' }, UNUSABLE_KEY],
		['a key with a line break', { apiKey: 'sandbox\nkey' }, UNUSABLE_KEY],
		['a key with a letter that a header cannot carry', { apiKey: 'schlüssel' }, UNUSABLE_KEY],
	])('nothing is sent for %s, and the message says so', async (_name, changes, message) => {
		const sandbox = await start();
		expect(await use(credentialOf(sandbox, changes))).toBe(message);
		expect(sandbox.requests).toEqual([]);
	});

	it('nothing is sent to an address with a user name and a password', async () => {
		const sandbox = await start();
		const baseUrl = sandbox.baseUrl.replace('//', '//me:secret@');
		expect(await use(credentialOf(sandbox, { baseUrl }))).toBe(
			'Base URL contains a user name or a password. Open the credential and remove everything between // and @ from Base URL. The API Key is all the service asks for.',
		);
		expect(sandbox.requests).toEqual([]);
	});

	it('a wrong key is named as the reason', async () => {
		const sandbox = await start();
		expect(await use(credentialOf(sandbox, { apiKey: 'wrong-key' }))).toBe(
			'The service did not accept the API key (401): Unauthenticated. Check API Key in the credential: copy the key again from your report service.',
		);
		expect(sandbox.requests).toHaveLength(1);
	});

	it('a home page that answers 200 is no success', async () => {
		const sandbox = await start({ conditions: [{ html: true }] });
		expect(await use(credentialOf(sandbox))).toBe(
			`The address answered with a web page instead of data. ${CHECK_BASE_URL}`,
		);
	});

	it('an answer that is no list is no success', async () => {
		const sandbox = await start({ conditions: [{ body: { welcome: true } }] });
		expect(await use(credentialOf(sandbox))).toBe(
			'The service answered with something other than a list. Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.',
		);
	});

	it('an address without a service is named as the reason', async () => {
		const sandbox = await start();
		expect(await use(credentialOf(sandbox, { baseUrl: `${sandbox.baseUrl}/v2` }))).toBe(
			`The service did not find the list of projects (404): Resource not found. ${CHECK_BASE_URL}`,
		);
	});

	it.each([301, 302, 307, 308])(
		'a redirect (%s) is not followed, and the message gives the new Base URL',
		async (status) => {
			const target = await start();
			const location = `${target.baseUrl}/projects?per_page=25`;
			const body = { message: '' };
			const sandbox = await start({ conditions: [{ status, headers: { location }, body }] });
			expect(await use(credentialOf(sandbox))).toBe(
				`The service has moved to another address (${String(status)}). Set Base URL in the credential to ${target.baseUrl}`,
			);
			expect(sandbox.requests).toHaveLength(1);
			expect(target.requests).toEqual([]);
		},
	);

	describe('and a self-signed certificate', () => {
		it('the message names the switch while it is off', async () => {
			const sandbox = await start({ https: await selfSigned() });
			expect(await use(credentialOf(sandbox))).toBe(
				`The certificate of the service cannot be checked. ${CERTIFICATE_ADVICE}`,
			);
			expect(sandbox.requests).toEqual([]);
		});

		it('it connects once the switch is on', async () => {
			const sandbox = await start({ https: await selfSigned() });
			expect(await use(credentialOf(sandbox, { allowUnauthorizedCerts: true }))).toBe('');
			expect(sandbox.requests).toMatchObject([{ path: '/projects' }]);
		});
	});

	it.each<[number, string, string]>([
		[401, 'No account has the key KEY', 'No account has the key ***'],
		[403, '<b>KEY</b> has no access', '*** has no access'],
		[422, 'KEY, KEY and KEY', '***, *** and ***'],
		[500, 'Authorization: Bearer KEY', 'Authorization: Bearer ***'],
	])('a key that the service repeats (%s) is not shown', async (status, words, shown) => {
		const sandbox = await start({ keys: ['k-3f9a.51|c'] });
		const message = words.replaceAll('KEY', sandbox.apiKey);
		sandbox.conditions.push({ status, body: { message } });
		const error = await use(credentialOf(sandbox));
		expect(error).toContain(`(${String(status)}): ${shown}`);
		expect(error).not.toContain(sandbox.apiKey);
	});
});

describe('the credential test', () => {
	it('says that the connection works', async () => {
		const sandbox = await start();
		expect(await testCredential(credentialOf(sandbox))).toEqual({
			status: 'OK',
			message: 'Connection successful',
		});
	});

	it.each<[string, string, string]>([
		[
			'there is no such host',
			'http://nowhere.invalid/api/v1',
			'The host of the service cannot be found (nowhere.invalid:80). Nothing was sent. Check the spelling of Base URL in the credential, and that n8n can reach the network.',
		],
		[
			'the connection is refused',
			'http://127.0.0.1:1/api/v1',
			'The service refused the connection (127.0.0.1:1). Nothing was sent. Check the host and the port in Base URL of the credential, and that the service is running. From inside Docker, localhost is the container itself.',
		],
	])('says so where %s', async (_name, baseUrl, message) => {
		const sandbox = await start();
		expect(await testCredential(credentialOf(sandbox, { baseUrl }))).toEqual({
			status: 'Error',
			message,
		});
	});

	it.each<[string, Condition, string]>([
		[
			'the service fails',
			{ status: 500 },
			'The service failed on the list of projects (500): Something went wrong. Try again later. If it goes on, ask whoever runs the service.',
		],
		[
			'the service fails with a page of its own',
			{ status: 500, html: true },
			'The service failed on the list of projects (500). Try again later. If it goes on, ask whoever runs the service.',
		],
		[
			'the plan has no API',
			{ status: 403, body: { message: 'Upgrade your plan!' } },
			'The service does not allow this for the list of projects (403): Upgrade your plan. Check that your plan includes the API, and that the list of projects belongs to the account of API Key in the credential.',
		],
		[
			'a protection asks for a browser',
			{ status: 403, html: true, headers: { 'cf-mitigated': 'challenge' } },
			'A protection in front of the service stopped n8n (403). Ask whoever runs the service to let n8n through to the API without a browser check.',
		],
		[
			'the connection breaks',
			{ drop: true },
			'The connection broke before an answer came for the list of projects (ECONNRESET). Try again later. If it goes on, ask whoever runs the service.',
		],
	])('says so where %s', async (_name, condition, message) => {
		const sandbox = await start({ conditions: [condition] });
		expect(await testCredential(credentialOf(sandbox))).toEqual({ status: 'Error', message });
	});

	it('says so where the service limits requests, without waiting', async () => {
		const sandbox = await start({
			conditions: [{ status: 429, headers: { 'retry-after': '600' } }],
		});
		const { status, message } = await testCredential(credentialOf(sandbox));
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^The service takes no more requests for now \(429\): Too Many Attempts\. /,
		);
		expect(sandbox.requests).toHaveLength(1);
	});

	it('says so where https is spoken to a service without it', async () => {
		const sandbox = await start();
		const baseUrl = sandbox.baseUrl.replace('http:', 'https:');
		expect(await testCredential(credentialOf(sandbox, { baseUrl }))).toEqual({
			status: 'Error',
			message:
				'No secure connection to the service could be made. Nothing was sent. Check the port in Base URL of the credential, and whether it has to start with http:// instead of https://.',
		});
	});
});
