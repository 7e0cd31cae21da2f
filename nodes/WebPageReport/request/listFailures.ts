import { Failure } from './failure';

/** A list that changed while it was read, or seems to have: reading it anew may help. */
export class ListMoved extends Failure {
	constructor(
		title = 'The list kept changing while it was read',
		advice = 'Run it again when less is created and deleted on the service, or read less at once, with Limit or a filter.',
	) {
		super(title, advice);
	}
}

/**
 * What a reading has failed with, where another one may not meet it.
 *
 * @throws any other failure
 */
export function asListMoved(failure: unknown): ListMoved {
	if (failure instanceof ListMoved) return failure;
	throw failure;
}

/**
 * The answer of a service that has no such page, as some say of the one after the last.
 *
 * @throws any other failure
 */
export function asNoRows(error: unknown): unknown {
	if (error instanceof Failure && error.details.code === '404') return [];
	throw error;
}

/** Fewer rows than the service itself says that there are; `total` where it says how many. */
export function rowsMissing(rows: number, total: number | undefined): Failure {
	return new Failure(
		total === undefined
			? 'The service says that its list has more pages than it shows'
			: `The service says that its list has ${String(total)} entries, but shows ${String(rows)}`,
		adviceFor(rows),
	);
}

/** Pages that bring nothing new, however many are asked for. */
export function rowsRepeated(rows: number): Failure {
	return new Failure('The service shows the same entries again and again', adviceFor(rows));
}

/** More rows than n8n can hold. */
export function tooManyRows(most: number): Failure {
	return new Failure(
		`n8n takes no more than ${String(most)} entries of a list at once`,
		`Set Limit to ${String(most)} or less, or read the list in parts, with a filter.`,
	);
}

function adviceFor(rows: number): string {
	const limit = rows > 0 ? `, or set Limit to ${String(rows)} or less` : '';
	return `Run it again, or with another Sort By. If that does not help, ask whoever runs the service about the pages of its list${limit}.`;
}
