import {
	analyse,
	answered,
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
		[200, { data: [] }],
		[201, { data: {} }],
		[204, ''],
		[299, ' \n'],
		[200, []],
	])('that is a success (%d, %j) is nothing', (statusCode, body) => {
		expect(answered({ statusCode, body }, get)).toBeUndefined();
	});

	it.each([
		[get, false],
		[list, false],
		[create, true],
		[update, true],
		[remove, true],
	])('that is a failure on %j leaves it open whether it was done: %p', (request, isOpen) => {
		for (const statusCode of [304, 408, 500, 503, 520]) {
			const { fate, advice } = explained({ statusCode }, request);
			expect([fate, advice.includes(' may have been ')]).toEqual(['unknown', isOpen]);
		}
		for (const statusCode of [401, 403, 404, 405, 407, 422]) {
			expect(explained({ statusCode }, request).fate).toBe('refused');
		}
		expect(explained({ statusCode: 429 }, request).fate).toBe('not taken');
	});

	it.each([301, 304, 401, 404, 405, 407, 408, 422, 429, 500, 503])(
		'hands on status %d for workflows that handle errors',
		(statusCode) => {
			expect(explained({ statusCode }).code).toBe(String(statusCode));
		},
	);

	it('that holds a challenge hands on its status too', () => {
		const headers = { 'cf-mitigated': 'challenge' };
		expect(explained({ statusCode: 403, headers }).code).toBe('403');
	});
});

describe('what a request is about', () => {
	it.each([
		[get, 'get report 42'],
		[update, 'update report 42'],
		[remove, 'delete report 42'],
		[removeProject, 'delete project a b.example'],
		[create, 'create the report'],
		[list, 'list reports'],
		[listProjects, 'list projects'],
	])('%j is to %s', (request, deed) => {
		for (const [statusCode, title] of [
			[402, `The service does not allow you to ${deed} (402)`],
			[408, `The service took too long to ${deed} (408)`],
			[500, `The service could not ${deed} (500)`],
		] as const) {
			expect(explained({ statusCode }, request).message).toBe(title);
		}
	});

	it.each([
		['update', update],
		['analyse', analyse],
		['remove', remove],
		['removeProject', removeProject],
		['create', create],
	] as const)('%s may have happened', (name, request) => {
		expect(explained({ statusCode: 500 }, request).advice).toBe(MAY_HAVE_HAPPENED[name]);
	});

	it.each([
		[get, 'Try again later.'],
		[list, 'Try again later.'],
		[create, 'Nothing was created. Try again later.'],
		[update, 'Nothing was updated. Try again later.'],
		[remove, 'Nothing was deleted. Try again later.'],
	])('%j has surely not happened where it was not taken: %s', (request, advice) => {
		expect(explained({ statusCode: 429 }, request).advice).toBe(advice);
	});

	it.each([
		[get, ', and that report 42 belongs to your account.'],
		[removeProject, ', and that project a b.example belongs to your account.'],
		[list, '.'],
		[create, '. The page was https://example.com.'],
	])('%j may belong to somebody else, or to another plan: "%s"', (request, more) => {
		expect(explained({ statusCode: 403 }, request).advice).toBe(
			`Check that your plan includes the API${more}`,
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
			for (const statusCode of [404, 410]) {
				const { message: title, advice } = explained({ statusCode, body }, request);
				const what =
					words === ''
						? 'No report service was found at this address'
						: `The service could not ${deed}`;
				expect([title, advice]).toEqual([
					`${what} (${String(statusCode)})${words}`,
					CHECK_BASE_URL,
				]);
			}
		}
	});

	it.each([get, update, remove, removeProject])(
		'is another thing than %j, whatever the service says',
		(request) => {
			const { message: title, advice } = explained(
				{ statusCode: 404, body: { message: 'No.' } },
				request,
			);
			expect(title).toMatch(/^(Report 42|Project a b\.example) was not found \(404\): No\.$/);
			expect(advice).toMatch(/^It may have been deleted/);
		},
	);
});

