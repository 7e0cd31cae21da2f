import { ANY_CHARACTER, decoded } from '../../../../nodes/WebPageReport/errors/decoded';

describe('a text as a person would read it', () => {
	it.each([
		['Plain', 'plain'],
		['  two \n\t spaces ', 'two spaces'],
		['a%20b%2Bc', 'a b+c'],
		['a+b', 'a+b'],
		['caf%C3%A9', 'café'],
		['caf%E9', 'café'],
		['100%', '100%'],
		['\\u0061\\u00E9', 'aé'],
		['a\\nb\\tc\\rd\\fe', 'a b c d e'],
		['\\"a\\/b\\\\"', '"a/b"'],
		['&#97;&#0098;&#99', 'abc'],
		['&#x61;&#X0062;&#x63', 'abc'],
		['&#1114112;&#x110000;a', 'a'],
		['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
		['a&nbsp;b&NBSP;c', 'a b c'],
		['&auml;&Eacute;&ccedil;&ocirc;&ugrave;&aring;&ntilde;', 'äéçôùåñ'],
		['&hellip;', ANY_CHARACTER],
		['&frac12;', ANY_CHARACTER],
		['&sup2;', ANY_CHARACTER],
		['&z;', '&z;'],
		['&1a;', '&1a;'],
		['ＡＢ', 'ab'],
	])('%j is %j', (text, plain) => {
		expect(decoded(text)).toBe(plain);
	});

	it.each([
		['%2561', 'a'],
		['&amp;#97;', 'a'],
		['%26%23x61%3B', 'a'],
		['\\u0026#97;', 'a'],
		['%25252561', 'a'],
		['%2525252561', '%61'],
	])('is so with one encoding within another: %j is %j', (text, plain) => {
		expect(decoded(text)).toBe(plain);
	});

	it('has spaces where a form has them', () => {
		expect(decoded('a+b%2Bc', '+')).toBe('a b c');
		expect(decoded('&hellip;+a+', '+')).toBe(`${ANY_CHARACTER} a`);
	});
});
