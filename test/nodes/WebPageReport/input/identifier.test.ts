import fc from 'fast-check';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { failureOf } from '../../../support/failureOf';
import { prepared } from './prepared';

const report = (identifier: string) =>
	prepared('report.get', { url: `/reports/${encodeURIComponent(identifier)}` }).request.url;
const project = (identifier: string) =>
	prepared('project.delete', { url: `/projects/${encodeURIComponent(identifier)}` }).request.url;

const REPORT_ADVICE =
	'Enter the ID of a report, such as 42, or the address of a report page, such as https://reports.example.com/reports/42.';
const PROJECT_ADVICE = 'Enter the name of a project, such as example.com.';

describe('the path of a report', () => {
	it.each([
		['42', '/reports/42'],
		[' 42\n', '/reports/42'],
		['a b', '/reports/a%20b'],
		['a?b#c', '/reports/a%3Fb%23c'],
		['ünï', '/reports/%C3%BCn%C3%AF'],
		['...', '/reports/...'],
		['nullable', '/reports/nullable'],
		['not true', '/reports/not%20true'],
		['[object Object] 1', '/reports/%5Bobject%20Object%5D%201'],
	])('holds the id %j as %s', (identifier, path) => {
		expect(report(identifier)).toBe(path);
	});

	it.each([
		'https://reports.example.com/reports/42',
		'http://reports.example.com/reports/42',
		'  https://reports.example.com/reports/42  ',
		'HTTPS://REPORTS.EXAMPLE.COM/REPORTS/42',
		'https://example.com/a/folder/reports/42',
		'https://example.com/api/v1/reports/42',
		'https://example.com/reports/42/edit',
		'https://example.com/reports/42?print=1',
		'https://example.com/reports/42#top',
		'https://example.com/reports/1/reports/42',
		'https://example.com/reports/42?from=/reports/43',
		'https://example.com/reports/42#/reports/43',
	])('holds the id in %j', (address) => {
		expect(report(address)).toBe('/reports/42');
	});

	it.each([
		'https://example.com/reports/',
		'https://example.com/reports',
		'https://example.com/report/42',
		'https://example.com/?page=/reports/42',
		'https://example.com/#/reports/42',
		'ftp://example.com/reports/42',
		'see https://example.com/reports/42',
		'/reports/42',
		'42/',
		'../42',
		'.',
		'..',
		' .. ',
		'[object Object]',
	])('is not made of %j', async (identifier) => {
		const { message: title, advice, fate } = await failureOf(() => report(identifier));
		const shown = identifier.trim();
		expect(title).toBe(
			`Report cannot be "${shown.length > 30 ? `${shown.slice(0, 30)}…` : shown}"`,
		);
		expect(advice).toBe(REPORT_ADVICE);
		expect(fate).toBe('not sent');
	});

	it.each(['https://example.com/reports/.', 'https://example.com/reports/../'])(
		'is not made of a dot in %j',
		async (address) => {
			const { message: title } = await failureOf(() => report(address));
			expect(title).toMatch(/^Report cannot be "\.\.?"$/);
		},
	);
});

describe('the path of a project', () => {
	it.each([
		['example.com', '/projects/example.com'],
		[' example.com ', '/projects/example.com'],
		['example.com/blog', '/projects/example.com%2Fblog'],
		['https://example.com/reports/42', '/projects/https%3A%2F%2Fexample.com%2Freports%2F42'],
	])('holds the name %j as %s', (name, path) => {
		expect(project(name)).toBe(path);
	});

	it.each(['.', '..', '[object Object]'])('is not made of %j', async (name) => {
		const { message: title, advice } = await failureOf(() => project(name));
		expect(title).toBe(`Project cannot be "${name}"`);
		expect(advice).toBe(PROJECT_ADVICE);
	});
});

describe('a missing identifier', () => {
	it.each([
		['/reports/', 'Report', 'report.get'],
		['/reports/%20%20', 'Report', 'report.update'],
		['/reports', 'Report', 'report.delete'],
		['/projects/', 'Project', 'project.delete'],
		['/projects/%0A', 'Project', 'project.delete'],
		['', 'Project', 'project.delete'],
	] as const)('in %j is told apart from a wrong one', async (path, displayName, operation) => {
		const request = { url: path, body: { privacy: 1 } };
		const failure = await failureOf(() => prepared(operation, request));
		expect(failure.message).toBe(`${displayName} is empty`);
		expect(failure.advice).toBe(
			displayName === 'Report'
				? 'Choose a report from the list, or enter its ID. If Report is an expression, it returned no value for this item.'
				: 'Choose a project from the list, or enter its name. If Project is an expression, it returned no value for this item.',
		);
	});
});

/** A text without percent-encoding, or as it is where that is broken. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

describe('any text', () => {
	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ unit: 'grapheme' }),
		fc.stringMatching(/^[./\\%2ef ?#]{0,6}$/),
		fc.string({ unit: 'grapheme' }).map((id) => `https://example.com/reports/${id}`),
	);

	it.each([
		['reports', report],
		['projects', project],
	])(
		'is exactly the second of two segments of a path to %s, or a failure',
		(collection, pathOf) => {
			fc.assert(
				fc.property(text, (identifier) => {
					let path: string;
					try {
						path = pathOf(identifier);
					} catch (error) {
						expect(error).toBeInstanceOf(Failure);
						return;
					}
					const [root, first, second = '', ...rest] = path.split('/');
					expect([root, first, rest]).toEqual(['', collection, []]);
					expect(second).toMatch(/^[\w%!'()*.~-]+$/);
					expect(['', '.', '..']).not.toContain(decodeURIComponent(second));
					if (collection === 'projects' || !identifier.includes('/')) {
						expect(decodeURIComponent(second)).toBe(identifier.trim());
					} else {
						const [, id = ''] = /\/reports\/([^/?#]+)/.exec(identifier) ?? [];
						expect([id.trim(), decoded(id).trim()]).toContain(decodeURIComponent(second));
					}
				}),
				{ examples: [['https://example.com/reports/ $'], ['https://example.com/reports/%41']] },
			);
		},
	);
});

describe('the address of a report page', () => {
	it.each([
		['https://example.com/reports/a%20b', '/reports/a%20b'],
		['https://example.com/reports/100%', '/reports/100%25'],
		['https://example.com/folder/reports/42/edit', '/reports/42'],
		['https://example.com/reports/42?from=/reports/7', '/reports/42'],
	])('%s names the report in its path', (address, path) => {
		expect(report(address)).toBe(path);
	});

	it.each([
		'http://reports/login',
		'https://example.com/page?u=/reports/7',
		'https://example.com/#/reports/7',
		'https://example.com/reports/%20',
	])('%s names none', async (address) => {
		const { message: title } = await failureOf(() => Promise.resolve(report(address)));
		expect(title).toMatch(/^Report (cannot be|is empty)/);
	});
});
