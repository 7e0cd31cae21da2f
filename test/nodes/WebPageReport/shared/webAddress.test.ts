import { pageKeyOf } from '../../../../nodes/WebPageReport/shared/webAddress';

it.each([
	['https://example.com', 'example.com'],
	[' HTTPS://EXAMPLE.com:443/ ', 'example.com'],
	['http://example.com:8080/a/', 'example.com:8080/a'],
	['https://example.com/ä b', 'example.com/%C3%A4%20b'],
	['https://example.com/a?b=c#d', 'example.com/a?b=c'],
	['https://example.com?b=c', 'example.com/?b=c'],
	['example.com', 'example.com'],
	[' EXAMPLE.com/ä// ', 'example.com/%C3%A4'],
])('%j identifies the page %s', (text, page) => {
	expect(pageKeyOf(text)).toBe(page);
});
