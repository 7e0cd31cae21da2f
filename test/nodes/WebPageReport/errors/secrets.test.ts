import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';

import {
	secretsOf,
	withoutKey,
	withoutPassword,
	withoutSecrets,
} from '../../../../nodes/WebPageReport/errors/secrets';

describe('the secrets of a request', () => {
	it.each<[string, string | undefined, IDataObject | undefined, string, string]>([
		['the key and the password', 'key', { password: ' pass ' }, 'key', 'pass'],
		['a key that is called like that', 'Bearer', undefined, 'Bearer', ''],
		['a password of several lines', 'key', { password: '\n pass\n word\t' }, 'key', 'pass\n word'],
		['a password that is a number', 'key', { password: 1234 }, 'key', '1234'],
		['a password that is nothing', 'key', { password: null }, 'key', ''],
		['no password', 'key', { url: 'x' }, 'key', ''],
		['no body', 'key', undefined, 'key', ''],
		['no key', undefined, undefined, '', ''],
	])('are %s', (_, apiKey, body, key, password) => {
		const headers = apiKey === undefined ? undefined : { Authorization: `Bearer ${apiKey}` };
		expect(secretsOf({ headers, body })).toEqual({ apiKey: key, password });
	});
});

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
		['nothing to hide', 'key', 'nothing to hide'],
		['nothing to hide', '', 'nothing to hide'],
		['', 'key', ''],
	])('in %j is replaced: %j', (text, apiKey, shown) => {
		expect(withoutSecrets(text, { apiKey, password: '' })).toBe(shown);
	});

	it.each([
		['No %61%2Bb%2Fc%3D!', 'a+b/c='],
		['No a+b\\/c=!', 'a+b/c='],
		['No a&#43;b/c&#x3d;!', 'a+b/c='],
		['No A+B/C=!', 'a+b/c='],
		['a+b/c= is a%2Bb%2Fc%3D', 'a+b/c='],
	])('in another form makes a riddle of %j, which is left out', (text, apiKey) => {
		expect(withoutSecrets(text, { apiKey, password: '' })).toBe('');
	});

	it('is hidden beside a password, of which nothing is shown', () => {
		const secrets = { apiKey: 's3cret', password: 'hunter22' };
		expect(withoutSecrets('s3cret is wrong', secrets)).toBe('*** is wrong');
		expect(withoutSecrets('s3cret and hunter22 are wrong', secrets)).toBe('');
	});
});

