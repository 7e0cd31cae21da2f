import fc from 'fast-check';
import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { prepare } from '../../../../nodes/WebPageReport/input/prepare';

/** The path of a request about an identifier, as n8n builds it. */
const pathFor = (resource: string, operation: string) => (identifier: string) => {
	const parameters = new Map<string, unknown>(Object.entries({ resource, operation }));
	const context = {
		getNodeParameter: (name: string, fallback?: unknown) => parameters.get(name) ?? fallback,
		getNode: () => ({ type: 'webPageReport' }),
	} as unknown as IExecutePaginationFunctions;
	const url = `/${resource}s/${encodeURIComponent(identifier)}`;
	return prepare(context, { url }).request.url;
};

const report = pathFor('report', 'get');
const project = pathFor('project', 'delete');

it.each([
	['https://example.com/reports/42', '42'],
	['https://example.com/reports/42?from=/reports/43', '42'],
	['https://example.com/reports/42#/reports/43', '42'],
	['https://example.com/reports/42?url=https://example.org/reports/43', '42'],
	['https://example.com/reports/42/history/', '42'],
	['https://example.com/v1/my-reports/reports/42', '42'],
	['0b9f-4c_d.e~f:g@h=', '0b9f-4c_d.e~f%3Ag%40h%3D'],
	['nullable', 'nullable'],
])('takes the ID from %j into the path as %s', (identifier, part) => {
	expect(report(identifier)).toBe(`/reports/${part}`);
});

const text = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.string({ unit: 'grapheme' }),
	fc.stringMatching(/^[./\\%2ef ?#]{0,6}$/),
	fc.string({ unit: 'grapheme' }).map((id) => `https://example.com/reports/${id}`),
);

it.each([
	['reports', report],
	['projects', project],
])('any text becomes exactly the second of two path segments of %s, or a failure', (first, of) => {
	const property = fc.property(text, (identifier) => {
		let path = `/${first}/none`;
		try {
			path = of(identifier);
		} catch (error) {
			expect(error).toBeInstanceOf(Failure);
		}
		const [, segment = ''] = /^\/(?:reports|projects)\/([\w%!'()*.~-]+)$/.exec(path) ?? [];
		expect(path).toBe(`/${first}/${segment}`);
		expect(['', '.', '..']).not.toContain(decodeURIComponent(segment));
	});
	fc.assert(property, { examples: [['https://example.com/reports/ $']] });
});
