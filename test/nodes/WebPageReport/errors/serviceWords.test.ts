import fc from 'fast-check';

import { serviceWords } from '../../../../nodes/WebPageReport/errors/serviceWords';
import { WEB_PAGE } from '../../../support/failures';
import { OPERATIONS } from '../../../support/operations';
import { explained } from './explained';

describe('the words of a service', () => {
	it.each([
		['a message before an error', { message: 'No.', error: 'Never.' }, ': No.'],
		['an error where the message is empty', { message: {}, error: 'Never.' }, ': Never.'],
		['errors before a message', { message: 'No.', errors: ['One.', 'Two.'] }, ': One. Two.'],
		['fields', { message: { a: ['One.', 'Two.'], b: 'Three.' } }, ': One. Two. Three.'],
		['fields in fields', { errors: { a: { b: [{ c: 'Deep.' }] } } }, ': Deep.'],
		['a plain text', 'Server Error', ': Server Error'],
		['markup', { message: '<b>No</b><br/>way.<!-- x -->' }, ': No way.'],
		['truncated markup', { message: 'No. <a href="x' }, ': No.'],
		['a detail (RFC 9457)', { type: 'about:blank', title: 'No', detail: 'Not.' }, ': Not.'],
		['a title (RFC 9457)', { title: 'No', status: 403, detail: '' }, ': No'],
		['errors, even next to a detail', { errors: [{ name: 'a' }], detail: 'Never.' }, ': a'],
		['a text with white space around', '\n Server\tError \n', ': Server Error'],
		['words of which some are only markup', { errors: ['<br>', 'No.'] }, ': No.'],
		['a list of errors', [{ code: 'a1', message: 'No.' }], ': No.'],
		['msg', { status: 'error', msg: 'No.' }, ': No.'],
		['OAuth', { error: 'invalid_request', error_description: 'No.' }, ': No.'],
		[
			'JSON:API',
			{
				errors: [{ id: 'a1', status: '422', title: 'Never.', detail: 'No.', source: { a: '/b' } }],
			},
			': No.',
		],
		['a field of that name', { errors: { title: ['No.'] } }, ': No.'],
		[
			'entities',
			{ message: 'It isn&#039;t &quot;so&quot; &amp; 1 &lt; 2' },
			`: It isn't "so" & 1 < 2`,
		],
		['more entities', 'It isn&apos;t&nbsp;&#x110000;so&#x10ffff;', `: It isn't so\u{10ffff}`],
		['markup in entities', { message: '&lt;b&gt;No.&lt;/b&gt;' }, ': No.'],
		['a style and a script', 'x<style>a{b:c}</style><script>d()</script >y', ': x y'],
		['invisible characters', { message: 'N\u202eo\u0000.' }, ': N o .'],
		['Django REST', { url: ['Enter a page that exists.'] }, ': Enter a page that exists.'],
		[
			'Django REST, non-field errors',
			{ non_field_errors: ['No.'], url: ['No page.'] },
			': No. No page.',
		],
		[
			'API Platform',
			{ '@type': 'hydra:Error', 'hydra:title': 'No', 'hydra:description': 'Not.' },
			': Not.',
		],
		['a record', { data: { id: 1, generated_at: '2026-11-24 14:35' }, status: 'fail' }, ''],
		['words beside a record', { data: { id: 1, text: 'a b' }, hint: 'No way.' }, ': No way.'],
		['Jira', { errorMessages: ['No.'], errors: {} }, ': No.'],
		['AWS Lambda', { errorMessage: 'No.', errorType: 'Error' }, ': No.'],
		['AWS', { Message: 'User is not allowed', Code: 'E1' }, ': User is not allowed'],
		['a reason', { success: false, reason: 'No.' }, ': No.'],
		['a description', { description: 'No.', code: 'E1' }, ': No.'],
		['Apigee', { fault: { faultstring: 'No.', detail: { errorcode: 'a.b.C' } } }, ': No.'],
		['CodeIgniter', { status: 400, error: 400, messages: { error: 'No.' } }, ': No.'],
		[
			'Pydantic',
			{
				detail: [
					{ type: 'missing', loc: ['body', 'url'], msg: 'No.', url: 'https://errors.example/x' },
				],
			},
			': No.',
		],
		[
			'express-validator',
			{ errors: [{ type: 'field', msg: 'No.', path: 'url', location: 'body', value: 'x y' }] },
			': No.',
		],
		['Zod', { issues: [{ code: 'custom', message: 'No.', path: ['url'] }] }, ': No.'],
		['JSend', { status: 'fail', data: { url: 'No page.' } }, ': No page.'],
		[
			'sentences without a full stop',
			{ errors: ['One. A', 'Two.', 'Three'] },
			': One. A; Two. Three',
		],
		['names and figures', { code: 'E 1', status: 'down', trace_id: 'a', ok: '0' }, ': E 1'],
		['what is under data', { data: { error: 'No.' } }, ': No.'],
		['JSend, about an ID', { status: 'fail', data: { id: 'No such ID.' } }, ': No such ID.'],
		[
			'an error with an address',
			{ errors: [{ code: 'q', description: 'No quota.', url: 'https://docs.example/q' }] },
			': No quota.',
		],
		['errors with IDs', { errors: [{ id: 'QUOTA', description: 'No quota.' }] }, ': No quota.'],
	])('are taken from %s', (_, body, words) => {
		expect(explained({ status: 401, body }, OPERATIONS.get).message).toBe(
			`The service rejected the API key (401)${words}`,
		);
	});

	it.each([
		['a web page', WEB_PAGE],
		['numbers', { message: 7 }],
		['rows', [{ url: 'https://a.example' }]],
		['one record', { id: 5, url: 'https://a.example', note: 'A note' }],
		['the title of a record', { id: 5, title: 'Salaries' }],
		['the title of a record below', { data: { id: 5, title: 'Salaries' } }],
		["the links of Laravel's pages", { meta: { links: [{ label: '« Back' }] }, next: '/?page=2' }],
		[
			'records that are called errors',
			{ errors: [{ id: 5, url: 'https://a.example', password: 'a b' }] },
		],
		['rows below', { reports: [{ id: 5, password: 'hunter22' }] }],
		['a record below', { data: { existing: { url: 'https://a.example', password: 'a b' } } }],
	])('are not taken from %s', (_, body) => {
		expect(explained({ status: 401, body }, OPERATIONS.get).message).toBe(
			'The service rejected the API key (401)',
		);
	});

	it.each([
		['twenty of many texts', Array(50).fill('No!'), `"${Array(20).fill('No!').join(' ')}"`],
		['300 characters', 'x'.repeat(300), `"${'x'.repeat(300)}".`],
		['301 characters', 'x'.repeat(301), `"${'x'.repeat(299)}…"`],
		['what just does not fit', 'x'.repeat(41), `"${'x'.repeat(41)}".`],
		['a sentence', `${'x'.repeat(40)}.`, `"${'x'.repeat(40)}."`],
	])('precede the advice if they do not fit the title: %s', (_, errors, quoted) => {
		const { message: title, advice } = explained({ status: 401, body: { errors } }, OPERATIONS.get);
		expect(title).toBe('The service rejected the API key (401)');
		expect(advice).toBe(
			`The service says: ${quoted} Check API Key in the credential: copy it again from your report service.`,
		);
	});

	it('are in the title if they just fit', () => {
		const { message: title } = explained(
			{ status: 401, body: { message: 'x'.repeat(40) } },
			OPERATIONS.get,
		);
		expect(title).toHaveLength(80);
	});

	it.each([
		['a key in a text', 'Key s3cret is unknown.', 'Key *** is unknown.'],
		['a key in a field', { error: { key: 's3cret' } }, '***'],
		['a key split by markup', { message: 's3<wbr>cret s3cret' }, 's3 cret ***'],
		[
			'a password in one of several texts',
			{ errors: { password: ['hunter22 is too short.'], url: ['Invalid.', 'No s3cret.'] } },
			'Invalid. No ***.',
		],
		[
			'a password in the only text',
			'No hunter22.',
			'[message hidden because it contains a secret]',
		],
		[
			'a password in every text',
			{ errors: ['hunter22', 'No hunter22!'], message: 'Invalid.' },
			'[message hidden because it contains a secret]',
		],
		['a key in entities', { message: 'No s3&#99;ret.' }, 'No ***.'],
		[
			'a password in entities',
			{ message: 'No hunter&#x32;2.' },
			'[message hidden because it contains a secret]',
		],
		['a password in another field', { message: 'No.', input: 'hunter22' }, 'No.'],
		[
			'a password in markup',
			{ message: 'No <i title="hunter22">way</i>' },
			'[message hidden because it contains a secret]',
		],
		['a password with markup in it', { message: 'No <b>hunter</b>22.' }, 'No hunter 22.'],
	])('are shown without secrets: %s', (_, body, shown) => {
		const secrets = { apiKey: 's3cret', password: 'hunter22' };
		expect(serviceWords(body, secrets)).toBe(shown);
	});

	it.each([
		// Complete only once the markup is removed; cut off by the length limit
		['open sesame', 'No open<br>sesame, sorry'],
		['hunter22', `${'x'.repeat(295)} hunter22`],
	])('are hidden if the password %j is in %j', (password, text) => {
		const shown = serviceWords(text, { apiKey: '', password });
		expect(shown).toBe('[message hidden because it contains a secret]');
	});

	it('never make the title too long, whatever they are', () => {
		fc.assert(
			fc.property(fc.integer({ min: 300, max: 599 }), fc.jsonValue(), (status, body) => {
				expect(explained({ status, body }, OPERATIONS.get).message.length).toBeLessThanOrEqual(80);
			}),
		);
	});

	it('are found at once in a long answer: a search through all 5 MB blocked n8n for a minute', () => {
		const began = performance.now();
		explained({ status: 422, body: { message: 'a&amp;b%41 '.repeat(500_000) } }, OPERATIONS.get);
		expect(performance.now() - began).toBeLessThan(5_000);
	});
});
