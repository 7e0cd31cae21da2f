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
		kind: 'read',
		target: { resource: 'project', operation: 'getAll' },
		path: '/projects',
		parameters: project('getAll', { filters: { search: '={{ $json.host }}' } }),
		about: 'the list of projects',
		action: 'list projects',
	},
	list: {
		kind: 'read',
		target: { resource: 'report', operation: 'getAll' },
		path: '/reports',
		parameters: report('getAll', { returnAll: true, filters: { search: '={{ $json.host }}' } }),
		about: 'the list of reports',
		action: 'list reports',
	},
	get: {
		kind: 'read',
		target: { resource: 'report', operation: 'get', identifier: '1' },
		path: '/reports/1',
		parameters: byId('get'),
		about: 'report 1',
		action: 'get report 1',
	},
	create: {
		kind: 'create',
		target: { resource: 'report', operation: 'create', url: 'https://bad.example/new' },
		path: '/reports',
		parameters: report('create', { url: '=https://{{ $json.host }}/new', ...PROTECTED }),
		about: 'https://bad.example/new',
		action: 'create the report',
		mayHaveWritten: `The report for https://bad.example/new may have been created. Check with Get Many ${AGAIN}`,
	},
	update: {
		kind: 'idempotent write',
		target: { resource: 'report', operation: 'update', identifier: '1' },
		path: '/reports/1',
		parameters: byId('update', { privacy: 0 }),
		about: 'report 1',
		action: 'update report 1',
		mayHaveWritten: `Report 1 may have been updated. Check with Get ${AGAIN}`,
	},
	remove: {
		kind: 'idempotent write',
		target: { resource: 'report', operation: 'delete', identifier: '1' },
		path: '/reports/1',
		parameters: byId('delete'),
		about: 'report 1',
		action: 'delete report 1',
		mayHaveWritten: `Report 1 may have been deleted. Check with Get Many ${AGAIN}`,
	},
	removeProject: {
		kind: 'idempotent write',
		target: { resource: 'project', operation: 'delete', identifier: 'bad.example' },
		path: '/projects/bad.example',
		parameters: project('delete', { project: locator('name', '={{ $json.host }}') }),
		about: 'project bad.example',
		action: 'delete project bad.example',
		mayHaveWritten: `Project bad.example may have been deleted. Check with Get Many ${AGAIN}`,
	},
	analyse: {
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

/** What comes of the operations, for a snapshot: one line for all that differ only in what they are about. */
export function grouped(outcomes: string[]): string {
	const groups = new Map<string, string[]>();
	for (const [at, [name, operation]] of Object.entries<Operation>(OPERATIONS).entries()) {
		const line = withoutNames(outcomes[at] ?? '', operation);
		groups.set(line, [...(groups.get(line) ?? []), name]);
	}
	const namesOf = (group: string[]) =>
		group.length === operations.length ? 'all' : group.join(', ');
	return [...groups].map(([line, group]) => `  ${namesOf(group)}: ${line}`).join('\n');
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