describe('a password', () => {
	it.each([
		['as it is', 'hunter22', 'No hunter22!'],
		['in a word', 'hunter22', 'xhunter22x'],
		['in capitals', 'hunter22', 'No HUNTER22!'],
		['in small letters', 'Hunter22', 'No hunter22!'],
		['in capitals and encoded', 'pässwörd', 'No P%C3%84SSW&Ouml;RD!'],
		['with signs of patterns', 'a.*b(c)[d]', 'No a.*b(c)[d]!'],
		['with a backslash', 'back\\slash', 'No back\\slash!'],
		['with other white space', 'open  sesame', 'No open sesame!'],
		['with a line break for white space', 'open sesame', 'No open\r\n\tsesame!'],
		['with white space for a line break', 'open\nsesame', 'No open sesame!'],
		['with a space that does not break', 'open\u00a0sesame', 'No open sesame!'],
		['in HTML, by names', '<a&"\'b>', 'No &lt;a&amp;&quot;&apos;b&gt;!'],
		['in HTML, by numbers', '<a&"\'b>', 'No &#60;a&#38;&#034;&#039;b&#62;!'],
		['in HTML, by numbers to the base of 16', '<a&"\'b>', 'No &#x3c;a&#x26;&#x22;&#x0027;b&#X3E;!'],
		['in HTML, escaped twice', '<a&b>cd', 'No &amp;lt;a&amp;amp;b&amp;gt;cd!'],
		['in HTML, escaped three times', '<a&b>cd', 'No &amp;amp;lt;a&amp;amp;amp;b&amp;amp;gt;cd!'],
		['in HTML, without semicolons', 'a"b&cdef', 'No a&quotb&ampcdef!'],
		['in HTML, by names of letters', 'pässwörd', 'No p&auml;ssw&ouml;rd!'],
		[
			'in HTML, by names of great letters',
			'ÉÀÑÇÅÊ',
			'No &Eacute;&Agrave;&Ntilde;&Ccedil;&Aring;&Ecirc;!',
		],
		['in HTML, with line breaks', 'open\nsesame\tnow', 'No open&#10;sesame&#x09;now!'],
		['in HTML, with a space that does not break', 'open sesame', 'No open&#160;sesame!'],
		['in HTML, with spaces', 'open sesame', 'No open&nbsp;&#32;&#x20;sesame!'],
		['in HTML, beyond ASCII', 'pässwörd', 'No p&#228;ssw&#xF6;rd!'],
		['in HTML, beyond 16 bits', 'key 🔑 key', 'No key &#128273; key!'],
		['in JSON', 'a"b/c\\d ef', 'No a\\"b\\/c\\\\d ef!'],
		['in JSON, beyond ASCII', 'pässwörd', 'No p\\u00e4ssw\\u00F6rd!'],
		['in JSON, beyond 16 bits', 'key 🔑 key', 'No key \\ud83d\\udd11 key!'],
		['in JSON, by numbers', '<a&b>cd', 'No \\u003ca\\u0026b\\u003Ecd!'],
		['in JSON, with line breaks', 'open\nsesame\tnow', 'No open\\r\\nsesame\\tnow!'],
		['in JSON in JSON', 'a"b/c\\dé', 'No a\\\\\\"b\\\\/c\\\\\\\\d\\\\u00e9!'],
		['in a URL', 'open sesame', 'No open%20sesame!'],
		['in a form', 'open sesame', 'No open+sesame!'],
		['in a URL in a URL', 'open sesame', 'No open%2520sesame!'],
		['in a URL, three times', 'a&b=c d', 'No a%252526b%25253Dc%252520d!'],
		['in a URL, with small letters', 'a+b/c?d', 'No a%2bb%2fc%3fd!'],
		['in a URL, with line breaks', 'open\nsesame\tnow', 'No open%0D%0asesame%09now!'],
		['in a URL, beyond ASCII', 'pässwörd', 'No p%C3%A4ssw%c3%b6rd!'],
		['in a URL, beyond 16 bits', 'key 🔑 key', 'No key%20%F0%9F%94%91%20key!'],
		['in a URL, letter by letter', 'hunter22', 'No %68%75%6E%74%65%72%32%32!'],
		['in JSON, with white space by numbers', 'open\nsesame', 'No open\\u000asesame!'],
		['in a URL, in bytes that are no UTF-8', 'pässwörd', 'No p%E4ssw%F6rd!'],
		['in a URL that broke off', 'a%b&c=d', 'No a%b%26c%3Dd%2!'],
		['in marks on letters', 'pässwörd', 'No pa\u0308sswo\u0308rd!'],
		['in JSON in a URL', 'a"b/cdé', 'No a%5C%22b%5C%2Fcd%5Cu00e9!'],
		['in HTML in a URL', 'a"b&cdé', 'No a%26quot%3Bb%26amp%3Bcd%26%23233%3B!'],
		['in HTML in JSON by numbers', 'a"b&cdé', 'No a\\u0026quot;b\\u0026amp;cd\\u0026#233;!'],
		['in JSON in HTML', 'a"b/cdé', 'No a\\&quot;b\\/cd\\u00e9!'],
		['in HTML in JSON', 'a"b/cdé', 'No a&quot;b\\/cd\\u00e9!'],
		['in a URL in JSON', 'a b/cdé', 'No a%20b%2Fcd%C3%A9!'],
	])('is recognised %s', (_, password, text) => {
		expect(hasPassword(text, password.trim())).toBe(true);
	});

	it.each([
		['a', 'It is a test', true],
		['a', 'A', true],
		['a', 'banal', false],
		['a', 'No &#97;!', true],
		['a', 'No "%61"!', true],
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
		['hunte', '%22hunte%22', true],
		['hunte', 'No\\nhunte', true],
		['é', 'ne\u0301', false],
		['hunter', 'hunters', true],
		['a b c', 'a b c', true],
		['a b c', 'a b cd', false],
	])('%j that is short is a word of its own; in %j: %j', (password, text, expected) => {
		expect(hasPassword(text, password)).toBe(expected);
	});

	it.each([
		['hunter22', 'hunter 22'],
		['hunter22', 'hunter23'],
		['open sesame', 'opensesame'],
		['a.*bcdef', 'aXXbcdef'],
		['', 'nothing to hide'],
	])('%j is not seen in %j', (password, text) => {
		expect(hasPassword(text, password)).toBe(false);
	});
});

