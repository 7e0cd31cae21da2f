import type { INodeParameters } from 'n8n-workflow';

import { locator, project, report } from './node';

export const PASSWORD = 'password-that-nobody-may-see';

/** Kinds of operations: they differ in what the node may retry. */
export type Kind = 'read' | 'create' | 'idempotent write' | 'analysis';

/** The request's target, as the node sees it. */
interface Target {
	resource: 'project' | 'report';
	operation: 'create' | 'delete' | 'get' | 'getAll' | 'update';
	identifier?: string;
	url?: string;
	triggersAnalysis?: boolean;
}

/** One of the seven operations, or an update that re-analyses a page. Its target is the record {@link BAD}. */
export interface Operation {
	name: string;
	kind: Kind;
	target: Target;
	/** As in docs/openapi.yaml, with its identifier. */
	path: string;
	/** For an item with the `id` and `host` of a record. */
	parameters: INodeParameters;
	/** What messages call the record, and the action. */
	about: string;
	action: string;
	/** The advice for a write that may have been done. */
	mayHaveWritten?: string;
}

/** The record whose requests fail. */
export const BAD = { id: 1, host: 'bad.example' };

const byId = (operation: string, updateFields: INodeParameters = {}) =>
	report(operation, { reportId: locator('id', '={{ $json.id }}'), updateFields });

const PROTECTED = { privacy: 2, password: PASSWORD };

const AGAIN = 'before you run this item again.';

export const OPERATIONS = {
	listProjects: {
		name: 'list projects',
		kind: 'read',
		target: { resource: 'project', operation: 'getAll' },
		path: '/projects',
		parameters: project('getAll', { filters: { search: '={{ $json.host }}' } }),
		about: 'the list of projects',
		action: 'list projects',
	},
	list: {
		name: 'list reports',
		kind: 'read',
		target: { resource: 'report', operation: 'getAll' },
		path: '/reports',
		parameters: report('getAll', { returnAll: true, filters: { search: '={{ $json.host }}' } }),
		about: 'the list of reports',
		action: 'list reports',
	},
	get: {
		name: 'get a report',
		kind: 'read',
		target: { resource: 'report', operation: 'get', identifier: '1' },
		path: '/reports/1',
		parameters: byId('get'),
		about: 'report 1',
		action: 'get report 1',
	},
	create: {
		name: 'create a report',
		kind: 'create',
		target: { resource: 'report', operation: 'create', url: 'https://bad.example/new' },
		path: '/reports',
		parameters: report('create', { url: '=https://{{ $json.host }}/new', ...PROTECTED }),
		about: 'https://bad.example/new',
		action: 'create the report',
		mayHaveWritten: `The report for https://bad.example/new may have been created. Check with Get Many ${AGAIN}`,
	},
	update: {
		name: 'update a report',
		kind: 'idempotent write',
		target: { resource: 'report', operation: 'update', identifier: '1' },
		path: '/reports/1',
		parameters: byId('update', { privacy: 0 }),
		about: 'report 1',
		action: 'update report 1',
		mayHaveWritten: `Report 1 may have been updated. Check with Get ${AGAIN}`,
	},
	remove: {
		name: 'delete a report',
		kind: 'idempotent write',
		target: { resource: 'report', operation: 'delete', identifier: '1' },
		path: '/reports/1',
		parameters: byId('delete'),
		about: 'report 1',
		action: 'delete report 1',
		mayHaveWritten: `Report 1 may have been deleted. Check with Get Many ${AGAIN}`,
	},
	removeProject: {
		name: 'delete a project',
		kind: 'idempotent write',
		target: { resource: 'project', operation: 'delete', identifier: 'bad.example' },
		path: '/projects/bad.example',
		parameters: project('delete', { project: locator('name', '={{ $json.host }}') }),
		about: 'project bad.example',
		action: 'delete project bad.example',
		mayHaveWritten: `Project bad.example may have been deleted. Check with Get Many ${AGAIN}`,
	},
	analyse: {
		name: 'update a report with new results',
		kind: 'analysis',
		target: { resource: 'report', operation: 'update', identifier: '1', triggersAnalysis: true },
		path: '/reports/1',
		parameters: byId('update', { ...PROTECTED, results: 1 }),
		about: 'report 1',
		action: 'update report 1',
		mayHaveWritten: `Report 1 may have been analysed again. Check the date of its results with Get ${AGAIN}`,
	},
} satisfies Record<string, Operation>;

export const operations: Operation[] = Object.values(OPERATIONS);
