import { pageKeyOf, webAddress } from '../../../../nodes/WebPageReport/shared/webAddress';

it.each([
	['https://example.com', 'https://example.com/'],
	['HTTP://example.com/a b', 'http://example.com/a%20b'],
	['https://example.com/ä', 'https://example.com/%C3%A4'],
])('%s is a web address, every time it is parsed', (text, href) => {
	const answers = Array.from({ length: 20_000 }, () => webAddress(text)?.href);
	expect(new Set(answers)).toEqual(new Set([href]));
});

it.each([
	...['', 'example.com', 'https://', 'https:///path', ' https://a', 'https://a b/'],
	'https://http://a',
])('"%s" is not a web address', (text) => {
	expect(webAddress(text)).toBeUndefined();
});

it.each([
	['https://example.com', 'example.com'],
	[' HTTPS://EXAMPLE.com:443/ ', 'example.com'],
	['http://example.com:8080/a/', 'example.com:8080/a'],
	['https://example.com/ä b', 'example.com/%C3%A4%20b'],
	['https://example.com/a?b=c#d', 'example.com/a?b=c'],
	['https://example.com?b=c', 'example.com/?b=c'],
	['example.com', 'example.com'],
	[' EXAMPLE.com/ä// ', 'example.com/%C3%A4'],
	['', ''],
])('%j identifies the page %s', (text, page) => {
	expect(pageKeyOf(text)).toBe(page);
});
