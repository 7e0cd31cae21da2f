import { type Fault, MOST } from './fault';
import type { Kind, Operation } from './operations';

/** What a fault has led to. */
export interface Observation {
	fault: Fault;
	/** The line of docs/reliability.md that this belongs to. */
	row?: string;
	operation: Operation;
	sent: number;
	/** Where it failed. */
	message?: string;
}

/** What is said of a write that may have happened; of a create, where nobody knows which report is its own. */
export const MAY_HAVE_HAPPENED =
	/(Report|Project|The report for) \S+ may have been (created|updated|deleted|analysed again)[.:]/;

export const NOT_THERE = 'none that is surely its own has shown up within 60 seconds';

/** The columns of the table there. */
const COLUMNS: Array<[string, Kind]> = [
	['Lists and Get', 'read'],
	['Create', 'create'],
	['Update and Delete', 'fixed write'],
	['Update with new results', 'analysis'],
];

/** The table in docs/reliability.md, whose lines are in the order of the faults. */
export function tableOf(faults: Fault[], observations: Observation[]): string[][] {
	const rows = new Set(
		faults.flatMap(({ row = [], rowWhenDone = [] }) => [row, rowWhenDone].flat()),
	);
	return [
		['What happens', ...COLUMNS.map(([head]) => head)],
		...[...rows].map((row) => [
			row,
			...COLUMNS.map(([, kind]) =>
				inWords(observations.filter((one) => one.row === row && one.operation.kind === kind)),
			),
		]),
	];
}

/** What was observed of some operations in a line, in words for people who do not program. */
function inWords(observed: Observation[]): string {
	const isFound = observed.some(isFoundAgain);
	const phrases = observed
		.filter((one) => !isFoundAgain(one))
		.map(({ fault, operation: { kind }, sent, message }) => {
			if (sent === 0) return 'not sent; a message';
			const isOpen = fault.fateUnknown === true && kind !== 'read';
			if (isOpen && kind === 'create') {
				return `${LOOKED_FOR}${isFound ? ': it comes out, or' : '; it is not there:'} a message`;
			}
			if (isOpen && kind === 'fixed write' && fault.fixedWrites.sent === MOST) {
				return `${AGAIN}: done, or a message that it may have happened`;
			}
			if (message === undefined) {
				return sent === 1
					? 'sent once, counts as done'
					: 'sent again after the pause, until it is taken';
			}
			const times = sent === 1 ? 'sent once' : AGAIN;
			return `${times}, then a message${isOpen ? ': it may have happened' : ''}`;
		});
	if (isFound && phrases.length === 0) return `${LOOKED_FOR}: it comes out`;
	return [...new Set(phrases)].join(' or ');
}

const AGAIN = `sent again, up to ${String(MOST)} times in all`;

const LOOKED_FOR = 'sent once, then its report is looked for';

/** Whether what came out is a report whose create got no answer. */
function isFoundAgain({ fault, operation, message }: Observation): boolean {
	return operation.kind === 'create' && fault.fateUnknown === true && message === undefined;
}
