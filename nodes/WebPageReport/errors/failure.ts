import type { Verdict } from '../response/verdict';
import { actionOf, DONE, isRead, nameOf, type Target } from '../shared/target';
import { capitalised, show } from '../shared/value';

export const TRY_LATER = 'Try again later. If it keeps failing, contact your report service.';

export const DO_AS_ASKED =
	"Follow the service's message, if there is one; otherwise, contact your report service.";

export const CHECK_BASE_URL =
	'Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.';

/** Who ended a request: a user, its run because another item failed, or the clock. */
export type EndedBy = 'user' | 'run' | 'time';

/**
 * What became of a failed request, and what its message says of it. What follows from it is in `transport/retry.ts`.
 * `not sent`: n8n or the network did not send it, or its input is wrong, so the service has seen nothing.
 */
export interface Details extends Omit<Verdict, 'fate'> {
	fate: 'not sent' | Exclude<Verdict['fate'], 'done'>;
	/** What the request was about, if its fate is unknown. */
	target?: Target;
	/** One that was ended is not sent again. */
	endedBy?: EndedBy;
	/** HTTP status, or code of a network error (`ECONNRESET`), for workflows that handle errors. */
	code?: string;
	/** The pause that the service asked for. */
	retryAfterMs?: number;
	/** Quoted text: after the title if it fits, else before the advice, introduced by `speaker`. */
	words?: string;
	/** By default, `The service says:`. */
	speaker?: string;
}

/** Maximum title length, in characters. */
const LONGEST_TITLE = 80;

/** n8n replaces any text that contains one of these, even inside a word ("EEXIST" in "preexisting"). */
export const SYSTEM_ERRORS =
	/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/i;

/** What happened, and what to do about it. */
export type Words = [what: string, advice: string];

/** Why an item failed: what a user reads (`message` is the title), and what the retry logic goes by. */
export class Failure extends Error {
	readonly advice: string;
	readonly details: Readonly<Details>;

	/**
	 * @param what what happened, as a sentence of at most 80 characters without a full stop
	 * @param todo what to do about it, naming fields as n8n shows them
	 * @param details `not sent` by default, as for all wrong input
	 */
	constructor(
		private readonly what: string,
		private readonly todo: string,
		details: Details = { fate: 'not sent' },
	) {
		const { words = '', speaker = 'The service says:' } = details;
		const title = words === '' ? what : `${what}: ${words}`;
		const fits = words === '' || (title.length <= LONGEST_TITLE && !SYSTEM_ERRORS.test(title));
		super(fits ? title : what);
		this.name = 'Failure';
		const quote = fits ? '' : `${speaker} "${words}"${/[.!?…]$/.test(words) ? '' : '.'}`;
		this.advice = [quote, todo].filter(Boolean).join(' ');
		this.details = details;
	}

	/** Whether a write may have happened despite the failure. */
	get mayHaveWritten(): boolean {
		const { fate, target } = this.details;
		return fate === 'unknown' && target !== undefined && !isRead(target);
	}

	/** The same with different advice. */
	advising(todo: string): Failure {
		return new Failure(this.what, todo, this.details);
	}

	/** The same with another sentence after its advice. */
	adding(sentence: string): Failure {
		return this.advising([this.todo, sentence].filter(Boolean).join(' '));
	}

	/** Title and advice in one string: n8n often has room for only one. */
	toSentences(): string {
		return `${this.message.replace(/[.!?]+$/, '')}. ${this.advice}`;
	}

	/** The JSON of a failed item, in the form that all engines route to the error output. */
	toJson(): { error: string; message: string } {
		return { error: this.message, message: this.advice };
	}
}

/**
 * The failure of a field whose value cannot be used.
 *
 * @param field its label in n8n
 * @param value undefined or null if an expression returned nothing
 * @param mustBe what to enter, to follow "It must be"
 */
export function wrong(field: string, value: unknown, mustBe: string): Failure {
	const isNothing = value === undefined || value === null;
	const isBlank = isNothing || (typeof value === 'string' && value.trim() === '');
	const is = isBlank ? 'is empty' : `cannot be ${show(value)}`;
	const expression = isNothing ? `The expression in ${field} returned nothing for this item. ` : '';
	return new Failure(`${field} ${is}`, `${expression}It must be ${mustBe}.`);
}

/**
 * The failure of a request that may have been carried out.
 *
 * @param hint what else to do; for a read, in place of trying again later
 */
export function inDoubt(
	what: string,
	hint: string,
	target: Target,
	details: Omit<Details, 'fate' | 'target'> = {},
): Failure {
	// After a write, checking comes before trying again
	const more = hint === TRY_LATER ? '' : hint;
	const advice = isRead(target) ? hint || TRY_LATER : `${mayBeDone(target)} ${more}`.trim();
	return new Failure(what, advice, { ...details, fate: 'unknown', target });
}

function mayBeDone(target: Target): string {
	const { operation, triggersAnalysis = false } = target;
	const name = operation === 'create' ? `the report for ${nameOf(target)}` : nameOf(target);
	const [done, check] = triggersAnalysis
		? ['analysed again', 'Check the date of its results with Get']
		: [DONE[operation], operation === 'update' ? 'Check with Get' : 'Check with Get Many'];
	return `${capitalised(name)} may have been ${done}. ${check} before you run this item again.`;
}

/** The failure of a write that was not done: a read shows it, or the service has said it and no read shows otherwise. */
export function notDone(lost: Failure, target: Target, isDisproved: boolean): Failure {
	const { code, words, speaker } = lost.details;
	const what = `The service did not ${actionOf(target)}${code === undefined ? '' : ` (${code})`}`;
	const seen = target.operation === 'delete' ? 'it is still there' : 'its Privacy has not changed';
	const why = isDisproved
		? `n8n checked afterwards: ${seen}.`
		: `Nothing was ${DONE[target.operation]}.`;
	// What was answered, unless it is quoted
	const answer = words || !isDisproved ? DO_AS_ASKED : `${lost.message}. ${TRY_LATER}`;
	const details = { fate: 'refused', code, words, speaker } as const;
	return new Failure(what, `${why} ${answer}`, details);
}

const ended = (endedBy: EndedBy, title: string, advice: string) =>
	new Failure(title, advice, { fate: 'not sent', endedBy });

/** For items that have finished, or are abandoned because another item failed. */
export const ABANDONED = ended('run', 'This item was not sent: another failed first', '');

/** For items that a user stopped before they changed anything. */
export const STOPPED = ended('user', 'The workflow was stopped', 'Nothing was changed.');

/** For requests whose caller ran out of time before they were sent. */
export const OUT_OF_TIME = ended(
	'time',
	'There was no time left to send the request',
	'Nothing was changed. Try again later.',
);

/** The response took longer than Timeout allows, or than the caller can wait; only tools show the latter. */
export function tooLate(target: Target, endedBy?: 'time', code = 'ETIMEDOUT'): Failure {
	const hint = endedBy
		? 'As a tool, this node has to answer within 45 seconds.'
		: "If the service needs longer, raise Timeout under Request Options in the node's Settings.";
	const what = 'The service did not answer in time';
	return inDoubt(what, hint, target, { code, endedBy, isTransient: !endedBy });
}