const bytes = (text: string) => [...Buffer.from(text)];
const hex = (number: number, length: number) => number.toString(16).padStart(length, '0');
const units = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
/** As a browser shows white space, that is as one space. */
const points = (text: string) =>
	Array.from(text.replace(/\s+/g, ' '), (character) => character.codePointAt(0) ?? 0);

const inHtml = (text: string) =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#039;');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** The ways in which services write a text that is a part of another one. */
const encodings: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['as HTML', inHtml],
	['as HTML, twice', (text) => inHtml(inHtml(text))],
	[
		'as HTML by numbers',
		(text) =>
			points(text)
				.map((point) => `&#${String(point)};`)
				.join(''),
	],
	[
		'as HTML by numbers to the base of 16',
		(text) =>
			points(text)
				.map((point) => `&#x${hex(point, 1)};`)
				.join(''),
	],
	['as JSON', inJson],
	['as JSON, twice', (text) => inJson(inJson(text))],
	[
		'as JSON of ASCII alone',
		(text) =>
			inJson(text).replace(/[^ -~]/gu, (character) =>
				units(character)
					.map((unit) => `\\u${hex(unit, 4)}`)
					.join(''),
			),
	],
	['as JSON with slashes', (text) => inJson(text).replaceAll('/', '\\/')],
	['as a URL', encodeURIComponent],
	['as a URL, twice', (text) => encodeURIComponent(encodeURIComponent(text))],
	['as a form', (text) => encodeURIComponent(text).replaceAll('%20', '+')],
	[
		'as a URL, in small letters',
		(text) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
	],
	[
		'as a URL by bytes',
		(text) =>
			bytes(text)
				.map((byte) => `%${hex(byte, 2)}`)
				.join(''),
	],
	['as HTML in JSON', (text) => inJson(inHtml(text))],
	['as JSON in HTML', (text) => inHtml(inJson(text))],
	['as a URL in HTML', (text) => inHtml(encodeURIComponent(text))],
	['as a URL in JSON', (text) => inJson(encodeURIComponent(text))],
	['as JSON in a URL', (text) => encodeURIComponent(inJson(text))],
	['as HTML in a URL', (text) => encodeURIComponent(inHtml(text))],
];

describe('whatever the password is', () => {
	const password = fc
		.oneof(
			fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme-ascii' }),
			fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme' }),
			fc.string({
				minLength: 6,
				maxLength: 40,
				unit: fc.constantFrom(
					'a',
					'ä',
					'🔑',
					' ',
					'\n',
					'\t',
					'+',
					'%',
					'&',
					';',
					'#',
					'"',
					"'",
					'<',
					'/',
					'\\',
					'u',
					'2',
				),
			}),
		)
		.map((text) => text.trim())
		.filter((text) => text.length >= 6);

	it.each(encodings)('nothing is shown of a text that repeats it %s', (_, encoded) => {
		fc.assert(
			fc.property(password, fc.string(), fc.string(), (secret, before, after) => {
				const text = `${before} ${encoded(secret)} ${after}`;
				expect(withoutSecrets(text, { apiKey: '', password: secret })).toBe('');
			}),
		);
	});

	it('it is looked for in no time, also in a long text of almost the same', () => {
		const start = Date.now();
		for (const sign of ['\\', '+', '+ ', ' ', '%', '%25', '&', '&amp;', '\\u', 'a']) {
			const text = sign.repeat(20_000);
			const shown = withoutSecrets(text, { apiKey: '', password: `${sign.repeat(50)}z` });
			expect(shown).toBe(text);
		}
		expect(Date.now() - start).toBeLessThan(5_000);
	});

	it('a text of other letters is shown as it is', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^[a-m]{6,20}$/),
				fc.stringMatching(/^[n-z%&\\;+ ]*$/),
				(secret, text) => {
					expect(withoutSecrets(text, { apiKey: secret, password: secret })).toBe(text);
				},
			),
		);
	});
});

