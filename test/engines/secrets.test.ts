import { inspect } from 'node:util';

import type { INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { locator, project, report } from '../support/node';
import { startService } from '../support/service';

const API_KEY = 'k-3f9a.51/c+d=e';
const WORDS = 'Words of the service.';

const start = async (condition: Condition) =>
	await startService({ keys: [API_KEY], conditions: [condition] });

const html = (text: string) =>
	text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
const named = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const form = (text: string) => new URLSearchParams({ text }).toString().slice(5);

/** What services make of a text that they repeat. */
const echoes: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['without the space around it', (text) => text.trim()],
	['in HTML', html],
	['in HTML with names', named],
	['in JSON', (text) => JSON.stringify(text)],
	['in a URL', encodeURIComponent],
	['in a form', form],
];

const passwords = [' spaces around ', 'line\nbreak', 'ä & "ö" <b> 100 %', "it's/a\\path", 'x'];

/** To create a report that asks for this password. */
const withPassword = (password: string) =>
	report('create', { url: 'https://page.test/', privacy: 2, password });

/** Runs an operation on a service that refuses it, with these texts in its answer. */
async function refused(parameters: INodeParameters, texts: string[]) {
	const service = await start({ status: 422, body: { message: { password: texts } } });
	const stopped = await service.run(parameters);
	const continued = await service.run(parameters, { onError: 'continueErrorOutput' });
	return inspect([stopped, continued], { depth: Infinity });
}

describe.each(echoes)('a service that repeats %s', (_, echo) => {
	it.each(passwords)('the password %j: no message shows it', async (password) => {
		const given = echo(password);
		const fields = { privacy: 2, password };
		for (const parameters of [
			withPassword(password),
			report('update', { reportId: locator('id', '1'), updateFields: fields }),
		]) {
			const words = [WORDS, `The password ${given} is too simple.`];
			const shown = await refused(parameters, words);
			expect(shown).toContain(WORDS);
			expect(shown).toContain('Correct Password');
			expect(shown).not.toContain('is too simple');
			if (password.trim().length > 1) expect(shown).not.toContain(given);
		}
	});

	it('the API key: no message shows it', async () => {
		const shown = await refused(project('getAll'), [`The key ${echo(API_KEY)} is unknown.`]);
		expect(shown).toMatch(/The key "?\*\*\*"? is unknown\.|message hidden, it contains a secret/);
		expect(shown).not.toContain(echo(API_KEY));
		expect(shown).not.toContain(API_KEY);
	});
});

it('a short password that is part of other words does not cut them', async () => {
	expect(await refused(withPassword('e'), ['The password needs eight characters.'])).toContain(
		'The password needs eight characters.',
	);
});

it('the login in an address that a service points to is not shown', async () => {
	const location = 'https://user:password@new.example/login?token=1#x';
	const service = await start({ status: 302, headers: { location }, body: '' });
	const { error } = await service.run(project('getAll'));
	expect(error?.description).toContain('The service points to https://new.example/login');
	expect(inspect(error)).not.toMatch(/user|password|token/);
});

it('a flag named password stays in the output, a password does not', async () => {
	const record = { id: 1, url: 'https://page.test/', password: true };
	const rows = [record, { ...record, id: 2, password: false }, { ...record, id: 3, password: 'x' }];
	const service = await start({ body: rows });
	const { items } = await service.run(report('getAll'));
	expect(items.map(({ json }) => json.password)).toEqual([true, false, undefined]);
});
