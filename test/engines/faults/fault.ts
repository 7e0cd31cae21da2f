import type { INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../../sandbox/service/conditions';
import type { SeenRequest } from '../../../sandbox/service/requests';
import type { Operation } from './operations';

/** What the service says, where it says something. */
export const WORDS = 'Words of the service.';

/** How often a request is sent at the most where nothing is doubled by that. */
export const MOST = 4;

interface Expectation {
	/** How often a request is sent. */
	sent: number;
	/** What comes of it; a message unless said otherwise. */
	succeeds?: boolean;
}

export interface Fault {
	name: string;
	/** The line of docs/reliability.md that this belongs to. */
	row?: string;
	/** The line for when the work was done before, where that has one of its own. */
	rowWhenDone?: string;
	/** What goes wrong. */
	does?: Condition | ((request: SeenRequest) => Condition);
	/** How many requests for one record meet the fault; all of them where left out. */
	times?: number;
	reads: Expectation;
	/** Of writes that double nothing: a delete, and an update without new results. */
	fixedWrites: Expectation;
	/** Of a create, and of an update with new results. */
	otherWrites: Expectation;
	/** Whether nobody can know if a write that met the fault was carried out. */
	fateUnknown?: boolean;
	/** What the message has to contain. */
	says?: (operation: Operation) => string[];
	/** Milliseconds between the first request and the second, at the least. */
	waits?: number;
	/** Where the service is, if not at the address of the test. */
	baseUrl?: string;
	https?: boolean;
	requestOptions?: INodeParameters;
}

const SENT_ONCE = { sent: 1 };

/** Sent once, whatever it is. */
export const ONCE = { reads: SENT_ONCE, fixedWrites: SENT_ONCE, otherWrites: SENT_ONCE };

/** Sent again where that doubles nothing: all but what has a page analysed, which may have happened. */
export const AGAIN = {
	reads: { sent: MOST },
	fixedWrites: { sent: MOST },
	otherWrites: SENT_ONCE,
	fateUnknown: true,
};

const TAKEN_LATER = { sent: 2, succeeds: true };

/** Was not taken, and is sent again whatever it is. */
export const WAITS = {
	times: 1,
	reads: TAKEN_LATER,
	fixedWrites: TAKEN_LATER,
	otherWrites: TAKEN_LATER,
};

const UNSENT = { sent: 0 };

/** Nothing can be sent, for any item. */
export const UNREACHABLE = { reads: UNSENT, fixedWrites: UNSENT, otherWrites: UNSENT };

/** What is expected of an operation. */
export function expectationOf(fault: Fault, { kind }: Operation): Expectation {
	if (kind === 'read') return fault.reads;
	return kind === 'fixed write' ? fault.fixedWrites : fault.otherWrites;
}

export const words = () => [WORDS];
export const wordsAndSubject = ({ subject }: Operation) => [WORDS, subject];
export const wordsAndDeed = ({ deed }: Operation) => [WORDS, deed];
export const deedOnly = ({ deed }: Operation) => [deed];

/** What is known where there was no answer: of a write, what may have come of it. */
export const fateOnly = ({ kind, fate, subject }: Operation): string[] => {
	if (kind === 'read') return ['Try again later.'];
	return [kind === 'create' ? subject : fate];
};
export const json = (status: number): Condition => ({ status, body: { message: WORDS, status } });

/** A line of docs/reliability.md for which there are several kinds of faults. */
export const BUSY =
	'The service is overloaded or in maintenance (502, 503, 504, 520 to 524), or gives up (408)';
