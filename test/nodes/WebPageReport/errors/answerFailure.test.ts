import { CHECK_BASE_URL, TRY_LATER } from '../../../support/failures';
import { OPERATIONS } from '../../../support/operations';
import { explained } from './explained';

const { list } = OPERATIONS;

describe('a 401', () => {
	const advice = (more: Parameters<typeof explained>[2]) =>
		explained({ status: 401 }, list, more).advice;
	const COPY = 'Check API Key in the credential: copy it again from your report service.';

	it.each([
		['https://reports.example.com', `${CHECK_BASE_URL} ${COPY}`],
		['https://reports.example.com/api', `${CHECK_BASE_URL} ${COPY}`],
		['https://reports.example.com/v1', COPY],
		['https://example.com/reports/api/v12', COPY],
	])('blames Base URL first if it has no version: %s', (baseUrl, blame) => {
		expect(advice({ baseUrl })).toBe(blame);
	});

	it('does not say that a key was copied wrong that has worked before', () => {
		expect(advice({ hasWorked: true, baseUrl: 'https://reports.example.com' })).toMatch(
			/^It has worked before, so it may have expired:/,
		);
	});
});

it.each([404, 405])('a %i to a list does not blame a Base URL that has worked before', (status) => {
	const { message, advice } = explained({ status }, list, { hasWorked: true });
	expect([message, advice]).toEqual([
		`The service could not list reports (${String(status)})`,
		TRY_LATER,
	]);
});

describe('a redirect', () => {
	const MOVED = 'The service has moved';
	const REDIRECTED = 'The service redirected the request';
	const LOGIN = 'The service requires a login';
	const setTo = (address: string) => `Enter ${address} as Base URL in the credential.`;
	const pointsTo = (address: string) =>
		`${CHECK_BASE_URL} The service redirects to ${address} instead of answering.`;

	it.each<[unknown, string, string]>([
		['HTTPS://new.example/api/v1/reports//', MOVED, setTo('HTTPS://new.example/api/v1')],
		['https://new.example/v1/reports/?page=2#top', MOVED, setTo('https://new.example/v1')],
		['https://user:password@new.example/reports', MOVED, setTo('https://new.example')],
		['https://user@new.example/@v1/login', LOGIN, pointsTo('https://new.example/@v1/login')],
		['https://u:pass@word@new.example/login', LOGIN, pointsTo('https://new.example/login')],
		['HTTPS://new.example/Sign-In/', LOGIN, pointsTo('HTTPS://new.example/Sign-In')],
		['h2c://user@new.example/login.php', LOGIN, pointsTo('h2c://new.example/login.php')],
		['/saml/', LOGIN, pointsTo('/saml')],
		['/blogin', REDIRECTED, pointsTo('/blogin')],
		['/login/reports', MOVED, pointsTo('/login/reports')],
		['//user:password@new.example/reports', MOVED, pointsTo('//new.example/reports')],
		[
			'https://u:pass@word@new.example/home?key=1',
			REDIRECTED,
			pointsTo('https://new.example/home'),
		],
		['https://new.example/a//b@c', REDIRECTED, pointsTo('https://new.example/a//b@c')],
		['https://', REDIRECTED, pointsTo('https:')],
		[
			'http://new.example/reports',
			REDIRECTED,
			'It leads to http://, where your API key would be sent unencrypted. Ask your report service to correct it.',
		],
		...['', '/', '?x', ['https://new.example/reports']].map(
			(location): [unknown, string, string] => [location, REDIRECTED, CHECK_BASE_URL],
		),
	])('to %j: %s. %s', (location, title, advice) => {
		for (const status of [301, 302, 303, 307, 308]) {
			const answer = { status, headers: { location: location as string } };
			const failure = explained(answer, list);
			expect([failure.message, failure.advice]).toEqual([`${title} (${String(status)})`, advice]);
		}
	});

	it('is shown without secrets', () => {
		const secrets = { apiKey: 's3cret', password: 'hunter22' };
		const to = (location: string) =>
			explained({ status: 302, headers: { location } }, list, secrets).advice;
		expect(to('https://x.example/s3cret')).toContain('redirects to https://x.example/***');
		expect(to('https://x.example/hunter22')).toBe(CHECK_BASE_URL);
	});
});
