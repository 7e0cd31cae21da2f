import { type Details, Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { retryDelay } from '../../../../nodes/WebPageReport/transport/retry';
import { type Operation, OPERATIONS } from '../../../support/operations';
import { expectOnPage } from '../../../support/pages';

const { analyse, create, get, update, remove } = OPERATIONS;

/** Maximum attempts for a request that keeps failing like this. */
function attemptsAt(failure: Failure, { target }: Operation): string {
	for (let attempts = 1; attempts < 10; attempts++) {
		if (retryDelay(failure, target, attempts) === Infinity) {
			return attempts === 1 ? 'once' : `up to ${String(attempts)} times`;
		}
	}
	return 'until the limiter gives up';
}

const ROWS: Array<[string, (operation: Operation) => Details]> = [
	['not sent, transient', () => ({ fate: 'not sent', isTransient: true })],
	['not sent, otherwise', () => ({ fate: 'not sent' })],
	['refused, transient', () => ({ fate: 'refused', isTransient: true })],
	['refused, otherwise', () => ({ fate: 'refused' })],
	['rate-limited', () => ({ fate: 'rate-limited' })],
	['unknown, transient', ({ target }) => ({ fate: 'unknown', target, isTransient: true })],
	['unknown, otherwise', ({ target }) => ({ fate: 'unknown', target })],
	['ended by a user, the run or the clock', () => ({ fate: 'not sent', endedBy: 'time' })],
];

const COLUMNS: Array<[string, Operation[]]> = [
	['Reads', [get]],
	['Deletes, updates without new results', [remove, update]],
	['Creates, updates with new results', [create, analyse]],
];

it('reliability.md shows how many times a request is sent after each kind of failure', () => {
	const cells = (detailsOf: (operation: Operation) => Details) =>
		COLUMNS.map(([, operations]) =>
			operations.map((operation) =>
				attemptsAt(new Failure('It broke', 'Mend it.', detailsOf(operation)), operation),
			),
		).map((attempts) => [...new Set(attempts)].join(' or '));
	expectOnPage('retries', [
		['Fate of the request', ...COLUMNS.map(([head]) => head)],
		...ROWS.map(([name, detailsOf]) => [name, ...cells(detailsOf)]),
	]);
});
