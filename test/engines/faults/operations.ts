import type { INodeParameters } from 'n8n-workflow';

import type { Data } from '../../../sandbox/service/data';
import type { SeenRequest } from '../../../sandbox/service/requests';
import { locator, project, report } from '../../support/node';

export const PASSWORD = 'password-that-nobody-may-see';

/** What a fault can mean for an operation: who may send it again differs. */
export type Kind = 'read' | 'create' | 'fixed write' | 'analysis';

/**
 * One of the seven operations, or an update that has a page analysed again, working on records of its
 * own: a bad one, which meets the fault, and a good one.
 */
export interface Operation {
	name: string;
	/** The bad report has this ID, the good one an ID that is higher by eight. */
	number: number;
	kind: Kind;
	parameters: INodeParameters;
	/** What a message calls the bad record, and what is done with it. */
	subject: string;
	deed: string;
	/** What may have happened, and where to look; of a write. */
	fate: string;
	/** What comes out for a record. */
	gives: (record: TestRecord) => object;
	/** How often the service has done what was asked for the bad record. */
	done?: (data: Data) => number;
}

export interface TestRecord {
	id: number;
	host: string;
}

export const record = ({ number }: { number: number }, kind: 'bad' | 'good'): TestRecord => ({
	id: kind === 'bad' ? number : number + 8,
	host: `${kind}-${String(number)}.example`,
});

export const operations: Operation[] = [
	{
		name: 'list projects',
		number: 1,
		kind: 'read',
		parameters: project('getAll', { filters: { search: '={{ $json.host }}' } }),
		subject: 'the list of projects',
		deed: 'list projects',
		fate: '',
		gives: ({ host }) => ({ project: host }),
	},
	{
		name: 'list reports',
		number: 2,
		kind: 'read',
		parameters: report('getAll', {
			returnAll: true,
			filters: { search: '={{ $json.host }}' },
		}),
		subject: 'the list of reports',
		deed: 'list reports',
		fate: '',
		gives: ({ host }) => ({ project: host }),
	},
	{
		name: 'get a report',
		number: 3,
		kind: 'read',
		parameters: report('get', { reportId: locator('id', '={{ $json.id }}') }),
		subject: 'report 3',
		deed: 'get report 3',
		fate: '',
		gives: (one) => ({ id: one.id }),
	},
	{
		name: 'create a report',
		number: 4,
		kind: 'create',
		parameters: report('create', {
			url: '=https://{{ $json.host }}/new',
			privacy: 2,
			password: PASSWORD,
		}),
		subject: 'https://bad-4.example/new',
		deed: 'create the report',
		fate: 'The report for https://bad-4.example/new may have been created. Check with Get Many',
		gives: ({ host }) => ({ url: `https://${host}/new` }),
		done: ({ reports }) =>
			[...reports.values()].filter(({ url }) => url === 'https://bad-4.example/new').length,
	},
	{
		name: 'update a report',
		number: 5,
		kind: 'fixed write',
		parameters: report('update', {
			reportId: locator('id', '={{ $json.id }}'),
			updateFields: { privacy: 2, password: PASSWORD },
		}),
		subject: 'report 5',
		deed: 'update report 5',
		fate: 'Report 5 may have been updated. Check with Get before',
		gives: (one) => ({ id: one.id }),
		done: ({ reports }) => (reports.get(5)?.privacy === 2 ? 1 : 0),
	},
	{
		name: 'delete a report',
		number: 6,
		kind: 'fixed write',
		parameters: report('delete', { reportId: locator('id', '={{ $json.id }}') }),
		subject: 'report 6',
		deed: 'delete report 6',
		fate: 'Report 6 may have been deleted. Check with Get Many before',
		gives: (one) => ({ deleted: true, id: one.id }),
		done: ({ reports }) => (reports.has(6) ? 0 : 1),
	},
	{
		name: 'delete a project',
		number: 7,
		kind: 'fixed write',
		parameters: project('delete', { project: locator('name', '={{ $json.host }}') }),
		subject: 'project bad-7.example',
		deed: 'delete project bad-7.example',
		fate: 'Project bad-7.example may have been deleted. Check with Get Many before',
		gives: ({ host }) => ({ deleted: true, project: host }),
		done: (data) => (data.projects().some((one) => one.project === 'bad-7.example') ? 0 : 1),
	},
	{
		name: 'update a report with new results',
		number: 8,
		kind: 'analysis',
		parameters: report('update', {
			reportId: locator('id', '={{ $json.id }}'),
			updateFields: { privacy: 2, password: PASSWORD, results: 1 },
		}),
		subject: 'report 8',
		deed: 'update report 8',
		fate: 'Report 8 may have been analysed again. Check the date of its results with Get before',
		gives: (one) => ({ id: one.id }),
		done: ({ reports }) => (reports.get(8)?.privacy === 2 ? 1 : 0),
	},
];

/** The operation whose bad record a request is about. */
export function operationOf({ path, query, body }: SeenRequest): number | undefined {
	const about = [query.search, body.url, path].join(' ');
	const [, byHost, byId] = /bad-(\d)\.example|\/reports\/([1-8])$/.exec(about) ?? [];
	return byHost || byId ? Number(byHost ?? byId) : undefined;
}
