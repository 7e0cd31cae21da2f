import { keyOf } from '../../examples/code/shared/keyOf';
import { timeOf } from '../../examples/code/shared/timeOf';
import { writtenHostOf } from '../../examples/code/shared/writtenHostOf';
import { ABOUT, CONTACT, HOME, PRICING, SPELLED } from './given';
import { example } from './n8n';

it.each([
	['https://example.com/über', 'http://www.EXAMPLE.com/%C3%BCber/#top', true],
	['https://example.com:443/a?b', 'example.com/a/?b', true],
	['https://example.com/%E0%A4%A', 'https://example.com/%E0%A4%A/', true],
	['https://example.com', ' \u200bhttps://example.com:80/', true],
	['https://example.com/A', 'https://example.com/a', false],
	['https://example.com/a?b', 'https://example.com/a?c', false],
	['https://example.com:8080/', 'https://example.com/', false],
	['https://shop.example.com/', 'https://example.com/', false],
])('%s and %s have the same key: %s', (one, other, isSame) => {
	expect(keyOf(one) === keyOf(other)).toBe(isSame);
});

it.each([
	['https://www.Example.com/A', 'Example.com'],
	['https://example.com/A', ''],
	['https://EXAMPLE.com:443/', ''],
])('%s is also searched for as "%s"', (url, written) => {
	expect(writtenHostOf(url, 'example.com')).toBe(written);
});

it.each([
	['2020-02-01', Date.UTC(2020, 1)],
	[Date.UTC(2020, 1), Date.UTC(2020, 1)],
	['1', 1000],
	[null, 0],
	[undefined, 0],
])('the time of %j is %d', (generated_at, time) => {
	expect(timeOf({ generated_at })).toBe(time);
});

it.each([
	[`- ${ABOUT}\n\n \u200b${SPELLED}`, [ABOUT]],
	[
		`# ${ABOUT}\r\n[x] ${HOME};\r\n•${PRICING}\n2. example.com/contact ${CONTACT}`,
		[HOME, PRICING, CONTACT],
	],
	[' \n', []],
	[undefined, []],
])('the list %j has each page once', (pages, urls) => {
	const { run } = example('weekly-digest-of-bad-reports');
	expect(run('Each Page Once', [{ pages }])).toEqual(urls.map((url) => ({ url })));
});

it('the newest report of a page counts, in any order', () => {
	const reports = [ABOUT, SPELLED].map((url, at) => ({ id: 2 - at, url, generated_at: '2026' }));
	for (const listed of [reports, [...reports].reverse()]) {
		const newest = example('re-analyse-a-project').run('Newest per Page', [], {
			'Only This Project': listed,
		});
		expect(newest).toEqual([{ listed: reports[0] }]);
	}
});
