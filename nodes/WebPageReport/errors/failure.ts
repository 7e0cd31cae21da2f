import { NodeApiError, type INode } from 'n8n-workflow';

import { isTool } from '../shared/tool';

/**
 * What has become of a request that failed:
 * - `not sent`: n8n or the network did not send it, so the service has seen nothing.
 * - `refused`: the service said no.
 * - `not taken`: there were too many (429); it can be sent again, whatever it is.
 * - `unknown`: nobody knows; a write may have been carried out.
 */
export type Fate = 'not sent' | 'refused' | 'not taken' | 'unknown';

/** What a failure says and is, beyond its title and advice. */
interface Details {
	/** `not sent` where left out, as for all input that is checked first. */
	fate?: Fate;
	/** Whether the same request may succeed a little later. */
	isPassing?: boolean;
	/** The pause that the service asks for before that, in milliseconds. */
	after?: number;
	/** HTTP status, or code of a network error (`ECONNRESET`), for workflows that handle errors. */
	code?: string;
	/** Somebody's own words: behind the title where there is room, else before the advice. */
	words?: string;
	/** Whose they are; those of the service where left out. */
	speaker?: string;
	/** What can be done whatever the advice is, behind it. */
	more?: string;
	/** Whether a write may have been carried out. */
	mayBeDone?: boolean;
	/** Whether a person or this node itself ended it, so that it says nothing about the service. */
	isCancelled?: boolean;
	/** Whether it is a mistake of this node itself. */
	isDefect?: boolean;
}

/** How many characters the title of a failure has at the most. */
const LONGEST_TITLE = 80;

/**
 * The names of system errors for which n8n replaces a whole text by one of its own, in any case and also
 * inside words: "EEXIST" in "preexisting".
 */
const REPLACED =
	/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/i;

/** What a person reads when an item fails (the message is its title), and what the node goes by. */
export class Failure extends Error {
	readonly advice: string;

	readonly fate: Fate;

	readonly isPassing: boolean;

	readonly isCancelled: boolean;

	readonly mayBeDone: boolean;

	/** In milliseconds. */
	readonly after: number | undefined;

	readonly code: string | undefined;

	/**
	 * @param what happened, as a sentence of at most 80 characters without a full stop
	 * @param todo what to do about it, naming fields as n8n shows them
	 */
	constructor(
		private readonly what: string,
		private readonly todo: string,
		private readonly details: Details = {},
	) {
		const { words = '', speaker, more = '' } = details;
		const title = words === '' ? what : `${what}: ${words}`;
		const isWhole = words === '' || (title.length <= LONGEST_TITLE && !REPLACED.test(title));
		super(isWhole ? title : what);
		this.name = 'Failure';
		this.advice = [isWhole ? '' : quoted(words, speaker), todo, more].filter(Boolean).join(' ');
		this.fate = details.fate ?? 'not sent';
		this.isPassing = details.isPassing ?? false;
		this.isCancelled = details.isCancelled ?? false;
		this.mayBeDone = details.mayBeDone ?? false;
		this.after = details.after;
		this.code = details.code;
	}

	/** The same with another advice. */
	advising(todo: string): Failure {
		return new Failure(this.what, todo, this.details);
	}

	/** The same with one more sentence behind its advice. */
	adding(sentence: string): Failure {
		const more = [this.details.more, sentence].filter(Boolean).join(' ');
		return new Failure(this.what, this.todo, { ...this.details, more });
	}

	/** One text, where n8n has no place for two. */
	toSentences(): string {
		return `${this.message.replace(/[.!?]+$/, '')}. ${this.advice}`;
	}

	/** The json of an item that failed, in the form that all engines route to the error output. */
	toJson(): { error: string; message: string } {
		return { error: this.message, message: this.advice };
	}

	/**
	 * The error that stops a workflow; n8n shows the advice below the title, and hands the code to an
	 * error workflow as `httpCode`.
	 */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		const error = new NodeApiError(withoutPasswords(node), this.toJson(), {
			message: this.message,
			description: this.advice,
			httpCode: this.code,
			itemIndex,
			failure: this.toCause(),
		});
		// n8n has replaced a title whose code it knows
		error.message = this.message;
		error.description = this.advice;
		if (isTool(node)) {
			// A model gets the message in some versions of n8n, the description in others, and both in later ones
			// where the first does not hold the second
			error.description = this.toSentences();
			const words = new RegExp(`\\S*(?:${REPLACED.source})\\S*`, 'gi');
			error.message = error.description.replace(words, '…');
		}
		return error;
	}

	/**
	 * Why it failed, in the words by which n8n 2.37 and later can decide whether to wait; undefined where nobody
	 * knows, and where a write may be done, which must not be sent again after a wait. Older versions leave it out.
	 */
	private toCause(): NodeApiError['failure'] {
		const { fate, code, isPassing, isCancelled, after } = this;
		if (this.details.isDefect) return { cause: 'node-defect' };
		if (this.mayBeDone) return undefined;
		if (code === '401') return { cause: 'credential-invalid' };
		const until =
			after === undefined ? {} : { retryAfterMs: after, resetsAtEpochMs: Date.now() + after };
		if (fate === 'not taken') return { cause: 'rate-limited', ...until };
		if (code === '402') return { cause: 'quota-exhausted', ...until };
		if (isPassing || isCancelled || Number(code) >= 500)
			return { cause: 'temporarily-unavailable', ...until };
		return fate === 'unknown' ? undefined : { cause: 'configuration-invalid' };
	}
}

/** Somebody's own words as a sentence. */
function quoted(words: string, speaker = 'The service'): string {
	return `${speaker} says: "${words}"${/[.!?…]$/.test(words) ? '' : '.'}`;
}

/** A node as n8n may write it into its log, which it does with the node that an error carries. */
function withoutPasswords(node: INode): INode {
	const shown = JSON.stringify(node, (name, value: unknown) =>
		name === 'password' ? '***' : value,
	);
	return JSON.parse(shown) as INode;
}
