import { shorten } from './value';

/** What a request is about. For an item, `input/` works it out once. */
export interface Target {
	readonly resource: 'project' | 'report';
	readonly operation: 'create' | 'delete' | 'get' | 'getAll' | 'update';
	/** A report's ID or a project's name, not encoded. Lists and creates have none. */
	readonly identifier?: string;
	/** The address of the page to analyse; for a create. */
	readonly url?: string;
	/** Who can see the report: 0, 1 or 2; for a create, or an update that sets it. */
	readonly privacy?: string;
	/** Whether an update sets a password, which no response shows. */
	readonly setsPassword?: boolean;
	/** Whether an update re-analyses the page. */
	readonly triggersAnalysis?: boolean;
}

/** Maximum characters of an address or a name in advice, and in a title, which has room for 80. */
const LONGEST_NAME = 100;
export const LONGEST_IN_TITLE = 24;

/** Past participles for messages; reads have none. */
export const DONE = {
	create: 'created',
	delete: 'deleted',
	get: '',
	getAll: '',
	update: 'updated',
};

/** Whether an operation only reads. */
export function isRead({ operation }: Target): boolean {
	return operation === 'get' || operation === 'getAll';
}

/** Whether an operation analyses a page, which counts against the quota. */
export function isCostly({ operation, triggersAnalysis = false }: Target): boolean {
	return operation === 'create' || triggersAnalysis;
}

/** What a request is about, as part of a sentence. */
export function nameOf(target: Target, longest = LONGEST_NAME): string {
	const { resource, operation, identifier = '', url = '' } = target;
	if (operation === 'getAll') return `the list of ${resource}s`;
	return operation === 'create'
		? shorten(url, longest)
		: `${resource} ${shorten(identifier, longest)}`;
}

/** What a request does, to follow "could not" in a title. */
export function actionOf(target: Target): string {
	const { resource, operation } = target;
	if (operation === 'getAll') return `list ${resource}s`;
	if (operation === 'create') return `create the ${resource}`;
	return `${operation} ${nameOf(target, LONGEST_IN_TITLE)}`;
}
