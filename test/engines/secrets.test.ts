import { inspect } from 'node:util';

import type { INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { locator, project, report } from '../support/node';
import { startService } from '../support/service';

const API_KEY = 'k-3f9a.51/c+d=e';
const WORDS = 'Words of the service.';

const start = async (condition: Condition) =>
	await startService({ keys: [API_KEY], conditions: [condition] });

/** Parameters that create a report with this password. */
const withPassword = (password: string) =>
	report('create', { url: 'https://page.test/', privacy: 2, password });

/** Runs an operation against a service that refuses it and quotes these texts. */
async function refused(parameters: INodeParameters, texts: string[]) {
	const service = await start({ status: 422, body: { message: { password: texts } } });
	const stopped = await service.run(parameters);
	const continued = await service.run(parameters, { onError: 'continueErrorOutput' });
	return inspect([stopped, continued], { depth: Infinity });
}

// The encodings in which services repeat a secret are covered in test/nodes/WebPageReport/errors
it.each<[string, INodeParameters]>([
	['a create', withPassword('open sesame')],
	[
		'an update',
		report('update', {
			reportId: locator('id', '1'),
			updateFields: { privacy: 2, password: 'open sesame' },
		}),
	],
])('hides a password that the service repeats after %s', async (_, parameters) => {
	const shown = await refused(parameters, [WORDS, 'The password "open sesame" is too simple.']);
	expect(shown).toContain(WORDS);
	expect(shown).toContain('Correct Password');
	expect(shown).not.toMatch(/open|sesame|is too simple/);
});

it('hides an API key that the service repeats', async () => {
	const shown = await refused(project('getAll'), [`The key ${API_KEY} is unknown.`]);
	expect(shown).toContain('The key *** is unknown.');
	expect(shown).not.toContain(API_KEY);
});

it('leaves words intact that contain a short password', async () => {
	expect(await refused(withPassword('e'), ['The password needs eight characters.'])).toContain(
		'The password needs eight characters.',
	);
});

it('hides the login in the address of a redirect', async () => {
	const location = 'https://user:password@new.example/login?token=1#x';
	const service = await start({ status: 302, headers: { location }, body: '' });
	const { error } = await service.run(project('getAll'));
	expect(error?.description).toContain(
		'The service redirects to https://new.example/login instead',
	);
	expect(inspect(error)).not.toMatch(/user|password|token/);
});

it('keeps a flag named password in the output, but not a password', async () => {
	const record = { id: 1, url: 'https://page.test/', password: true };
	const rows = [record, { ...record, id: 2, password: false }, { ...record, id: 3, password: 'x' }];
	const service = await start({ body: rows });
	const { items } = await service.run(report('getAll'));
	expect(items.map(({ json }) => json.password)).toEqual([true, false, undefined]);
});
