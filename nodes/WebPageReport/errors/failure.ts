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
export interface Details {
	/** `not sent` by default, as for all wrong input. */
	fate?: Fate;
	/** Whether the same request may succeed a little later. */
	isPassing?: boolean;
	/** The pause that the service asks for before that, in ms. */
	after?: number;
	/** HTTP status, or code of a network error (`ECONNRESET`), for workflows that handle errors. */
	code?: string;
	/** Somebody's own words, by default the service's. They stand after the title if there is room, else before the advice. */
	words?: string;
	speaker?: string;
	/** One more sentence after the advice. */
	more?: string;
	/** Whether a write may have been carried out. */
	mayBeDone?: boolean;
	/** Whether the service says that there is no such record or page. */
	isGone?: boolean;
	/** Whether a person or this node itself ended it, so that it says nothing about the service. */
	isCancelled?: boolean;
	/** Whether it is a mistake of this node itself. */
	isDefect?: boolean;
}

/** Maximum title length, in characters. */
const LONGEST_TITLE = 80;

/** Names of system errors. n8n replaces a whole text that contains one, even inside a word ("EEXIST" in "preexisting"). */
const REPLACED =
	/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/i;

/** What a person reads when an item fails (the message is its title), and what the retry logic decides by. */
export class Failure extends Error {
	readonly advice: string;
	readonly fate: Fate;
	readonly isPassing: boolean;
	readonly isCancelled: boolean;
	readonly mayBeDone: boolean;
	readonly isGone: boolean;
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
		this.isGone = details.isGone ?? false;
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

	/** Title and advice as one text: n8n often has no place for two. */
	toSentences(): string {
		return `${this.message.replace(/[.!?]+$/, '')}. ${this.advice}`;
	}

	/** The json of an item that failed, in the form that all engines route to the error output. */
	toJson(): { error: string; message: string } {
		return { error: this.message, message: this.advice };
	}

	/** The error that stops a workflow: n8n shows the advice below the title, and error workflows get the code. */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		const error = new NodeApiError(withoutPasswords(node), this.toJson(), {
			message: this.message,
			description: this.advice,
			httpCode: this.code,
			itemIndex,
			failure: this.toCause(),
		});
		// If n8n knows the code, it has replaced the title
		error.message = this.message;
		error.description = this.advice;
		if (isTool(node)) {
			// A model gets the message in some versions of n8n, and the description in others. Later ones give it both if
			// the message does not contain the description
			error.description = this.toSentences();
			const words = new RegExp(`\\S*(?:${REPLACED.source})\\S*`, 'gi');
			error.message = error.description.replace(words, '…');
		}
		return error;
	}

	/** The cause for n8n 2.37 and later. Undefined if it is unknown, or a write may have been done and must not be repeated. */
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

/** A copy of a node for an error: n8n writes the node that an error carries into its log. */
function withoutPasswords(node: INode): INode {
	const shown = JSON.stringify(node, (name, value: unknown) =>
		name === 'password' ? '***' : value,
	);
	return JSON.parse(shown) as INode;
}
