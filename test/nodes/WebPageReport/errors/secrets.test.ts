import fc from 'fast-check';

import { withoutSecrets } from '../../../../nodes/WebPageReport/errors/secrets';
import { clean } from '../../../../nodes/WebPageReport/errors/serviceWords';

describe('an API key', () => {
	it.each([
		['key was used', 'key', '*** was used'],
		['a key, key and keys', 'key', 'a ***, *** and keys'],
		['a.c abc', 'a.c', '*** abc'],
		['$& a$&b', 'a$&b', '$& ***'],
		['a+b/c= is a%2Bb%2Fc%3D', 'a+b/c=', '*** is ***'],
		['{"key":"a\\"b\\\\c7"}', 'a"b\\c7', '{"key":"***"}'],
		['xs3cretx', 's3cret', 'x***x'],
		['nothing to hide', 'key', 'nothing to hide'],
		['nothing to hide', '', 'nothing to hide'],
	])('in %j is masked if it is %j: %j', (text, apiKey, shown) => {
		expect(withoutSecrets(text, { apiKey })).toBe(shown);
	});

	it.each([
		['s3cret is wrong', 'hunter22', '*** is wrong'],
		['s3cret and hunter22 are wrong', 'hunter22', ''],
		// The key is part of the password: hiding the key first must not make the password unrecognisable
		['password s3cret-and-more', 's3cret-and-more', ''],
	])('in %j is masked, unless the text contains the password %j: %j', (text, password, shown) => {
		expect(withoutSecrets(text, { apiKey: 's3cret', password })).toBe(shown);
	});
});

describe('a password', () => {
	it.each([
		// As it is, in a word, and without the spaces around it
		['hunter22', 'No hunter22!', true],
		['hunter22', 'xhunter22x', true],
		[' hunter22 ', 'No hunter22!', true],
		['a.*b(c)[d]', 'No a.*b(c)[d]!', true],
		['back\\slash', 'No back\\slash!', true],
		// A short one must be a word of its own
		['a', 'It is a test', true],
		['a', 'banal', false],
		['7', '17 of 7', true],
		['é', 'né', false],
		['é', 'n é', true],
		['pass', 'No pass!', true],
		['pass', 'the password', false],
		['pass', 'bypass', false],
		['pass', 'by_pass', true],
		['hunte', 'hunter', false],
		['hunter', 'hunters', true],
		// Something else
		['a.*bcdef', 'aXXbcdef', false],
		['', 'nothing to hide', false],
		['  ', 'nothing  to hide', false],
	])('%j is recognised in %j: %j', (password, text, isIn) => {
		expect(withoutSecrets(text, { apiKey: '', password })).toBe(isIn ? '' : text);
	});
});

/** How services encode a text inside another one. */
const encodings: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	[
		'as HTML',
		(text) => {
			const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
			return text.replace(/[&<>"]/g, (sign) => `&${String(names[sign])};`);
		},
	],
	['as JSON', (text) => JSON.stringify(text).slice(1, -1)],
	['in capitals', (text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())],
	[
		"as PHP's JSON",
		(text) =>
			JSON.stringify(text)
				.slice(1, -1)
				.replaceAll('/', '\\/')
				.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
	],
	['as a URL', encodeURIComponent],
	[
		'as a URL, as .NET and PHP encode it',
		(text) =>
			encodeURIComponent(text)
				.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
				.replace(/%../g, (byte) => byte.toLowerCase()),
	],
	['as a form', (text) => new URLSearchParams([['', text]]).toString().replace(/^=/, '')],
];

describe('whatever a secret contains,', () => {
	const unit = fc.constantFrom(...Array.from('aä🔑 \n+%&"</\\$2'));
	const secret = fc
		.oneof(
			fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme' }),
			fc.string({ minLength: 6, maxLength: 40, unit }),
		)
		.map((text) => text.trim())
		.filter((text) => text.length >= 6);

	it.each(encodings)('it is hidden in a text that repeats it %s', (_, encoded) => {
		fc.assert(
			fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
				const found = encoded(text);
				const all = `${before} ${found} ${after}`;
				expect(clean(all, { apiKey: '', password: text })).toBe('');
				expect(clean(all, { apiKey: text })).not.toContain(found);
			}),
			{ seed: 7 },
		);
	});

	it.each([
		['HTML is decoded first', 'No a&gt;b7c!', 'a>b7c', 'No ***!'],
		['long text is cut off later', `No.${' '.repeat(9_990)}s3cret-key`, 's3cret-key', 'No. ***'],
		['it may contain a lone surrogate', 'No \ud83dhunter!', '\ud83dhunter', 'No ***!'],
	])('%s', (_, text, apiKey, shown) => {
		expect(clean(text, { apiKey })).toBe(shown);
	});
});
