import { OPERATIONS } from '../../../support/operations';
import { explained } from '../../../support/explained';

const { list, remove } = OPERATIONS;

// The words for each status: messages.test.ts. Here, what they depend on besides
const advice = (status: number, more: Parameters<typeof explained>[2], operation = list) =>
	explained({ status }, operation, more).advice;

it.each([
	['https://reports.example.com/api', true],
	['https://example.com/reports/api/v12', false],
])('a 401 blames Base URL first if it has no version: %s', (baseUrl, does) => {
	expect(advice(401, { baseUrl })).toMatch(/Check API Key in the credential/);
	expect(advice(401, { baseUrl }).startsWith('Check Base URL')).toBe(does);
	expect(advice(401, { baseUrl, hasWorked: true })).toMatch(/^It has worked before/);
});

it.each([404, 405, 302, 418])('a %i blames Base URL only while nothing has worked', (status) => {
	const answer = { status, body: '<p>Sorry', headers: { location: '/login' } };
	for (const hasWorked of [false, true]) {
		const said = explained(answer, list, { hasWorked }).advice;
		expect(/Base URL/.test(said)).toBe(!hasWorked);
	}
});

it.each([
	['https://user:word@new.example/api/v1/reports?a=b', 'has moved', 'https://new.example/api/v1 '],
	['/api/v1/reports/', 'the request to itself', 'without a redirect'],
	['http://reports.example.com/api/v1/reports', 'the request to itself', ''],
	['/login?key=1', 'redirected the request', 'https://reports.example.com/login'],
])(
	'a redirect to %s names where it leads, without what must not be shown',
	(location, what, names) => {
		for (const status of [301, 308]) {
			const failure = explained({ status, headers: { location } }, list);
			expect(failure.message).toContain(what);
			expect(failure.toSentences()).toContain(names);
			expect(failure.toSentences()).not.toMatch(/word@|key=1|a=b/);
			if (what.startsWith('to the')) expect(failure.advice).not.toMatch(/(Enter|Check) .*Base URL/);
		}
	},
);

it('neither the words of a service nor an address are shown with a secret', () => {
	const secrets = { apiKey: 's3cret', password: 'hunter22' };
	const headers = { location: 'https://x.example/s3cret' };
	const bodies = [{ errors: ['Key s3cret.', 'No.'] }, { success: false, message: 'No hunter22.' }];
	const failures = [
		explained({ status: 302, headers }, list, secrets),
		...bodies.map((body) => explained({ body }, remove, secrets)),
	];
	for (const failure of failures) {
		expect(failure.toSentences()).toContain('message hidden');
		expect(failure.toSentences()).not.toMatch(/s3cret|hunter22/);
	}
});
