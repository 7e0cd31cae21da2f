import { capitalised, duration } from '../shared/value';
import { inCredential, isRead, nameOf, type Target } from '../shared/target';
import { Failure, type FailureDetails, type Wording } from './failure';

/** What Base URL has to be. */
export const THE_API = 'the address of the API, usually ending in /api/v1.';

const TRY_LATER = 'Try again later. If it keeps failing, contact your report service.';

/** What is said of a request that the service takes none of for now, before it has refused one. */
const NOT_TAKEN = new Failure('Too many requests', 'Try again later.');

/** Why an item ends that nobody waits for any more: another one has failed, or n8n has given up. */
export const NOT_WANTED = new Failure(
	'This item was not sent because the workflow stopped',
	'Another item failed first.',
);

/** Why an item ends when the workflow is stopped before it has changed anything. */
export const STOPPED_EARLY = new Failure('The workflow was stopped', 'Nothing was changed.');

/** What to do where the address is that of something else than the API. */
export function checkBaseUrl(target: Pick<Target, 'isTest'> = {}): string {
	return `Check Base URL${inCredential(target)}. It must be ${THE_API}`;
}

/** An advice where nothing was sent: whoever tests a credential does not care. */
export function unsent({ isTest = false }: Pick<Target, 'isTest'>, advice: string): string {
	return isTest ? advice : `Nothing was sent. ${advice}`;
}

/** What to do about a request that the service has not taken, because there were too many. */
export function adviceForNotTaken(target: Target): string {
	return isRead(target) ? 'Try again later.' : `Nothing was ${target.operation}d. Try again later.`;
}

/** What else to say of a failure that leaves the fate of a write open. */
interface More extends Omit<FailureDetails, 'mayHaveHappened'>, Wording {
	/** What to do where nothing was written. */
	forReads?: string;
}

/** A failure after which nobody knows whether a write has happened. */
export function unsettled(
	title: string,
	target: Target,
	{ forReads = TRY_LATER, ...more }: More,
): Failure {
	const isOpen = !isRead(target);
	const advice = isOpen ? adviceForOpen(target) : forReads;
	return new Failure(title, advice, { ...more, mayHaveHappened: isOpen });
}

/** What may have happened, and where to look. New results cost an analysis, and show in their date. */
function adviceForOpen(target: Target): string {
	const { operation, isAnalysed = false } = target;
	const name = operation === 'create' ? `the report for ${nameOf(target)}` : nameOf(target);
	const [done, look] = isAnalysed
		? ['analysed again', 'Check the date of its results with Get']
		: [`${operation}d`, operation === 'update' ? 'Check with Get' : 'Check with Get Many'];
	return `${capitalised(name)} may have been ${done}. ${look} before you run this item again.`;
}

/**
 * A failure of a create whose report was looked for.
 *
 * @param finding what the last look has shown; undefined where none has shown anything
 * @param milliseconds how long it was looked for
 */
export function lookedFor(
	failure: Failure,
	target: Target,
	finding: 'missing' | 'uncertain' | undefined,
	milliseconds: number,
): Failure {
	if (!finding) return failure;
	const page = nameOf(target);
	return failure.advising(
		finding === 'missing'
			? `No new report for ${page} appeared within ${duration(milliseconds)}, so it was most likely not created. Run this item again.`
			: `The report for ${page} may have been created: there are new reports, but none is certainly this one. Check with Get Many before you run this item again.`,
	);
}

/**
 * What is said where a request cannot wait as long as the service asks it to.
 *
 * @param pause in milliseconds
 * @param failure that the request has met, or others have
 */
export function tooLong(pause: number, failure = NOT_TAKEN): Failure {
	const { code } = failure.details;
	const advice = `The service asks to wait ${duration(pause)}. Try again after that.`;
	return failure.advising(advice, { code });
}
