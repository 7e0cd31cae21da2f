import {
	analyse,
	CHECK_BASE_URL,
	create,
	explained,
	get,
	html,
	list,
	listProjects,
	MAY_HAVE_HAPPENED,
	QUOTA,
	remove,
	removeProject,
	update,
} from './explained';
import { expectMessages, situations } from './situations';

describe('what is said of an answer', () => {
	it.each(situations.filter(({ answer }) => answer))('$when', (situation) => {
		expectMessages(situation);
	});

	it.each([
		['update', update],
		['analyse', analyse],
		['remove', remove],
		['removeProject', removeProject],
		['create', create],
	] as const)('of unknown fate tells how to check: %s', (name, request) => {
		for (const statusCode of [304, 408, 500, 503, 520]) {
			const { fate, advice } = explained({ statusCode }, request);
			expect([fate, advice]).toEqual(['unknown', MAY_HAVE_HAPPENED[name]]);
		}
	});

	it.each([
		[get, 'Try again later.'],
		[list, 'Try again later.'],
		[create, 'Nothing was created. Try again later.'],
		[update, 'Nothing was updated. Try again later.'],
		[remove, 'Nothing was deleted. Try again later.'],
	])('after which %j has surely not happened tells so: %s', (request, advice) => {
		expect(explained({ statusCode: 429 }, request).advice).toBe(advice);
	});

	it.each([
		[get, ', and that report 42 belongs to your account.'],
		[removeProject, ', and that project a b.example belongs to your account.'],
		[list, '.'],
		[create, '. The page was https://example.com.'],
	])('that forbids %j tells whose it may be: "%s"', (request, more) => {
		expect(explained({ statusCode: 403 }, request).advice).toBe(
			`Check that your plan includes the API${more}`,
		);
	});

	it('that forbids a delete with a web page tells that it may not be a firewall', () => {
		expect(explained({ statusCode: 403, body: html }, remove).advice).toMatch(
			/ If other operations work, check that report 42 belongs to your account\.$/,
		);
	});
});

describe('a list or a create that is not found', () => {
	it.each([
		['', ''],
		['', html],
		['', {}],
		[': No query results.', { message: 'No query results.' }],
	])('has a wrong address, where the service says "%s" in %j', (words, body) => {
		for (const [request, deed] of [
			[list, 'list reports'],
			[listProjects, 'list projects'],
			[create, 'create the report'],
		] as const) {
			const { message, advice } = explained({ statusCode: 404, body }, request);
			const what = words === '' ? 'No report service was found at this address' : '';
			expect([message, advice]).toEqual([
				`${what || `The service could not ${deed}`} (404)${words}`,
				CHECK_BASE_URL,
			]);
		}
	});
});

it.each([
	[create, ['url', 'privacy', 'password'], 'URL, Privacy and Password', 'https://example.com'],
	[update, ['results', 'url'], 'New Results', 'report 42'],
	[list, ['per_page', 'result'], 'Page Size and Result', 'the list of reports'],
	[listProjects, ['sort_by', 'result'], 'Sort By', 'the list of projects'],
	// More than there is room for in a title
	[
		list,
		['per_page', 'result', 'sort_by', 'search'],
		'Page Size, Result, Sort By and Search',
		'the list of reports',
	],
	[create, ['<b>'], '', 'https://example.com'],
	[update, [], '', 'report 42'],
])(
	'parameters to correct are named as n8n shows them: %j, %j',
	(request, fields, names, subject) => {
		const errors = Object.fromEntries(fields.map((field) => [field, ['?']]));
		for (const body of [{ message: errors }, { message: 'No.', errors }]) {
			const { message, advice } = explained({ statusCode: 422, body }, request);
			const shown = names === '' || fields.length > 3 ? 'the input' : names;
			const todo =
				names === '' ? `Check the parameters for ${subject}.` : `Correct ${names} for ${subject}.`;
			expect(message).toMatch(new RegExp(`^The service rejected ${shown} \\(422\\)`));
			expect(advice).toBe([create, update].includes(request) ? `${todo} ${QUOTA}` : todo);
		}
	},
);

describe('a redirect', () => {
	const MOVED = 'The service has moved';
	const LOGIN = 'The service asks for a login';
	const setTo = (address: string) => `Set Base URL in the credential to ${address}`;
	const pointsTo = (address: string) => `${CHECK_BASE_URL} The service points to ${address}`;

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
		for (const statusCode of [301, 302, 303, 307, 308]) {
			const answer = { statusCode, headers: { location: location as string } };
			const failure = explained(answer, list);
			expect([failure.message, failure.advice]).toEqual([
				`${title} (${String(statusCode)})`,
				advice,
			]);
		}
	});

	it.each([
		['https://new.example/api/v1/reports', 'refused'],
		['/login', 'refused'],
		// What a service may say after it has done something
		['https://new.example/home', 'unknown'],
	])('to %s leaves a create %s', (location, fate) => {
		expect(explained({ statusCode: 303, headers: { location } }, create).fate).toBe(fate);
	});

	it('is shown without secrets', () => {
		const secrets = { apiKey: 's3cret', password: 'hunter22' };
		const to = (location: string) =>
			explained({ statusCode: 302, headers: { location } }, list, secrets).advice;
		expect(to('https://x.example/s3cret')).toContain('points to https://x.example/***');
		expect(to('https://x.example/hunter22')).toBe(CHECK_BASE_URL);
	});
});
