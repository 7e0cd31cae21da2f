import type { Answer } from '../../../support/failures';
import { OPERATIONS } from '../../../support/operations';
import type { SentRequest } from '../../../../nodes/WebPageReport/errors/answerFailure';
import { explain } from '../../../support/explained';

/** What a list says about an answer. */
const said = (answer: Answer, more: Partial<SentRequest>) =>
	explain({ answer: () => answer }, OPERATIONS.list, more)?.toSentences() ?? '';

// The words for each status: messages.test.ts. Here, what they depend on besides
it.each([
	['https://reports.example.com/api', true],
	['https://example.com/reports/api/v12', false],
])('a 401 blames Base URL first if it has no version: %s', (baseUrl, does) => {
	const [first = '', then] = said({ status: 401 }, { baseUrl }).split(' Check API Key ');
	expect(first.includes('Check Base URL')).toBe(does);
	expect(then).toMatch(/in the credential/);
});

it.each([404, 405, 302, 418])('a %i blames Base URL only while nothing has worked', (status) => {
	const answer = { status, body: '<p>Sorry', headers: { location: '/login' } };
	for (const hasWorked of [false, true]) {
		expect(/Base URL/.test(said(answer, { hasWorked }))).toBe(!hasWorked);
	}
});

it('the address of a redirect is not shown with a secret', () => {
	const headers = { location: 'https://x.example/s3cret' };
	const sentences = said({ status: 302, headers }, { apiKey: 's3cret' });
	expect(sentences).toContain('message hidden');
	expect(sentences).not.toContain('s3cret');
});
