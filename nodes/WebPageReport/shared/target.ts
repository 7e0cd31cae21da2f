import { shorten } from './value';

/** What a request is about. `input/` reads it once. A request that no person has entered states it. */
export interface Target {
	readonly resource: 'project' | 'report';
	/** Of the interface document, section 4. */
	readonly operation: 'create' | 'delete' | 'get' | 'getAll' | 'update';
	/** The ID of a report or the name of a project, not encoded. Lists and creates have none. */
	readonly identifier?: string;
	/** The address of the page to analyse; for a create. */
	readonly url?: string;
	/** Who may see the report; for a create. */
	readonly privacy?: string;
	/** Whether an update has the page analysed again. */
	readonly triggersAnalysis?: boolean;
}

/** Maximum characters of an address or a name in an advice, and in a title, which has 80 in all. */
const LONGEST_NAME = 100;
const LONGEST_NAME_IN_TITLE = 24;

/** What has been done after an operation. Reads do nothing. */
export const DONE = {
	create: 'created',
	delete: 'deleted',
	get: '',
	getAll: '',
	update: 'updated',
};

/** Whether an operation only reads, so that nothing is doubled by sending it again. */
export function isRead({ operation }: Target): boolean {
	return operation === 'get' || operation === 'getAll';
}

/** Whether a repeat doubles and spends nothing. A create and an update with new results analyse a page, so they do. */
export function isRepeatable({ operation, triggersAnalysis = false }: Target): boolean {
	return operation !== 'create' && !triggersAnalysis;
}

/** What a request is about, in words that fit into a sentence. */
export function nameOf(target: Target, longest = LONGEST_NAME): string {
	const { resource, operation, identifier = '', url = '' } = target;
	if (operation === 'getAll') return `the list of ${resource}s`;
	return operation === 'create'
		? shorten(url, longest)
		: `${resource} ${shorten(identifier, longest)}`;
}

/** The same in a title. */
export function shortNameOf(target: Target): string {
	return nameOf(target, LONGEST_NAME_IN_TITLE);
}

/** What a request does, in words that fit after "could not" in a title. */
export function deedOf(target: Target): string {
	const { resource, operation } = target;
	if (operation === 'getAll') return `list ${resource}s`;
	return operation === 'create' ? `create the ${resource}` : `${operation} ${shortNameOf(target)}`;
}
