import { inspect } from 'node:util';

import type { ICredentialDataDecryptedObject, NodeApiError } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import type { SandboxOptions } from '../../sandbox/service/service';
import { fastTime, listSearch, type Outcome, run, testCredential } from '../support/engine';
import { locator, project, report } from '../support/node';
import { addresses, CREATE, startService as start } from '../support/service';

fastTime();

const PROTECTED = { privacy: 2, password: 'open sesame' };
const UPDATE = report('update', { reportId: locator('id', '1'), updateFields: PROTECTED });

describe('a credential with expressions, with a different service and key for each item,', () => {
	const items = [0, 1, 2].map((number) => ({ number }));

	/** Two services, each with its key, and the credential's values for each item. */
	const startTwo = async (conditions: SandboxOptions['conditions'] = []) => {
		const startOne = async (key: string) =>
			await start({ keys: [key], conditions: structuredClone(conditions) });
		const [first, second] = await Promise.all([startOne('first-key'), startOne('second-key')]);
		const of = (item: number) => (item === 1 ? second : first).credential;
		return { first, second, of };
	};

	it('hides the keys, and names the host of each item', async () => {
		const { second, of } = await startTwo([{ status: 422, body: { message: 'Not second-key' } }]);
		const parameters = project('getAll');
		const dead = 'http://127.0.0.1:1/api/v1';
		const options = { parameters, items, onError: 'continueRegularOutput' } as const;
		const refused = await run({ ...options, credential: of });
		const rejected = 'The service rejected the input (422)';
		const said = `${rejected}: Not second-key`;
		expect(refused.items.map(({ json }) => json.error)).toEqual([said, rejected, said]);
		expect(refused.items[1]?.json.message).toMatch(/^The service says: "\[message hidden /);
		const { items: lost } = await run({
			...options,
			credential: (item) => (item === 1 ? { ...of(1), baseUrl: dead } : of(1)),
		});
		expect(lost[1]?.json.message).toContain('(127.0.0.1:1)');
		expect(second.requests).toHaveLength(3);
	});

	it.each([0, 2])('sends nothing if the key of item %i is empty, and says so', async (empty) => {
		const { first, second, of } = await startTwo();
		// A database can be slow
		const credential = async (item: number) => {
			if (item !== empty) return of(item);
			await new Promise((resolve) => setTimeout(resolve, 300));
			return { ...of(item), apiKey: '' };
		};
		const options = { parameters: CREATE, credential, items };
		const { error } = await run(options);
		expect([error?.message, error?.itemIndex]).toEqual(['API Key is empty', empty]);
		expect([...first.requests, ...second.requests]).toEqual([]);

		const continued = await run({ ...options, onError: 'continueRegularOutput' });
		expect(continued.items.map(({ json }) => json.error)).toEqual(
			items.map(({ number }) => (number === empty ? 'API Key is empty' : undefined)),
		);
	});

	it('finds the report of a lost create with the key of its item', async () => {
		const { second, of } = await startTwo([{ method: 'POST', times: 1, status: 504, done: true }]);
		const { error, items: created } = await run({ parameters: CREATE, credential: of, items });
		expect(error).toBeUndefined();
		expect(created.map(({ json }) => json.url)).toEqual(addresses(3));
		expect(second.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
	});
});

it('asks n8n for the credential once per item, even for a list with many pages', async () => {
	const sandbox = await start({ reports: 450 });
	let asked = 0;
	const credential = () => {
		asked++;
		return sandbox.credential;
	};
	const parameters = report('getAll', { returnAll: true });
	const { items } = await run({ parameters, credential, items: [{}, {}] });
	expect(items).toHaveLength(900);
	// n8n itself asks once before the run
	expect(asked).toBeLessThanOrEqual(1 + 2);
	expect(sandbox.requests).toHaveLength(10);
});

/** The message of an error, formatted as in the credential test. */
function sentencesOf({ message, description }: NonNullable<Outcome['error']>): string {
	return `${message.replace(/\.$/, '')}. ${String(description)}`;
}

/** Every way in which n8n uses a credential; each resolves with the message if it fails. */
const ways: Array<[string, (credential: ICredentialDataDecryptedObject) => Promise<string>]> = [
	[
		'the credential test',
		async (credential) => {
			const { status, message } = await testCredential(credential);
			expect(status).toBe(message === 'Connection successful' ? 'OK' : 'Error');
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

it('says that a key has worked, if it has', async () => {
	const sandbox = await start();
	await sandbox.run(project('getAll'));
	sandbox.conditions.push({ status: 401 });
	const { error } = await sandbox.run(project('getAll'));
	expect(error?.description).toMatch(/^It has worked before/);
});

it.each([report('create', { url: 'https://page.test/', ...PROTECTED }), UPDATE])(
	'hides a password that the service repeats: %j',
	async (parameters) => {
		const texts = ['Words of the service.', 'The password "open sesame" is too simple.'];
		const condition = { status: 422, body: { message: { password: texts } } };
		const sandbox = await start({ conditions: [condition] });
		const stopped = await sandbox.run(parameters);
		const continued = await sandbox.run(parameters, { onError: 'continueErrorOutput' });
		const shown = inspect([stopped, continued], { depth: Infinity });
		expect(shown).toContain('[message hidden because it may contain a secret]');
		expect(shown).toContain('Correct Password');
		expect(shown).not.toMatch(/open|sesame|Words/);
	},
);

// What a credential may contain: test/credentials
describe.each(ways)('%s', (_way, use) => {
	it('reaches the service and sends the key, even with spaces around both', async () => {
		const sandbox = await start({ keys: ['12|aZ-._~+/=!#%&{}:;"'] });
		const { baseUrl, apiKey } = sandbox;
		const changes = { baseUrl: `  ${baseUrl}/?lang=en#top \n`, apiKey: ` ${apiKey}\n` };
		expect(await use({ ...sandbox.credential, ...changes })).toBe('');
		expect(sandbox.requests).toMatchObject([
			{
				method: 'GET',
				path: '/projects',
				headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
			},
		]);
	});

	it('sends nothing without a key, and says why', async () => {
		const sandbox = await start();
		expect(await use({ ...sandbox.credential, apiKey: '' })).toEqual(
			expect.stringMatching(/^API Key is empty\. In the credential, enter only the key itself/),
		);
		expect(sandbox.requests).toEqual([]);
	});

	it.each<[string, Condition, string]>([
		[
			'a web page',
			{ html: true },
			'The service returned a web page instead of data. Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.',
		],
		[
			'a redirect, which it does not follow',
			{ status: 302, headers: { location: 'https://new.example/api/v1/projects?a=b' }, body: '' },
			'The service has moved (302): https://new.example/api/v1/projects. If this is its new address, enter https://new.example/api/v1 as Base URL in the credential.',
		],
		[
			'a wrong key, even if the service repeats it',
			{ status: 401, body: { message: 'k-3f9a.51|c is unknown' } },
			'The service rejected the API key (401). The service says: "[message hidden because it may contain a secret]". Check API Key in the credential: copy it again from your report service.',
		],
	])('says what to do about %s', async (_, condition, message) => {
		const sandbox = await start({ keys: ['k-3f9a.51|c'], conditions: [condition] });
		expect(await use(sandbox.credential)).toBe(message);
		expect(sandbox.requests).toHaveLength(1);
	});

	it('survives a limit, and lost answers', async () => {
		const limited = { status: 429, times: 1 };
		const sandbox = await start({ conditions: [limited, { drop: true, times: 2 }] });
		expect(await use(sandbox.credential)).toBe('');
	});
});
