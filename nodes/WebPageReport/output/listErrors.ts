import { Failure } from '../errors/failure';

/** A list that changed while it was read, or seems to have: reading it anew may help. */
export class ListMoved extends Failure {
	constructor(
		title = 'The list kept changing while it was read',
		advice = 'Try again when fewer reports are being created or deleted, or read less at once with Limit or a filter.',
	) {
		super(title, advice);
	}
}

/** Fewer rows than the service itself says that there are; `total` where it says how many. */
export function rowsMissing(rows: number, total: number | undefined): Failure {
	return new Failure(
		total === undefined
			? 'The service announced more pages than it returned'
			: `The service announced ${String(total)} entries but returned ${String(rows)}`,
		adviceFor(rows),
	);
}

/** Pages that bring nothing new, however many are asked for. */
export function rowsRepeated(rows: number): Failure {
	return new Failure('The service kept returning the same entries', adviceFor(rows));
}

function adviceFor(rows: number): string {
	const limit = rows > 0 ? `, or set Limit to ${String(rows)} or less` : '';
	return `Try again, or with another Sort By. If that does not help, contact your report service about the pages of its list${limit}.`;
}
