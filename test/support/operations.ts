import type { INodeParameters } from 'n8n-workflow';

import { CHECK_BASE_URL, TRY_LATER } from './failures';
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

const { listProjects, list, get, create, update, remove, removeProject, analyse } = OPERATIONS;

/** Operations that often share an outcome. */
const SETS: Array<[string, Operation[]]> = [
	['all', operations],
	['writes', [create, update, remove, removeProject, analyse]],
	['reads', [listProjects, list, get]],
	['lists', [listProjects, list]],
	['updates', [update, analyse]],
	['deletes', [remove, removeProject]],
	...operations.map((one): [string, Operation[]] => [one.name, [one]]),
];

/** What comes of each operation, for a snapshot: one line for all that differ only in what they are about. */
export function grouped(outcomeOf: (operation: Operation) => string): string {
	const groups = new Map<string, Operation[]>();
	for (const operation of operations) {
		const line = withoutNames(outcomeOf(operation), operation);
		groups.set(line, [...(groups.get(line) ?? []), operation]);
	}
	const namesOf = (group: Operation[]) => {
		let left = group;
		return SETS.filter(([, some]) => {
			if (!some.every((one) => left.includes(one))) return false;
			left = left.filter((one) => !some.includes(one));
			return true;
		}).map(([name]) => name);
	};
	return [...groups].map(([line, group]) => `  ${namesOf(group).join(', ')}: ${line}`).join('\n');
}

/** What the advice for a delete ends with. */
const REASON = / This can also mean that API Key is wrong, .*? shows the reason\./;

function withoutNames(line: string, operation: Operation): string {
	const { mayHaveWritten = TRY_LATER, action, about, target } = operation;
	const parts = [
		[mayHaveWritten, '{check}'],
		[action, '{action}'],
		[about, '{about}'],
		[capitalised(about), '{about}'],
		[`Nothing was ${target.operation}d.`, 'Nothing was done.'],
		[CHECK_BASE_URL, '{base}'],
	] as const;
	return parts.reduce(
		(text, [part, name]) => text.replaceAll(part, name),
		line.replace(REASON, ' {reason}'),
	);
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
