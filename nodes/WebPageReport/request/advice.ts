import { Failure, type FailureDetails } from './failure';
import { isRead, type Sent } from './sent';

export const CHECK_BASE_URL =
	'Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.';

export const MAY_HAVE_HAPPENED =
	'It may have happened all the same: check with Get Many before you run this item again.';

const TRY_LATER = 'Try again later. If it goes on, ask whoever runs the service.';

/** What is said of a request that the service has not taken, because there were too many. */
export const NOT_TAKEN = new Failure(
	'The service takes no more requests for now',
	'Nothing was done. Run it again later.',
);

/** What else to say of a failure that leaves the fate of a write open. */
interface More extends Omit<FailureDetails, 'mayHaveHappened'> {
	/** What to do where nothing was written. */
	forReads?: string;
	/** What to do in any case. */
	more?: string;
}

/** A failure that leaves it open whether a write has happened. */
export function openFailure(
	title: string,
	request: Pick<Sent, 'method'>,
	{ forReads = TRY_LATER, more = '', ...details }: More,
): Failure {
	const advice = [isRead(request) ? forReads : MAY_HAVE_HAPPENED, more].filter(Boolean).join(' ');
	return new Failure(title, advice, { ...details, mayHaveHappened: !isRead(request) });
}
