import { isRead, type Target } from '../shared/target';
import { webAddress } from '../shared/webAddress';
import { Failure, type FailureDetails } from './failure';
import type { Sent } from './sent';
import { clean } from './serviceMessage';

export const CHECK_BASE_URL =
	'Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.';

const MAY_HAVE_HAPPENED =
	'It may have happened all the same: check with Get Many before you run this item again.';

/** An update with new results costs an analysis, and shows in when they were generated. */
const MAY_HAVE_BEEN_ANALYSED =
	'It may have happened all the same: look with Get when its results were generated before you run this item again.';

const TRY_LATER = 'Try again later. If it goes on, ask whoever runs the service.';

/** What is said of a request that the service has not taken, because there were too many. */
export const NOT_TAKEN = new Failure(
	'The service takes no more requests for now',
	'Nothing was done. Run it again later.',
);

/** Why an item ends that nobody waits for any more: another one has failed, or n8n has given up. */
export const NOT_WANTED = new Failure(
	'n8n has stopped before this item could begin',
	'Nothing was sent for it.',
);

/** What else to say of a failure that leaves the fate of a write open. */
interface More extends Omit<FailureDetails, 'mayHaveHappened'> {
	/** What to do where nothing was written. */
	forReads?: string;
	/** What to do in any case. */
	more?: string;
}

/** A failure after which nobody knows whether a write has happened. */
export function unsettled(
	title: string,
	target: Target,
	{ forReads = TRY_LATER, more = '', ...details }: More,
): Failure {
	const forWrites = target.isAnalysed ? MAY_HAVE_BEEN_ANALYSED : MAY_HAVE_HAPPENED;
	const advice = [isRead(target) ? forReads : forWrites, more].filter(Boolean).join(' ');
	return new Failure(title, advice, { ...details, mayHaveHappened: !isRead(target) });
}

/**
 * A failure of a create whose report was looked for.
 *
 * @param finding what the last look has shown; undefined where none has shown anything
 * @param milliseconds how long it was looked for
 */
export function lookedFor(
	{ title, advice, details }: Failure,
	finding: 'missing' | 'uncertain' | undefined,
	milliseconds: number,
): Failure {
	if (!finding) return new Failure(title, advice, details);
	const more = advice.replace(MAY_HAVE_HAPPENED, '').trim();
	const looked = `Its report was looked for during ${String(Math.round(milliseconds / 1000))} seconds`;
	const found =
		finding === 'missing'
			? ' and is not there, so it was most likely not created. Run this item again.'
			: ': there are reports that may be it, but none that certainly is. Check with Get Many before you run this item again.';
	return new Failure(title, [`${looked}${found}`, more].filter(Boolean).join(' '), details);
}

/** What to put into Base URL: only an address that ends in the path that was asked for is surely the API. */
export function adviceForRedirect(location: string, { path, secrets }: Sent): string {
	const address = clean(withoutLogin(location), secrets).replace(/\/+$/, '');
	if (address === '') return CHECK_BASE_URL;
	return webAddress(address) && address.endsWith(path)
		? `Set Base URL in the credential to ${address.slice(0, -path.length)}`
		: `Set Base URL in the credential to the address of the API, usually ending in /api/v1. The service points to ${address}`;
}

/** An address without what nobody needs to see: a user name and a password, a query, a fragment. */
function withoutLogin(address: string): string {
	return address.replace(/[?#].*$/, '').replace(/^([a-z][a-z\d+.-]*:)?[\\/]{2}[^\\/]*@/i, '$1//');
}
