import type { Target } from '../shared/target';
import { type EndedBy, Failure, unknownFate } from './failure';

const LATE = 'The service did not answer in time';
const RAISE_TIMEOUT =
	"If the service needs longer, raise Timeout under Request Options in the node's Settings.";

const ended = (endedBy: EndedBy, title: string, advice: string) =>
	new Failure(title, advice, { fate: 'not sent', endedBy });

/** For items that have finished, or are abandoned because another item failed or n8n gave up. */
export const ABANDONED = ended(
	'run',
	'This item was not sent because the workflow stopped',
	'Another item failed first.',
);

/** For items that a user stopped before they changed anything. */
export const STOPPED = ended('user', 'The workflow was stopped', 'Nothing was changed.');

/** For requests whose caller ran out of time before they were sent. */
export const OUT_OF_TIME = ended(
	'time',
	'There was no time left to send the request',
	'Nothing was changed. Try again later.',
);

/** The response took longer than Timeout allows. */
export function tooLate(target: Target, code = 'ETIMEDOUT'): Failure {
	return unknownFate(LATE, target, { isTransient: true, more: RAISE_TIMEOUT, code });
}

/** The response took longer than the caller can wait. Only tools show this message: `readInTime` has its own. */
export function callerTooLate(target: Target): Failure {
	const more = 'As a tool, this node has to answer within 45 seconds.';
	return unknownFate(LATE, target, { more, code: 'ETIMEDOUT', endedBy: 'time' });
}
