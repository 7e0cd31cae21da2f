import { capitalised, duration } from '../shared/value';
import { isRead, nameOf, type Target } from '../shared/target';
import { type Details, Failure } from './failure';

/** What Base URL has to be. */
export const THE_API = 'the address of the API, usually ending in /api/v1.';

export const TRY_LATER = 'Try again later. If it keeps failing, contact your report service.';

/** What to do if the address is that of something other than the API. */
export const CHECK_BASE_URL = `Check Base URL in the credential. It must be ${THE_API}`;

/** What happened if something other than the API answered. */
export const WEB_PAGE = 'The service returned a web page instead of data';

const cancelled = (title: string, advice: string) =>
	new Failure(title, advice, { isCancelled: true });

/** For items abandoned because another failed or n8n gave up. */
export const NOT_WANTED = cancelled(
	'This item was not sent because the workflow stopped',
	'Another item failed first.',
);

/** For items that a person stopped before they changed anything. */
export const STOPPED = cancelled('The workflow was stopped', 'Nothing was changed.');

/** For a tool that could send nothing in its time. */
export const NO_TIME = cancelled(
	'No request could be sent in time',
	'Nothing was sent. Try again later.',
);

/** A failure after which nobody knows whether a write has happened. `forReads` is what to do if the request only read. */
export function unknownFate(
	title: string,
	target: Target,
	{ forReads = TRY_LATER, ...details }: Details & { forReads?: string } = {},
): Failure {
	const advice = isRead(target) ? forReads : adviceForUnknown(target);
	return new Failure(title, advice, { ...details, fate: 'unknown', mayBeDone: !isRead(target) });
}

/** What may have happened, and how to find out. */
function adviceForUnknown(target: Target): string {
	const { operation, isAnalysed = false } = target;
	const name = operation === 'create' ? `the report for ${nameOf(target)}` : nameOf(target);
	const [done, look] = isAnalysed
		? ['analysed again', 'Check the date of its results with Get']
		: [`${operation}d`, operation === 'update' ? 'Check with Get' : 'Check with Get Many'];
	return `${capitalised(name)} may have been ${done}. ${look} before you run this item again.`;
}

/** The failure of a create, after the search for its report has found nothing in so many ms. */
export function notFound(failure: Failure, target: Target, searchMs: number): Failure {
	return failure.advising(
		`The report for ${nameOf(target)} may have been created: none that is surely its own has shown up within ${duration(searchMs)}, and it may still come. Check with Get Many before you run this item again.`,
	);
}

/** How many items a run wrote before it stopped, and how many more it may have written. Empty if there are none. */
export function writtenBefore(
	written: number,
	maybe: number,
	items: number,
	operation: string,
): string {
	if (written + maybe === 0) return '';
	const verb = written === 1 ? 'was' : 'were';
	const more = maybe === 0 ? '' : `, and ${String(maybe)} more may have been`;
	return `${String(written)} of ${String(items)} items ${verb} ${operation}d before that${more}.`;
}

/** What becomes of the output of items that were written before a failure stopped the run. */
export function discarded(written: number): string {
	if (written === 0) return '';
	const output = written === 1 ? 'its output' : 'their output';
	return `n8n discards ${output}: set On Error to Continue to keep it next time.`;
}

/** The failure of a request that meets a limit, used up by others, for so many ms. */
export function limitReached(pauseMs: number): Failure {
	const details = { fate: 'not taken', isPassing: true, after: pauseMs } as const;
	return new Failure('Too many requests', 'Nothing was sent. Try again later.', details);
}

/** The failure of a request that cannot wait for so many ms, as the service asked by a failure of this request or another. */
export function tooLong(pauseMs: number, failure: Failure): Failure {
	return failure.advising(`The service asks to wait ${duration(pauseMs)}. Try again after that.`);
}
