import { serviceWords } from '../../../../nodes/WebPageReport/errors/serviceWords';
import { contentOf } from '../../../../nodes/WebPageReport/response/content';

const said = (body: unknown) => serviceWords(contentOf(body), { apiKey: '' });

const SPRING = { codes: ['NotBlank.url', 'NotBlank'], field: 'url', defaultMessage: 'No.' };

it.each<[string, unknown, string]>([
	['a message before an error', { message: 'No.', error: 'Never.' }, 'No.'],
	['errors before a message', { message: 'No.', errors: ['One.', 'Two.'] }, 'One. Two.'],
	['fields in fields', { errors: { a: { b: [{ c: 'Deep.' }] } } }, 'Deep.'],
	['sentences without a full stop', { errors: ['One. A', 'Two.', 'Three'] }, 'One. A; Two. Three'],
	['the envelope before what it holds', { message: 'No.', data: { error: 'Never.' } }, 'No.'],
	['what is under data', { data: { error: 'No.' } }, 'No.'],
	['any other text', { status: 'down', reason: 'No way', ok: 0 }, 'down; No way'],
	['what is beside a record', { data: { id: 1, url: 'x', text: 'a b' }, hint: 'No.' }, 'No.'],
	['beside an ID', { id: 'req_8f2', message: 'Report is locked' }, 'Report is locked'],
	['a plain text', '\n Server\tError \n', 'Server Error'],
	['a text before JSON', 'No key, {"data":{"password":"hunter22"', 'No key,'],
	['markup', { message: '<b>No</b><br/>way.<!-- x --> <a href="x' }, 'No way.'],
	['a style and a script', { error: 'x<style>a{b:c}</style><script>d()</script >y' }, 'x y'],
	['invisible characters', { message: 'N\u202eo\u0000.' }, 'N o .'],
	['RFC 9457', { type: 'about:blank', title: 'Never', detail: 'No.' }, 'No.'],
	['RFC 9457 without a detail', { title: 'No', status: 403, detail: '' }, 'No'],
	['OAuth', { error: 'invalid_request', error_description: 'No.' }, 'No.'],
	['Django REST', { non_field_errors: ['No.'], url: ['No page.'] }, 'No. No page.'],
	// Of an entry, only what is wrong
	['Spring', { message: 'Never.', errors: [SPRING, SPRING] }, 'No. No.'],
	['FastAPI', { detail: [{ loc: ['body'], msg: 'No.', url: 'https://a.example/x' }] }, 'No.'],
	['JSON:API', { errors: [{ id: 'a1', title: 'Never.', detail: 'No.' }] }, 'No.'],
])('the words of a service are taken from %s', (_, body, words) => {
	expect(said(body)).toBe(words);
});

it.each<[string, unknown]>([
	['a web page', '<!DOCTYPE html><h1>Sorry!</h1>'],
	['rows', [{ id: 7, url: 'https://a.example', note: 'A note' }]],
	['a record', { id: 5, url: 'https://a.example', title: 'Salaries', error: 'Page not found.' }],
	['a record below', { data: { id: 5, url: 'https://a.example', password: 'hunter22' } }],
	['records that are called errors', { errors: [{ id: 5, url: 'x', password: 'a b' }] }],
	['broken JSON', '{"data":{"id":7,"password":"hunter22"'],
])('the words of a service are not taken from %s', (_, body) => {
	expect(said(body)).toBe('');
});

it('never holds a stored password, but what is wrong with one', () => {
	const stored = { url: 'https://a.example', privacy: 2, password: 'St0red' };
	for (const body of [stored, { docs: [{ _id: '6', ...stored }] }, { current: stored }]) {
		expect(said(body)).toContain('https://a.example');
		expect(said(body)).not.toContain('St0red');
	}
	expect(said({ errors: { password: ['Too short.'] } })).toBe('Too short.');
});

it.each([
	['at most twenty texts', Array<string>(50).fill('No!'), Array(20).fill('No!').join(' ')],
	['300 characters', 'x'.repeat(300), 'x'.repeat(300)],
	['301 characters', 'x'.repeat(301), `${'x'.repeat(299)}…`],
])('the words of a service are cut: %s', (_, errors, words) => {
	expect(said({ errors })).toBe(words);
});