describe('a value without a password', () => {
	it('of a node is a copy', () => {
		const parameters = { url: 'x', password: 'a', updateFields: { privacy: 2, password: 'b' } };
		const node = { name: 'Mine', parameters } as unknown as INode;
		expect(withoutPassword(node, '***')).toEqual({
			name: 'Mine',
			parameters: { url: 'x', password: '***', updateFields: { privacy: 2, password: '***' } },
		});
		expect(parameters.password).toBe('a');
	});

	it('of a record is without it wherever it stands, and the answer stays as it was', () => {
		const record = {
			id: 1,
			password: 'a',
			report: { password: 'b', privacy: 2 },
			list: [{ password: 'c' }, { password: 7 }, { password: null }, { password: { is: 'd' } }],
		};
		expect(withoutPassword(record)).toEqual({
			id: 1,
			report: { privacy: 2 },
			list: [{}, {}, {}, {}],
		});
		expect(record.password).toBe('a');
	});

	it.each([true, false])('keeps a flag that says whether there is one: %j', (password) => {
		const record = { id: 1, password, report: { password } };
		expect(withoutPassword(record)).toEqual(record);
		expect(withoutPassword(record, '***')).toEqual(record);
	});

	it('has no field whose name ends like that, either', () => {
		expect(withoutPassword({ Password: 1234, report_password: 'a', userPassword: 'b' })).toEqual(
			{},
		);
	});

	it('keeps every other field', () => {
		const record = { passwords: ['b'], has_password: 1, no_password: true, none: null };
		expect(withoutPassword(record)).toEqual(record);
	});
});

it.each([
	['a password that begins with the key', 'password abcdefghi', 'abcdef', 'abcdefghi', ''],
	['a form in a URL', 'next=a%3Dopen%2Bsesame', '', 'open sesame', ''],
	['capitals of decomposed letters', 'Bad H\u0331ello', '', 'h\u0331ello', ''],
	['a form feed in JSON', 'Bad pa\\fssword', '', 'pa\fssword', ''],
	['a password of entities', 'Bad &nbsp;&nbsp;', '', '&nbsp;&nbsp;', ''],
	['a short key in a word', 'No monkey has the key', 'key', '', 'No monkey has the ***'],
])('also %s', (_, text, apiKey, password, shown) => {
	expect(withoutSecrets(text, { apiKey, password })).toBe(shown);
});

it('a text made to be slow is looked through in time that grows with its length', () => {
	const password = `${'\\'.repeat(400)}x`;
	const began = performance.now();
	for (const sign of ['\\', '%25', '&amp;', '&', '\\u005c', ' +']) {
		withoutSecrets(`${sign.repeat(50_000)}y`, { apiKey: password, password });
	}
	// Not a matter of speed: what is not linear takes minutes
	expect(performance.now() - began).toBeLessThan(20_000);
});

describe('the body of an answer', () => {
	const key = 's3cret/Key=1';

	it.each<[string, unknown, unknown]>([
		['a text', `of ${key}`, 'of ***'],
		['a record', { id: 1, keys: [key, `${key}.`] }, { id: 1, keys: ['***', '***.'] }],
		['an address', { link: `https://x.example/?key=${encodeURIComponent(key)}` }, { link: '***' }],
		['markup', { html: '<b>s3cret&#47;Key&#61;1</b>' }, { html: '***' }],
		['empty texts beside it', { none: '', key }, { none: '', key: '***' }],
	])('does not repeat the API key, in %s', (_, body, shown) => {
		expect(withoutKey(body, { apiKey: key, password: '' })).toEqual(shown);
	});

	it.each([
		[{ id: 1, name: 'of s3' }, key],
		[{ name: 'abcde' }, 'abcde'],
		[undefined, key],
	])(
		'is %j itself where it does not hold the key %s, or one that is too short to be one',
		(body, apiKey) => {
			expect(withoutKey(body, { apiKey, password: '' })).toBe(body);
		},
	);

	it('keeps its numbers and its names, whatever digits a key has', () => {
		const body = { id: 1234567, 123456: 0, text: '123456', list: [123456, null, true] };
		expect(withoutKey(body, { apiKey: '123456', password: '' })).toEqual({ ...body, text: '***' });
	});
});
