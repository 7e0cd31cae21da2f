import {
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
			expect(explained({ statusCode }, request).details.mayHaveHappened).toBe(isOpen);
		}
		for (const statusCode of [302, 401, 403, 404, 405, 407, 422, 429]) {
			expect(explained({ statusCode }, request).details.mayHaveHappened ?? false).toBe(false);
		}
	});

	it.each([301, 304, 401, 404, 405, 407, 408, 422, 429, 500, 503])(
		'hands on status %d for workflows that handle errors',
		(statusCode) => {
			expect(explained({ statusCode }).details.code).toBe(String(statusCode));
		},
	);

	it('that holds a challenge hands on its status too', () => {
		const headers = { 'cf-mitigated': 'challenge' };
		expect(explained({ statusCode: 403, headers }).details.code).toBe('403');
	});
});

describe('what a request is about', () => {
	it.each([
		[get, 'report 42'],
		[update, 'report 42'],
		[remove, 'report 42'],
		[removeProject, 'project a b.example'],
		[create, 'the report for https://example.com'],
		[list, 'the list of reports'],
		[listProjects, 'the list of projects'],
	])('%j is %s', (request, subject) => {
		expect(explained({ statusCode: 500 }, request).title).toBe(
			`The service failed on ${subject} (500)`,
		);
	});

	it.each([update, remove, removeProject])('%j may have happened', (request) => {
		expect(explained({ statusCode: 500 }, request).advice).toBe(MAY_HAVE_HAPPENED);
	});
});

describe('a list or a create that is not found', () => {
	it.each([
		['', ''],
		['', html],
		['', {}],
		[': No query results.', { message: 'No query results.' }],
	])('has a wrong address, where the service says "%s" in %j', (words, body) => {
		for (const [request, subject] of [
			[list, 'the list of reports'],
			[listProjects, 'the list of projects'],
			[create, 'the report for https://example.com'],
		] as const) {
			for (const statusCode of [404, 410]) {
				const { title, advice } = explained({ statusCode, body }, request);
				const what =
					words === ''
						? 'There is no report service at this address'
						: `The service did not find ${subject}`;
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
			const { title, advice } = explained({ statusCode: 404, body: { message: 'No.' } }, request);
			expect(title).toMatch(
				/^The service does not know (report 42|project a b\.example) .*: No\.$/,
			);
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
			'URL and Privacy and Password',
		],
		['update', update, { results: ['?'], url: ['?'] }, 'Results'],
		['get many', list, { per_page: ['?'], result: ['?'] }, 'Page Size and Result'],
		['get many projects', listProjects, { sort_by: ['?'], result: ['?'] }, 'Sort By'],
		['fields nobody knows', create, { '<b>': ['?'] }, 'the parameters of the node'],
		['no fields', create, {}, 'the parameters of the node'],
	])('are named as n8n shows them: %s', (_, request, fields, names) => {
		for (const body of [{ message: fields }, { message: 'No.', errors: fields }]) {
			expect(explained({ statusCode: 422, body }, request).advice).toBe(
				`Correct ${names}. ${QUOTA}`,
			);
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
		const { title, advice } = explained({ statusCode: 301, headers: { location } }, list);
		expect(title).toBe('The service has moved to another address (301)');
		expect(advice).toBe(`Set Base URL in the credential to ${baseUrl}`);
	});

	it.each([301, 302, 303, 307, 308])('has status %d', (statusCode) => {
		expect(explained({ statusCode }).title).toBe(
			`The service has moved to another address (${String(statusCode)})`,
		);
	});

	it.each([
		['https://new.example/login?next=/reports', 'https://new.example/login'],
		['/api/v2/reports', '/api/v2/reports'],
		['//new.example/reports', '//new.example/reports'],
		['see https://new.example/reports', 'see https://new.example/reports'],
		['https://new.example/@v1/login', 'https://new.example/@v1/login'],
		['https://user@new.example/@v1/login', 'https://new.example/@v1/login'],
		['https://user:pass@word@new.example/login?key=1', 'https://new.example/login'],
		['HTTPS://user@new.example/login', 'HTTPS://new.example/login'],
		['//user:password@new.example/reports', '//new.example/reports'],
		['https://new.example/a//b@c', 'https://new.example/a//b@c'],
		['h2c://user@new.example/login', 'h2c://new.example/login'],
		['https://', 'https:'],
	])('to %s tells only where it leads', (location, shown) => {
		const { advice } = explained({ statusCode: 302, headers: { location } }, list);
		expect(advice).toBe(
			`Set Base URL in the credential to the address of the API, usually ending in /api/v1. The service points to ${shown}`,
		);
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