describe('the parameters to correct', () => {
	it.each([
		[
			'create',
			create,
			{ url: ['?'], privacy: ['?'], password: ['?'] },
			'URL, Privacy and Password',
			`Correct URL, Privacy and Password for https://example.com. ${QUOTA}`,
		],
		[
			'update',
			update,
			{ results: ['?'], url: ['?'] },
			'New Results',
			`Correct New Results for report 42. ${QUOTA}`,
		],
		[
			'get many',
			list,
			{ per_page: ['?'], result: ['?'] },
			'Page Size and Result',
			'Correct Page Size and Result for the list of reports.',
		],
		[
			'get many projects',
			listProjects,
			{ sort_by: ['?'], result: ['?'] },
			'Sort By',
			'Correct Sort By for the list of projects.',
		],
		[
			'more than there is room for',
			list,
			{ per_page: ['?'], result: ['?'], sort_by: ['?'], search: ['?'] },
			'the input',
			'Correct Page Size, Result, Sort By and Search for the list of reports.',
		],
		[
			'fields nobody knows',
			create,
			{ '<b>': ['?'] },
			'the input',
			`Check the parameters for https://example.com. ${QUOTA}`,
		],
		['no fields', update, {}, 'the input', `Check the parameters for report 42. ${QUOTA}`],
	])('are named as n8n shows them: %s', (_, request, fields, names, advice) => {
		for (const body of [{ message: fields }, { message: 'No.', errors: fields }]) {
			const failure = explained({ statusCode: 422, body }, request);
			expect(failure.message).toMatch(new RegExp(`^The service rejected ${names} \\(422\\)`));
			expect(failure.advice).toBe(advice);
		}
	});
});

describe('a redirect', () => {
	it.each([
		['https://new.example/api/v1/reports', 'https://new.example/api/v1'],
		['http://new.example/api/v1/reports', 'http://new.example/api/v1'],
		['HTTPS://new.example/api/v1/reports//', 'HTTPS://new.example/api/v1'],
		['https://new.example/api/v1/reports/?page=2', 'https://new.example/api/v1'],
		['https://new.example/api/v1/reports#top', 'https://new.example/api/v1'],
		['https://user:password@new.example/api/v1/reports', 'https://new.example/api/v1'],
	])('to %s tells the Base URL to set', (location, baseUrl) => {
		const { message: title, advice } = explained({ statusCode: 301, headers: { location } }, list);
		expect(title).toBe('The service has moved (301)');
		expect(advice).toBe(`Set Base URL in the credential to ${baseUrl}`);
	});

	it.each([301, 302, 303, 307, 308])('has status %d', (statusCode) => {
		expect(explained({ statusCode }).message).toBe(`The service has moved (${String(statusCode)})`);
	});

	it.each([
		['https://new.example/login?next=/reports', 'https://new.example/login'],
		['https://new.example/@v1/login', 'https://new.example/@v1/login'],
		['https://user@new.example/@v1/login', 'https://new.example/@v1/login'],
		['https://user:pass@word@new.example/login?key=1', 'https://new.example/login'],
		['HTTPS://user@new.example/Sign-In/', 'HTTPS://new.example/Sign-In'],
		['h2c://user@new.example/login', 'h2c://new.example/login'],
	])('to the login page %s asks for the key too', (location, shown) => {
		const { message: title, advice } = explained({ statusCode: 302, headers: { location } }, list);
		expect(title).toBe('The service asks for a login (302)');
		expect(advice).toBe(
			`Check API Key and Base URL in the credential. Base URL must be the address of the API, usually ending in /api/v1. The service points to ${shown}`,
		);
	});

	it.each([
		['/blogin', '/blogin'],
		['/login/reports', '/login/reports'],
		['/api/v2/reports', '/api/v2/reports'],
		['//new.example/reports', '//new.example/reports'],
		['see https://new.example/reports', 'see https://new.example/reports'],
		['https://user@new.example/@v1/home', 'https://new.example/@v1/home'],
		['https://user:pass@word@new.example/home?key=1', 'https://new.example/home'],
		['//user:password@new.example/reports', '//new.example/reports'],
		['https://new.example/a//b@c', 'https://new.example/a//b@c'],
		['h2c://user@new.example/home', 'h2c://new.example/home'],
		['https://', 'https:'],
	])('to %s tells only where it leads', (location, shown) => {
		const { advice } = explained({ statusCode: 302, headers: { location } }, list);
		expect(advice).toBe(
			`Set Base URL in the credential to the address of the API, usually ending in /api/v1. The service points to ${shown}`,
		);
	});

	it('303 to a login page is no answer to something done', () => {
		const answer = { statusCode: 303, headers: { location: '/login.php' } };
		const { message: title, fate } = explained(answer, create);
		expect([title, fate]).toEqual(['The service asks for a login (303)', 'refused']);
	});

	it.each(['', '/', '?x', ['https://new.example/reports']])('to %j tells nothing', (location) => {
		const { advice } = explained({ statusCode: 302, headers: { location } }, list);
		expect(advice).toBe(CHECK_BASE_URL);
	});

	it('is shown without secrets', () => {
		const secrets = { apiKey: 's3cret', password: 'hunter22' };
		const to = (location: string) =>
			explained({ statusCode: 302, headers: { location } }, list, secrets).advice;
		expect(to('https://x.example/s3cret')).toContain('points to https://x.example/***');
		expect(to('https://x.example/hunter22')).toBe(CHECK_BASE_URL);
	});
});
