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

/** How many characters of an address or a name are shown. */
const LONGEST_NAME = 100;

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

/** What a request is about, in words that fit into a sentence. */
export function nameOf({ resource, operation, identifier = '', url = '' }: Target): string {
	if (operation === 'getAll') return `the list of ${resource}s`;
	if (operation === 'create') return `the report for ${shorten(url, LONGEST_NAME)}`;
	return `${resource} ${shorten(identifier, LONGEST_NAME)}`;
}
