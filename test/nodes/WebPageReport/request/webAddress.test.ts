import { webAddress } from '../../../../nodes/WebPageReport/request/webAddress';

it.each([
	['https://example.com', 'https://example.com/'],
	['HTTP://example.com/a b', 'http://example.com/a%20b'],
	['https://example.com/ä', 'https://example.com/%C3%A4'],
])('%s is the address of a page, however often it is asked for', (text, href) => {
	const answers = Array.from({ length: 20_000 }, () => webAddress(text)?.href);
	expect(new Set(answers)).toEqual(new Set([href]));
});

it.each([
	'',
	'example.com',
	'ftp://example.com',
	'https:',
	'https://',
	'https:///path',
	' https://a',
	'https://a b/',
])('"%s" is none', (text) => {
	expect(webAddress(text)).toBeUndefined();
});
