import type { INodeParameters } from 'n8n-workflow';

import type { Data } from '../../../sandbox/service/data';
import { locator, project, report } from '../../support/node';
import type { RawRequest } from '../../support/rawService';

export const PASSWORD = 'password-that-nobody-may-see';

/** One of the seven operations, working on records of its own: a bad one, which meets the fault, and a good one. */
export interface Operation {
	name: string;
	/** The bad report has this ID, the good one an ID that is higher by seven. */
	number: number;
	isRead: boolean;
	parameters: INodeParameters;
	/** What a message calls the bad record. */
	subject: string;
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
	id: kind === 'bad' ? number : number + 7,
	host: `${kind}-${String(number)}.example`,
});

export const operations: Operation[] = [
	{
		name: 'list projects',
		number: 1,
		isRead: true,
		parameters: project('getAll', { filters: { search: '={{ $json.host }}' } }),
		subject: 'the list of projects',
		gives: ({ host }) => ({ project: host }),
	},
	{
		name: 'list reports',
		number: 2,
		isRead: true,
		parameters: report('getAll', {
			returnAll: true,
			filters: { search: '={{ $json.host }}' },
		}),
		subject: 'the list of reports',
		gives: ({ host }) => ({ project: host }),
	},
	{
		name: 'get a report',
		number: 3,
		isRead: true,
		parameters: report('get', { reportId: locator('id', '={{ $json.id }}') }),
		subject: 'report 3',
		gives: (one) => ({ id: one.id }),
	},
	{
		name: 'create a report',
		number: 4,
		isRead: false,
		parameters: report('create', {
			url: '=https://{{ $json.host }}/new',
			privacy: 2,
			password: PASSWORD,
		}),
		subject: 'the report for https://bad-4.example/new',
		gives: ({ host }) => ({ url: `https://${host}/new` }),
		done: ({ reports }) =>
			[...reports.values()].filter(({ url }) => url === 'https://bad-4.example/new').length,
	},
	{
		name: 'update a report',
		number: 5,
		isRead: false,
		parameters: report('update', {
			reportId: locator('id', '={{ $json.id }}'),
			updateFields: { privacy: 2, password: PASSWORD },
		}),
		subject: 'report 5',
		gives: (one) => ({ id: one.id }),
		done: ({ reports }) => (reports.get(5)?.privacy === 2 ? 1 : 0),
	},
	{
		name: 'delete a report',
		number: 6,
		isRead: false,
		parameters: report('delete', { reportId: locator('id', '={{ $json.id }}') }),
		subject: 'report 6',
		gives: (one) => ({ deleted: true, id: String(one.id) }),
		done: ({ reports }) => (reports.has(6) ? 0 : 1),
	},
	{
		name: 'delete a project',
		number: 7,
		isRead: false,
		parameters: project('delete', { project: locator('name', '={{ $json.host }}') }),
		subject: 'project bad-7.example',
		gives: ({ host }) => ({ deleted: true, project: host }),
		done: (data) => (data.projects().some((one) => one.project === 'bad-7.example') ? 0 : 1),
	},
];

/** The operation whose bad record a request is about. */
export function operationOf({ text }: RawRequest): number | undefined {
	const [, byHost, byId] = /bad-(\d)\.example|\/reports\/([1-7])[ ?]/.exec(text) ?? [];
	const number = byHost ?? byId;
	return number === undefined ? undefined : Number(number);
}
