import fc from 'fast-check';

import { withoutSecrets } from '../../../../nodes/WebPageReport/errors/secrets';

const hasPassword = (text: string, password: string) => {
	const shown = withoutSecrets(text, { apiKey: '', password });
	expect(['', text]).toContain(shown);
	return shown !== text;
};

describe('an API key', () => {
	it.each([
		['key was used', 'key', '*** was used'],
		['a key, key and keys', 'key', 'a ***, *** and keys'],
		['a.c abc', 'a.c', '*** abc'],
		['$& a$&b', 'a$&b', '$& ***'],
		['Bearer a+b/c=', 'a+b/c=', 'Bearer ***'],
		['a+b/c= is a%2Bb%2Fc%3D', 'a+b/c=', '*** is ***'],
		['{"key":"a\\"b\\\\c7"}', 'a"b\\c7', '{"key":"***"}'],
		['<b>a&lt;b&amp;c7</b>', 'a<b&c7', '<b>***</b>'],
		['xs3cretx', 's3cret', 'x***x'],
		['nothing to hide', 'key', 'nothing to hide'],
		['nothing to hide', '', 'nothing to hide'],
		['', 'key', ''],
	])('in %j is replaced: %j', (text, apiKey, shown) => {
		expect(withoutSecrets(text, { apiKey })).toBe(shown);
	});

	it('is hidden beside a password, of which nothing is shown', () => {
		const secrets = { apiKey: 's3cret', password: 'hunter22' };
		expect(withoutSecrets('s3cret is wrong', secrets)).toBe('*** is wrong');
		expect(withoutSecrets('s3cret and hunter22 are wrong', secrets)).toBe('');
	});

	it('that a password begins with does not take it apart before that is found', () => {
		const secrets = { apiKey: 'abcdef', password: 'abcdefghi' };
		expect(withoutSecrets('password abcdefghi', secrets)).toBe('');
	});
});

describe('a password', () => {
	it.each([
		['as it is', 'hunter22', 'No hunter22!'],
		['in a word', 'hunter22', 'xhunter22x'],
		['without the spaces around it', ' hunter22 ', 'No hunter22!'],
		['with signs of patterns', 'a.*b(c)[d]', 'No a.*b(c)[d]!'],
		['with a backslash', 'back\\slash', 'No back\\slash!'],
		['in HTML, by names', '<a&"b>', 'No &lt;a&amp;&quot;b&gt;!'],
		['in JSON', 'a"b\\d ef', 'No a\\"b\\\\d ef!'],
		['in JSON, with line breaks', 'open\nsesame', 'No open\\nsesame!'],
		['in a URL', 'open sesame', 'No open%20sesame!'],
		['in a URL, beyond ASCII', 'pässwörd', 'No p%C3%A4ssw%C3%B6rd!'],
		['in a form', 'open sesame', 'No open+sesame!'],
	])('is recognised %s', (_, password, text) => {
		expect(hasPassword(text, password)).toBe(true);
	});

	it.each([
		['a', 'It is a test', true],
		['a', 'banal', false],
		['7', '17 of 70', false],
		['7', '17 of 7', true],
		['7', 'a7', false],
		['é', 'né', false],
		['é', 'n é', true],
		['pass', 'No pass!', true],
		['pass', 'the password', false],
		['pass', 'bypass', false],
		['pass', 'by_pass', true],
		['hunte', 'hunter', false],
		['hunter', 'hunters', true],
	])('%j that is short is a word of its own; in %j: %j', (password, text, expected) => {
		expect(hasPassword(text, password)).toBe(expected);
	});

	it.each([
		['hunter22', 'hunter 22'],
		['hunter22', 'hunter23'],
		['a.*bcdef', 'aXXbcdef'],
		['', 'nothing to hide'],
		['  ', 'nothing  to hide'],
	])('%j is not seen in %j', (password, text) => {
		expect(hasPassword(text, password)).toBe(false);
	});
});

/** The ways in which services write a text that is a part of another one. */
const encodings: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	[
		'as HTML',
		(text) =>
			text
				.replaceAll('&', '&amp;')
				.replaceAll('<', '&lt;')
				.replaceAll('>', '&gt;')
				.replaceAll('"', '&quot;'),
	],
	['as JSON', (text) => JSON.stringify(text).slice(1, -1)],
	['as a URL', encodeURIComponent],
	['as a form', (text) => new URLSearchParams([['', text]]).toString().replace(/^=/, '')],
];

describe('whatever a secret is', () => {
	const unit = fc.constantFrom(
		'a',
		'ä',
		'🔑',
		' ',
		'\n',
		'+',
		'%',
		'&',
		'"',
		'<',
		'/',
		'\\',
		'$',
		'2',
	);
	const secret = fc
		.oneof(
			fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme' }),
			fc.string({ minLength: 6, maxLength: 40, unit }),
		)
		.map((text) => text.trim())
		.filter((text) => text.length >= 6);

	it.each(encodings)('a text that repeats it %s does not show it', (_, encoded) => {
		fc.assert(
			fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
				const found = encoded(text);
				const all = `${before} ${found} ${after}`;
				expect(withoutSecrets(all, { apiKey: '', password: text })).toBe('');
				expect(withoutSecrets(all, { apiKey: text })).not.toContain(found);
			}),
			{ seed: 7 },
		);
	});

	it('a text of other letters is shown as it is', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^[a-m]{6,20}$/),
				fc.stringMatching(/^[n-z%&\\;+ ]*$/),
				(apiKey, text) => {
					expect(withoutSecrets(text, { apiKey, password: apiKey })).toBe(text);
				},
			),
			{ seed: 7 },
		);
	});

	it('half a character is no reason to fail', () => {
		expect(withoutSecrets('No \ud83dhunter!', { apiKey: '\ud83dhunter' })).toBe('No ***!');
	});
});
