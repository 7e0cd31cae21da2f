import { inspect } from 'node:util';

import type { INodeParameters } from 'n8n-workflow';

import { locator, report } from '../support/node';
import { startService } from '../support/service';

const WORDS = 'Words of the service.';

const PROTECTED = { privacy: 2, password: 'open sesame' };

// The encodings in which services repeat a secret, and keys: test/nodes/WebPageReport/errors
it.each<[string, INodeParameters]>([
	['a create', report('create', { url: 'https://page.test/', ...PROTECTED })],
	['an update', report('update', { reportId: locator('id', '1'), updateFields: PROTECTED })],
])('hides a password that the service repeats after %s', async (_, parameters) => {
	const texts = [WORDS, 'The password "open sesame" is too simple.'];
	const condition = { status: 422, body: { message: { password: texts } } };
	const service = await startService({ conditions: [condition] });
	const stopped = await service.run(parameters);
	const continued = await service.run(parameters, { onError: 'continueErrorOutput' });
	const shown = inspect([stopped, continued], { depth: Infinity });
	expect(shown).toContain(WORDS);
	expect(shown).toContain('Correct Password');
	expect(shown).not.toMatch(/open|sesame|is too simple/);
});
