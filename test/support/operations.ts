import type { INodeParameters } from 'n8n-workflow';

import type { Data } from '../../sandbox/service/data';
import type { SeenRequest } from '../../sandbox/service/requests';
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

/**
 * One of the seven operations, or an update that re-analyses a page. Each has two records to itself: a bad one, whose
 * requests fail, and a good one.
 */
export interface Operation {
	name: string;
	/** ID of the bad report. The good one's is higher by eight. */
	number: number;
	kind: Kind;
	target: Target;
	/** As in docs/openapi.yaml, with its identifier. */
	path: string;
	parameters: INodeParameters;
	/** What messages call the bad record, and the action. */
	about: string;
	action: string;
	/** The advice for a write that may have been done. */
	mayHaveWritten?: string;
	/** The output for a record. */
	output: (record: TestRecord) => object;
	/** Whether, or how often, the service has done the work for the bad record. */
	done?: (data: Data) => boolean | number;
}

export interface TestRecord {
	id: number;
	host: string;
}

export const record = ({ number }: Operation, kind: 'bad' | 'good'): TestRecord => ({
	id: kind === 'bad' ? number : number + 8,
	host: `${kind}-${String(number)}.example`,
});

const byId = (operation: string, updateFields: INodeParameters = {}) =>
	report(operation, { reportId: locator('id', '={{ $json.id }}'), updateFields });

const PROTECTED = { privacy: 2, password: PASSWORD };

const idOutput = ({ id }: TestRecord) => ({ id });
const projectOutput = ({ host }: TestRecord) => ({ project: host });

export const OPERATIONS = {
	listProjects: {
		name: 'list projects',
		number: 1,
		kind: 'read',
		target: { resource: 'project', operation: 'getAll' },
		path: '/projects',
		parameters: project('getAll', { filters: { search: '={{ $json.host }}' } }),
		about: 'the list of projects',
		action: 'list projects',
		output: projectOutput,
	},
	list: {
		name: 'list reports',
		number: 2,
		kind: 'read',
		target: { resource: 'report', operation: 'getAll' },
		path: '/reports',
		parameters: report('getAll', { returnAll: true, filters: { search: '={{ $json.host }}' } }),
		about: 'the list of reports',
		action: 'list reports',
		output: projectOutput,
	},
	get: {
		name: 'get a report',
		number: 3,
		kind: 'read',
		target: { resource: 'report', operation: 'get', identifier: '3' },
		path: '/reports/3',
		parameters: byId('get'),
		about: 'report 3',
		action: 'get report 3',
		output: idOutput,
	},
	create: {
		name: 'create a report',
		number: 4,
		kind: 'create',
		target: { resource: 'report', operation: 'create', url: 'https://bad-4.example/new' },
		path: '/reports',
		parameters: report('create', { url: '=https://{{ $json.host }}/new', ...PROTECTED }),
		about: 'https://bad-4.example/new',
		action: 'create the report',
		mayHaveWritten:
			'The report for https://bad-4.example/new may have been created. Check with Get Many before you run this item again.',
		output: ({ host }) => ({ url: `https://${host}/new` }),
		done: ({ reports }) =>
			[...reports.values()].filter(({ url }) => url === 'https://bad-4.example/new').length,
	},
	update: {
		name: 'update a report',
		number: 5,
		kind: 'idempotent write',
		target: { resource: 'report', operation: 'update', identifier: '5' },
		path: '/reports/5',
		parameters: byId('update', { privacy: 0 }),
		about: 'report 5',
		action: 'update report 5',
		mayHaveWritten:
			'Report 5 may have been updated. Check with Get before you run this item again.',
		output: idOutput,
		done: ({ reports }) => reports.get(5)?.privacy === 0,
	},
	remove: {
		name: 'delete a report',
		number: 6,
		kind: 'idempotent write',
		target: { resource: 'report', operation: 'delete', identifier: '6' },
		path: '/reports/6',
		parameters: byId('delete'),
		about: 'report 6',
		action: 'delete report 6',
		mayHaveWritten:
			'Report 6 may have been deleted. Check with Get Many before you run this item again.',
		output: ({ id }) => ({ deleted: true, id }),
		done: ({ reports }) => !reports.has(6),
	},
	removeProject: {
		name: 'delete a project',
		number: 7,
		kind: 'idempotent write',
		target: { resource: 'project', operation: 'delete', identifier: 'bad-7.example' },
		path: '/projects/bad-7.example',
		parameters: project('delete', { project: locator('name', '={{ $json.host }}') }),
		about: 'project bad-7.example',
		action: 'delete project bad-7.example',
		mayHaveWritten:
			'Project bad-7.example may have been deleted. Check with Get Many before you run this item again.',
		output: ({ host }) => ({ deleted: true, project: host }),
		done: (data) => data.projects().every((one) => one.project !== 'bad-7.example'),
	},
	analyse: {
		name: 'update a report with new results',
		number: 8,
		kind: 'analysis',
		target: { resource: 'report', operation: 'update', identifier: '8', triggersAnalysis: true },
		path: '/reports/8',
		parameters: byId('update', { ...PROTECTED, results: 1 }),
		about: 'report 8',
		action: 'update report 8',
		mayHaveWritten:
			'Report 8 may have been analysed again. Check the date of its results with Get before you run this item again.',
		output: idOutput,
		done: ({ reports }) => reports.get(8)?.privacy === 2,
	},
} satisfies Record<string, Operation>;

export const operations: Operation[] = Object.values(OPERATIONS);

/** Number of the operation that a request for a bad record is part of; undefined for a read that settles a write. */
export function operationNumberOf(request: SeenRequest): number | undefined {
	const { method, path, query, body } = request;
	const about = [query.search, body.url, path].join(' ');
	const [, byHost, byPath] = /bad-(\d)\.example|\/reports\/([1-8])$/.exec(about) ?? [];
	const operation = operations.find(({ number }) => String(number) === (byHost ?? byPath));
	return (method === 'GET') === (operation?.kind === 'read') ? operation?.number : undefined;
}
