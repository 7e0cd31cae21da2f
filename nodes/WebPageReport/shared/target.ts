import { shorten } from './value';

/** What a request is about. Read once, by `input/`, or stated where there is nothing to read. */
export interface Target {
	resource: 'project' | 'report';
	/** Of the interface document, section 4. */
	operation: 'create' | 'delete' | 'get' | 'getAll' | 'update';
	/** The ID of a report or the name of a project, as it is, not encoded; none for a list and a create. */
	identifier?: string;
	/** The address of the page to analyse; for a create. */
	url?: string;
	/** Who may see the report; for a create. */
	privacy?: string;
	/** Whether the page is analysed again; for an update. */
	isAnalysed?: boolean;
}

/** How many characters of an address or a name are shown where there is room for it. */
const LONGEST_NAME = 100;

/** The same in a title, which has 80 characters in all. */
const LONGEST_NAME_IN_TITLE = 24;

/** Whether an operation only reads, so that nothing is doubled by sending it again. */
export function isRead({ operation }: Target): boolean {
	return operation === 'get' || operation === 'getAll';
}

/**
 * Whether sending the same again doubles nothing and spends nothing: not where a page is analysed, by a
 * create or an update with new results.
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
