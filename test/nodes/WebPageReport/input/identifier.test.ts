import fc from 'fast-check';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { failureOf } from '../../../support/failureOf';
import { prepared } from './prepared';

const report = (identifier: string) =>
	prepared('report.get', { url: `/reports/${encodeURIComponent(identifier)}` }).request.url;
const project = (identifier: string) =>
	prepared('project.delete', { url: `/projects/${encodeURIComponent(identifier)}` }).request.url;

describe('the path of a report', () => {
	it.each([
		['42', '42'],
		[' 42\n', '42'],
		['a?b#c', 'a%3Fb%23c'],
		['...', '...'],
		['nullable', 'nullable'],
		['not true', 'not%20true'],
		['[object Object] 1', '%5Bobject%20Object%5D%201'],
		['https://example.com/a/folder/reports/42/edit', '42'],
		['  HTTP://EXAMPLE.COM/REPORTS/42  ', '42'],
		['https://example.com/reports/1/reports/42', '42'],
		['https://example.com/reports/42?from=/reports/43', '42'],
		['https://example.com/reports/42#/reports/43', '42'],
		['https://example.com/reports/a%20b', 'a%20b'],
		['https://example.com/reports/100%', '100%25'],
	])('holds the ID in %j as %s', (identifier, part) => {
		expect(report(identifier)).toBe(`/reports/${part}`);
	});

	it.each([
		'https://example.com/reports/',
		'https://example.com/reports',
		'https://example.com/report/42',
		'https://example.com/?page=/reports/42',
		'https://example.com/#/reports/42',
		'http://reports/login',
		'ftp://example.com/reports/42',
		'see https://example.com/reports/42',
		'42/',
		'../42',
		'4,2',
		'.',
		' .. ',
		'[object Object]',
	])('is not made of %j', async (identifier) => {
		const { message, advice, fate } = await failureOf(() => report(identifier));
		const shown = identifier.trim();
		expect(message).toBe(
			`Report cannot be "${shown.length > 30 ? `${shown.slice(0, 30)}…` : shown}"`,
		);
		expect(advice).toBe(
			'Enter the ID of a report, such as 42, or the address of a report, such as https://reports.example.com/reports/42. To find the report of a page, choose it From List, or use Get Many with Search.',
		);
		expect(fate).toBe('not sent');
	});
});

it.each([
	[' example.com ', 'example.com'],
	['example.com/blog', 'example.com%2Fblog'],
	['https://example.com/reports/42', 'https%3A%2F%2Fexample.com%2Freports%2F42'],
])('the path of a project holds the name %j as %s', (name, part) => {
	expect(project(name)).toBe(`/projects/${part}`);
});

it('an identifier that is missing is told apart from a wrong one', async () => {
	for (const url of ['/reports', '/reports/', '/reports/%20%20']) {
		const { message } = await failureOf(() => prepared('report.delete', { url }));
		expect(message).toBe('Report is empty');
	}
});

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
					}
				}),
				{ examples: [['https://example.com/reports/ $'], ['https://example.com/reports/%41']] },
			);
		},
	);
});
