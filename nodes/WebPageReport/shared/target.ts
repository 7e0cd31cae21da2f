import { shorten } from './value';

/** What a request is about. `input/` reads it once. A request that no person has entered states it. */
export interface Target {
	resource: 'project' | 'report';
	/** Of the interface document, section 4. */
	operation: 'create' | 'delete' | 'get' | 'getAll' | 'update';
	/** The ID of a report or the name of a project, not encoded. Lists and creates have none. */
	identifier?: string;
	/** The address of the page to analyse; for a create. */
	url?: string;
	/** Who may see the report; for a create. */
	privacy?: string;
	/** Whether the page is analysed again; for an update. */
	isAnalysed?: boolean;
}

/** How many characters of an address or a name an advice shows. */
const LONGEST_NAME = 100;

/** The same in a title, which has 80 characters in all. */
const LONGEST_NAME_IN_TITLE = 24;

/** Whether an operation only reads, so that nothing is doubled by sending it again. */
export function isRead({ operation }: Target): boolean {
	return operation === 'get' || operation === 'getAll';
}

/**
 * Whether the same request can be sent again without doubling or spending anything. A create and an update with new
 * results analyse a page, so they cannot.
 */
export function isRepeatable({ operation, isAnalysed = false }: Target): boolean {
	return operation !== 'create' && !isAnalysed;
}

/** What a request is about, in words that fit into a sentence; of a new report, the address of its page. */
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

/** What a request does, in words that fit behind "could not" in a title. */
export function deedOf(target: Target): string {
	const { resource, operation } = target;
	if (operation === 'getAll') return `list ${resource}s`;
	return operation === 'create' ? `create the ${resource}` : `${operation} ${shortNameOf(target)}`;
}
