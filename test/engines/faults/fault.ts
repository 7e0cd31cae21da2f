import type { Socket } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../../sandbox/service/conditions';
import type { RawRequest } from '../../support/rawService';
import type { Operation } from './operations';

/** What the service says, where it says something. */
export const WORDS = 'Words of the service.';

/** How often a read is sent at the most. */
export const READS = 4;

/** What goes wrong: something a sandbox can do, or something only a bare socket can. */
export type Misbehaviour = Condition | ((request: RawRequest, socket: Socket) => void);

interface Expectation {
	/** How often a request is sent. */
	sent: number;
	/** What comes of it; a message unless said otherwise. */
	succeeds?: boolean;
}

export interface Fault {
	name: string;
	/** The line of the README that this belongs to. */
	row?: string;
	does?: Misbehaviour;
	/** How many requests for one record meet the fault; all of them where left out. */
	times?: number;
	reads: Expectation;
	writes: Expectation;
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

/** Sent once, whatever it is. */
export const ONCE = { reads: { sent: 1 }, writes: { sent: 1 } };

/** Reads are sent again, writes are not: they may have happened. */
export const READS_AGAIN = { reads: { sent: READS }, writes: { sent: 1 }, fateUnknown: true };

/** Was not taken, and is sent again whatever it is. */
export const WAITS = {
	times: 1,
	reads: { sent: 2, succeeds: true },
	writes: { sent: 2, succeeds: true },
};

/** Nothing can be sent, for any item. */
export const UNREACHABLE = { reads: { sent: 0 }, writes: { sent: 0 } };

export const words = () => [WORDS];
export const wordsAndSubject = ({ subject }: Operation) => [WORDS, subject];
export const subjectOnly = ({ subject }: Operation) => [subject];
export const json = (status: number): Condition => ({ status, body: { message: WORDS, status } });

/** A line of the README for which there are several kinds of faults. */
export const BUSY =
	'The service is overloaded or in maintenance (502, 503, 504, 520 to 524), or gives up (408)';
