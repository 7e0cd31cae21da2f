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
	kind: Kind;
	target: Target;
	/** As in docs/openapi.yaml, with its identifier. */
	path: string;
	/** For an item with the `id` and `host` of a record. */
	parameters: INodeParameters;
}

/** The record whose requests fail. */
export const BAD = { id: 1, host: 'bad.example' };

const byId = (operation: string, updateFields: INodeParameters = {}) =>
	report(operation, { reportId: locator('id', '={{ $json.id }}'), updateFields });

const PROTECTED = { privacy: 2, password: PASSWORD };

export const OPERATIONS = {
	listProjects: {
		kind: 'read',
		target: { resource: 'project', operation: 'getAll' },
		path: '/projects',
		parameters: project('getAll', { filters: { search: '={{ $json.host }}' } }),
	},
	list: {
		kind: 'read',
		target: { resource: 'report', operation: 'getAll' },
		path: '/reports',
		parameters: report('getAll', { returnAll: true, filters: { search: '={{ $json.host }}' } }),
	},
	get: {
		kind: 'read',
		target: { resource: 'report', operation: 'get', identifier: '1' },
		path: '/reports/1',
		parameters: byId('get'),
	},
	create: {
		kind: 'create',
		target: { resource: 'report', operation: 'create', url: 'https://bad.example/new' },
		path: '/reports',
		parameters: report('create', { url: '=https://{{ $json.host }}/new', ...PROTECTED }),
	},
	update: {
		kind: 'idempotent write',
		target: { resource: 'report', operation: 'update', identifier: '1' },
		path: '/reports/1',
		parameters: byId('update', { privacy: 0 }),
	},
	remove: {
		kind: 'idempotent write',
		target: { resource: 'report', operation: 'delete', identifier: '1' },
		path: '/reports/1',
		parameters: byId('delete'),
	},
	removeProject: {
		kind: 'idempotent write',
		target: { resource: 'project', operation: 'delete', identifier: 'bad.example' },
		path: '/projects/bad.example',
		parameters: project('delete', { project: locator('name', '={{ $json.host }}') }),
	},
	analyse: {
		kind: 'analysis',
		target: { resource: 'report', operation: 'update', identifier: '1', triggersAnalysis: true },
		path: '/reports/1',
		parameters: byId('update', { ...PROTECTED, results: 1 }),
	},
} satisfies Record<string, Operation>;

export const operations: Operation[] = Object.values(OPERATIONS);

/** What the snapshots write for the words of an operation; `messages.test.ts` shows these once. */
const WORDS: Array<[RegExp, string]> = [
	[/the list of (projects|reports)|report 1\b|project bad\.example/gi, '{record}'],
	[/https:\/\/bad\.example\/new/g, '{record}'],
	[/list (projects|reports)|create the report|(get|update|delete) \{record\}/g, '{action}'],
	[/(The report for )?\{record\} may have been .*? this item again\./g, '{check}'],
	[/Nothing was (created|updated|deleted)\./g, 'Nothing was done.'],
	[/Check Base URL in the credential\. It must be .*?\/api\/v1\./g, '{base}'],
];

/** What comes of the operations, for a snapshot: one line for all that differ only in those words. */
export function grouped(outcomes: string[]): string {
	const groups = new Map<string, string[]>();
	for (const [at, name] of Object.keys(OPERATIONS).entries()) {
		const line = WORDS.reduce((text, [words, by]) => text.replace(words, by), outcomes[at] ?? '');
		groups.set(line, [...(groups.get(line) ?? []), name]);
	}
	const namesOf = (group: string[]) =>
		group.length === operations.length ? 'all' : group.join(', ');
	return [...groups].map(([line, group]) => `  ${namesOf(group)}: ${line}`).join('\n');
}
