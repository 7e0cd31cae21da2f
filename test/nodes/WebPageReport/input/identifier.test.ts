import fc from 'fast-check';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { pasted } from '../../../../nodes/WebPageReport/shared/webAddress';
import { prepared } from './prepared';

const report = (identifier: string) =>
	prepared('report.get', { url: `/reports/${encodeURIComponent(identifier)}` }).request.url;
const project = (identifier: string) =>
	prepared('project.delete', { url: `/projects/${encodeURIComponent(identifier)}` }).request.url;

// More cases: test/engines/input
it.each([
	['https://example.com/reports/1/reports/42', '42'],
	['https://example.com/reports/42?from=/reports/43', '42'],
	['https://example.com/reports/42#/reports/43', '42'],
	['https://example.com/reports/%C3%BCber-uns', '%C3%BCber-uns'],
	['0b9f-4c_d.e~f:g@h=', '0b9f-4c_d.e~f%3Ag%40h%3D'],
	['nullable', 'nullable'],
	['https://example.com/reports/reports/42', '42'],
	['https://example.com/a,b/reports/42', '42'],
	['https://example.com/reports/42?url=https://example.org/reports/43', '42'],
])('takes the ID from %j into the path as %s', (identifier, part) => {
	expect(report(identifier)).toBe(`/reports/${part}`);
});

it.each([
	'https://example.com/report/42',
	'https://example.com/?page=/reports/42',
	'https://example.com/#/reports/42',
	'http://reports/login',
])('says that %j is not the address of a report', (identifier) => {
	expect(() => report(identifier)).toThrow('Report is not the address of a report');
});

it.each([
	'ftp://example.com/reports/42',
	'see https://example.com/reports/42',
	'[object Object]',
	// Two reports, or a list of one
	...['42，43', '42、43', '42&43', '42+43', '42<br>43', String.raw`42\n43`, '"42"', '[42]', '#42'],
])('rejects %j as a report', (identifier) => {
	expect(() => report(identifier)).toThrow(/^Report cannot be "/);
});

it.each([
	...[' ', ',', ';', '|', '\n', ', ', '\r\n'].flatMap((separator) => [
		`42${separator}43`,
		['https://example.com/reports/42', 'https://example.com/reports/43'].join(separator),
		['https://example.com/reports/42?lang=de', 'http://example.com/reports/43'].join(separator),
		`https://example.com/reports/42${separator}43`,
		`https://example.com/reports/42${separator}example.com/reports/43`,
	]),
	...['', '<br>', '，', String.raw`\n`].map((separator) =>
		['https://example.com/reports/42', 'https://example.com/reports/43'].join(separator),
	),
	'https://example.com/reports/42%2C43',
	'https://example.com/reports/42%0Ahttps://example.com/reports/43',
	'a b',
])('takes %j for more than one report', (identifier) => {
	expect(() => report(identifier)).toThrow('Report contains more than one report');
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
		'becomes exactly the second of two path segments of %s, or a failure',
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
						expect(decodeURIComponent(second)).toBe(pasted(identifier));
					}
				}),
				{ examples: [['https://example.com/reports/ $'], ['https://example.com/reports/%41']] },
			);
		},
	);
});
