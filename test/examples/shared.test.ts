import { addressesIn } from '../../examples/code/shared/addressesIn';
import { isNewer } from '../../examples/code/shared/isNewer';
import { keyOf } from '../../examples/code/shared/keyOf';
import { messageOf } from '../../examples/code/shared/messageOf';
import { plain } from '../../examples/code/shared/plain';
import { problemOf } from '../../examples/code/shared/problemOf';
import { timeOf } from '../../examples/code/shared/timeOf';
import { wordsOfError } from '../../examples/code/shared/wordsOfError';
import { ABOUT, CONTACT, GONE, GONE_ESCAPED, HOME, PRICING, REFUSED, SAID, SPELLED } from './given';
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
	['2020-02-01', Date.UTC(2020, 1)],
	[Date.UTC(2020, 1), Date.UTC(2020, 1)],
	[Date.UTC(2020, 1) / 1000, Date.UTC(2020, 1)],
	['1', 1000],
	['unknown', 0],
	[null, 0],
	[undefined, 0],
])('the time of %j is %d', (generated_at, time) => {
	expect(timeOf({ generated_at })).toBe(time);
});

it.each([
	[2, 1, 1, 9, true],
	[1, 9, 2, 1, false],
	[1, 2, 1, 1, true],
	[1, 1, 1, 2, false],
])('of %d, number %d, and %d, number %d, the first is newer: %s', (time, id, before, other, is) => {
	const one = { id, url: ABOUT, generated_at: time };
	expect(isNewer(one, { id: other, url: ABOUT, generated_at: before })).toBe(is);
});

it.each([
	[REFUSED, `${REFUSED.error}. ${SAID}`],
	[{ error: 'Failed (500)', message: 'Try again.' }, 'Failed (500)'],
	[{ url: ABOUT }, 'n8n could not run X. Check its credential.'],
	[{ id: 1 }, ''],
	[{ success: true }, ''],
])('the problem of %j is %j', (answer, problem) => {
	expect(problemOf(answer, 'X')).toBe(problem);
});

it.each([
	[{ message: '404 - ""' }, '404'],
	[{ message: '404 - "<h1>Not\n here</h1>"' }, '404 - " Not here "'],
	['Failed', 'Failed'],
	['x'.repeat(201), 'x'.repeat(200)],
])('n8n says about %j: %s', (error, words) => {
	expect(wordsOfError(error)).toBe(words);
});

it.each([
	[`<loc>${HOME}?a&#038;b&#x26;c&amp;d</loc>`, `${HOME}?a&b&c&d`],
	[`<loc a="b"> <![CDATA[${HOME}?&amp;]]>\n</loc>`, `${HOME}?&amp;`],
	['<!-- <loc>/a</loc> --><location>/b</location><loc> </loc>', undefined],
])('%s lists %s', (xml, address) => {
	expect(addressesIn(xml)).toEqual([address].flatMap((one) => one ?? []));
});

it('Slack reads no markup, no mention and no line break in an address', () => {
	expect(plain(`${GONE}\n `)).toBe(`${GONE_ESCAPED} `);
});

it('a message for Slack has as many lines as fit', () => {
	const lines = Array.from({ length: 50 }, (_, at) => String(at).padEnd(999, 'x'));
	expect(messageOf(lines.slice(0, 38))).toBe(lines.slice(0, 38).join('\n'));
	const end = '… and 12 more lines, too many for Slack';
	expect(messageOf(lines)).toBe([...lines.slice(0, 38), end].join('\n'));
});

it.each([
	[`- ${ABOUT}\n\n \u200b${SPELLED}`, [ABOUT]],
	[`example.com/contact\n2. ${CONTACT}, ${CONTACT}`, [CONTACT]],
	[`# ${ABOUT}\r\n[x] ${HOME};\r\n•${PRICING}`, [HOME, PRICING]],
	[' \n', []],
	['# no page', []],
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
