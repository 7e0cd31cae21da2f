import type { IDataObject } from 'n8n-workflow';

import { prepared } from './prepared';

const url = 'https://example.com';

/** What a create, or an update, of these fields is about. */
const create = (body: IDataObject) =>
	prepared('report.create', { method: 'POST', url: '/reports', body }).target;
const update = (body: IDataObject) =>
	prepared('report.update', { method: 'PUT', url: '/reports/42', body }).target;

describe('what a request is about', () => {
	it.each([
		[{ url, privacy: 1 }, '1'],
		[{ url, privacy: '0' }, '0'],
		[{ url, privacy: 2, password: 'hunter22' }, '2'],
		[{ url }, '1'],
	])('is a page and who may see its report: %j', (body, privacy) => {
		expect(create({ ...body, url: ` ${url} ` })).toEqual({
			resource: 'report',
			operation: 'create',
			url,
			privacy,
		});
	});

	it.each([
		[{ results: 1 }, true],
		[{ results: '1', privacy: 0 }, true],
		[{ results: 0 }, false],
		[{ results: '0' }, false],
		[{ privacy: 1 }, false],
	])('is whether a page is analysed again: %j', (body, isAnalysed) => {
		expect(update(body)).toEqual({
			resource: 'report',
			operation: 'update',
			identifier: '42',
			isAnalysed,
		});
	});

	it.each([
		['report.get', '/reports/42', '42'],
		['report.delete', '/reports/42', '42'],
		['project.delete', '/projects/a%20b', 'a b'],
	] as const)('is what it names and nothing else: %s', (operation, path, identifier) => {
		const [resource, name] = operation.split('.');
		expect(prepared(operation, { method: 'GET', url: path }).target).toEqual({
			resource,
			operation: name,
			identifier,
		});
	});
});
