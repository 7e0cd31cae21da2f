import { CHECK_BASE_URL, QUOTA } from '../../../support/failures';
import { OPERATIONS } from '../../../support/operations';
import { explained } from './explained';

const { create, list, listProjects, update } = OPERATIONS;

it.each([
	['URL, Privacy and Password', ['url', 'privacy', 'password'], create],
	['New Results', ['results', 'url'], update],
	['Page Size and Result', ['per_page', 'result'], list],
	['Sort By', ['sort_by', 'result'], listProjects],
	// More than there is room for in a title
	['Page Size, Result, Sort By and Search', ['per_page', 'result', 'sort_by', 'search'], list],
	['Privacy', ['privacy'], create],
	['', ['<b>'], create],
	['', [], update],
])('parameters to correct are named as n8n shows them: "%s" for %j', (names, fields, request) => {
	const errors = Object.fromEntries(fields.map((field) => [field, ['?']]));
	for (const body of [{ message: errors }, { message: 'No.', errors }]) {
		const { message, advice } = explained({ status: 422, body }, request);
		const shown = names === '' || fields.length > 3 ? 'the input' : names;
		const todo =
			names === ''
				? `Check the parameters for ${request.about}.`
				: `Correct ${names} for ${request.about}.`;
		expect(message).toMatch(new RegExp(`^The service rejected ${shown} \\(422\\)`));
		expect(advice).toBe(request.kind === 'read' ? todo : `${todo} ${QUOTA}`);
	}
});

it('the address of a page that is rejected alone is shown', () => {
	const { advice } = explained({ status: 422, body: { errors: { url: ['?'] } } }, create);
	expect(advice).toBe(`Correct URL (${create.about}). ${QUOTA}`);
});

describe('a redirect', () => {
	const MOVED = 'The service has moved';
	const LOGIN = 'The service requires a login';
	const setTo = (address: string) => `Set Base URL in the credential to ${address}`;
	const pointsTo = (address: string) => `${CHECK_BASE_URL} The service redirects to ${address}`;

	it.each<[unknown, string, string]>([
		['https://new.example/api/v1/reports', MOVED, setTo('https://new.example/api/v1')],
		['HTTPS://new.example/api/v1/reports//', MOVED, setTo('HTTPS://new.example/api/v1')],
		['https://new.example/v1/reports/?page=2#top', MOVED, setTo('https://new.example/v1')],
		['https://user:password@new.example/reports', MOVED, setTo('https://new.example')],
		['https://new.example/login?next=/reports', LOGIN, pointsTo('https://new.example/login')],
		['https://user@new.example/@v1/login', LOGIN, pointsTo('https://new.example/@v1/login')],
		['https://u:pass@word@new.example/login', LOGIN, pointsTo('https://new.example/login')],
		['HTTPS://new.example/Sign-In/', LOGIN, pointsTo('HTTPS://new.example/Sign-In')],
		['h2c://user@new.example/login.php', LOGIN, pointsTo('h2c://new.example/login.php')],
		['/blogin', MOVED, pointsTo('/blogin')],
		['/login/reports', MOVED, pointsTo('/login/reports')],
		['//user:password@new.example/reports', MOVED, pointsTo('//new.example/reports')],
		['https://u:pass@word@new.example/home?key=1', MOVED, pointsTo('https://new.example/home')],
		['https://new.example/a//b@c', MOVED, pointsTo('https://new.example/a//b@c')],
		['https://', MOVED, pointsTo('https:')],
		...['', '/', '?x', ['https://new.example/reports']].map(
			(location): [unknown, string, string] => [location, MOVED, CHECK_BASE_URL],
		),
	])('to %j: %s. %s', (location, title, advice) => {
		for (const status of [301, 302, 303, 307, 308]) {
			const answer = { status, headers: { location: location as string } };
			const failure = explained(answer, list);
			expect([failure.message, failure.advice]).toEqual([`${title} (${String(status)})`, advice]);
		}
	});

	it.each([
		['https://new.example/api/v1/reports', 'refused'],
		['/login', 'refused'],
		// What a service may say after it has done something
		['/reports/thanks', 'unknown'],
		['https://REPORTS.example.com:8443/thanks', 'unknown'],
		// A login or a gateway in front
		['https://new.example/home', 'refused'],
		['//new.example', 'refused'],
	])('to %s leaves a create %s', (location, fate) => {
		expect(explained({ status: 303, headers: { location } }, create).details.fate).toBe(fate);
	});

	it('is shown without secrets', () => {
		const secrets = { apiKey: 's3cret', password: 'hunter22' };
		const to = (location: string) =>
			explained({ status: 302, headers: { location } }, list, { secrets }).advice;
		expect(to('https://x.example/s3cret')).toContain('redirects to https://x.example/***');
		expect(to('https://x.example/hunter22')).toBe(CHECK_BASE_URL);
	});
});
