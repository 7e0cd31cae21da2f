import { actionOf, DONE, isRead, nameOf, type Target } from '../shared/target';
import { capitalised, duration } from '../shared/value';

export const TRY_LATER = 'Try again later. If it keeps failing, contact your report service.';

export const CHECK_BASE_URL =
	'Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.';

export const WEB_PAGE = 'The service returned a web page instead of data';

export const CHECK_PROXY =
	"Check Proxy under Request Options in the node's Settings, or the proxy settings of n8n.";

export const WANTS_CLIENT_CERTIFICATE = [
	'The service requires a client certificate',
	'Ask your report service to let n8n use the API without one: this node cannot send any.',
] as const;

/** Who ended a request: a user, its run because another item failed, or the clock. */
export type EndedBy = 'user' | 'run' | 'time';

/** Whether the same request may succeed a moment later. One that was ended is not retried. */
type Prospect =
	({ isTransient?: boolean } & No<'endedBy'>) | ({ endedBy: EndedBy } & No<'isTransient'>);

/** Fields that make no sense together with others. */
type No<Field extends string> = Partial<Record<Field, undefined>>;

/**
 * What became of a failed request. What follows from it is in `transport/retry.ts`.
 * - `not sent`: n8n or the network did not send it, or its input is wrong, so the service has seen nothing.
 * - `refused`: the service said no, or answered a read with unusable data. `isGone`: there is no such record or page.
 * - `rate-limited`: the service received too many requests (429), so nothing was done.
 * - `unknown`: the outcome is not known, or the answer cannot be read; a write may have happened. `isUnclear`: the answer
 *   was a 2xx that says neither yes nor no.
 */
type Verdict =
	| ({ fate: 'not sent' } & Prospect & No<'isGone' | 'target' | 'isUnclear'>)
	| ({ fate: 'refused'; isTransient?: boolean; isGone?: boolean } & No<
			'endedBy' | 'target' | 'isUnclear'
	  >)
	| ({ fate: 'rate-limited' } & No<'isTransient' | 'isGone' | 'endedBy' | 'target' | 'isUnclear'>)
	| ({ fate: 'unknown'; target: Target; isUnclear?: boolean } & Prospect & No<'isGone'>);

interface Wording {
	/** HTTP status, or code of a network error (`ECONNRESET`), for workflows that handle errors. */
	code?: string;
	/** The pause that the service asked for. */
	retryAfterMs?: number;
	/** Quoted words, the service's unless `speaker` is set: after the title if they fit, else before the advice. */
	words?: string;
	speaker?: string;
	/** Another sentence after the advice. */
	more?: string;
	/** Whether it is a bug in this node. */
	isDefect?: boolean;
}

export type Details = Verdict & Wording;

/** Maximum title length, in characters. */
const LONGEST_TITLE = 80;

/** n8n replaces any text that contains one of these, even inside a word ("EEXIST" in "preexisting"). */
export const SYSTEM_ERRORS =
	/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/i;

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
		const { words = '', speaker, more = '' } = details;
		const title = words === '' ? what : `${what}: ${words}`;
		const isWhole = words === '' || (title.length <= LONGEST_TITLE && !SYSTEM_ERRORS.test(title));
		super(isWhole ? title : what);
		this.name = 'Failure';
		this.advice = [isWhole ? '' : quoted(words, speaker), todo, more].filter(Boolean).join(' ');
		this.details = details;
	}

	/** Whether a write may have happened despite the failure. */
	get mayHaveWritten(): boolean {
		return this.details.fate === 'unknown' && !isRead(this.details.target);
	}

	/** The same with different advice. */
	advising(todo: string): Failure {
		return new Failure(this.what, todo, this.details);
	}

	/** The same with another sentence after its advice. */
	adding(sentence: string): Failure {
		const more = [this.details.more, sentence].filter(Boolean).join(' ');
		return new Failure(this.what, this.todo, { ...this.details, more });
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

function quoted(words: string, speaker = 'The service'): string {
	return `${speaker} says: "${words}"${/[.!?…]$/.test(words) ? '' : '.'}`;
}

/** A failure after which it is not known whether a write happened. `forReads` is the advice for reads. */
export function unknownFate(
	title: string,
	target: Target,
	{
		forReads = TRY_LATER,
		...details
	}: Wording & Prospect & { forReads?: string; isUnclear?: boolean } = {},
): Failure {
	const advice = isRead(target) ? forReads : adviceFor(target);
	return new Failure(title, advice, { ...details, fate: 'unknown', target });
}

function adviceFor(target: Target): string {
	const { operation, triggersAnalysis = false } = target;
	const name = operation === 'create' ? `the report for ${nameOf(target)}` : nameOf(target);
	const [done, look] = triggersAnalysis
		? ['analysed again', 'Check the date of its results with Get']
		: [DONE[operation], operation === 'update' ? 'Check with Get' : 'Check with Get Many'];
	return `${capitalised(name)} may have been ${done}. ${look} before you run this item again.`;
}

/** The failure of a create whose report was not found. */
export function notFound(failure: Failure, target: Target, searchMs: number): Failure {
	return failure.advising(
		`The report for ${nameOf(target)} may have been created. n8n searched for it for ${duration(searchMs)} but could not identify it with certainty; it may still appear. Check with Get Many before you run this item again.`,
	);
}

/** The failure of a write that was not done, as a read has shown. */
export function notDone({ details }: Failure, target: Target): Failure {
	const { code, words, speaker } = details;
	const seen = target.operation === 'delete' ? 'it is still there' : 'its Privacy has not changed';
	return new Failure(
		`The service did not ${actionOf(target)}`,
		`n8n checked afterwards: ${seen}. Do what the service asks for, if it said anything; otherwise, try again later.`,
		{ fate: 'refused', code, words, speaker },
	);
}

/** The failure of a page of a list after the first that could not be read because it was not found. */
export function pageNotFound({ details }: Failure, page: number): Failure {
	const { code = '', words } = details;
	return new Failure(
		`The service did not find page ${String(page)} of the list (${code})`,
		'It found the pages before, so Base URL is right. Try again later, or set Limit to read fewer pages.',
		{ fate: 'refused', isTransient: true, code, words },
	);
}

/** Other requests used up the service's limit, and this one cannot wait until it resets. */
export function limitReached(retryAfterMs: number | undefined): Failure {
	const details = { fate: 'rate-limited', code: '429', retryAfterMs } as const;
	return new Failure('Too many requests (429)', 'Nothing was done. Try again later.', details);
}

/** The service asked this request, or another, to wait longer than this one can. */
export function tooLong(pauseMs: number, failure: Failure): Failure {
	const pause = duration(pauseMs);
	return failure.advising(`The service asked n8n to wait ${pause}. Try again after that.`);
}
