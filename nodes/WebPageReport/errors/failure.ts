import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import { isTool } from '../shared/tool';
import { withoutNamedKey, withoutPassword } from './secrets';
import { fitsIntoTitle, quoted, withoutReplaced } from './wording';

/** That the same request may succeed later, and when. */
interface Retry {
	/** `any request` where the service has not taken it; `reads` where a write may have been carried out. */
	of: 'any request' | 'reads';
	/** The pause that the service asks for, in milliseconds. */
	after?: number;
}

/** What is known of a failure beyond the words. */
export interface FailureDetails {
	/** Left out where sending the same again leads to the same failure. */
	retry?: Retry;
	/** Whether nobody knows if a write has happened all the same. */
	mayHaveHappened?: boolean;
	/** Whether the service has said that what was asked for is not there. */
	isGone?: boolean;
	/** HTTP status, or code of a network error (`ECONNRESET`), for workflows that handle errors. */
	code?: string;
}

/** What else a failure says. */
export interface Wording {
	/** Somebody's own words: behind the title where there is room, else before the advice. */
	words?: string;
	/** Whose they are; those of the service where left out. */
	speaker?: string;
	/** What can be done whatever the advice is, behind it. */
	more?: string;
	/** What a language model is to do in place of the advice: it can open no expression. */
	forModel?: string;
}

/** What a person reads when an item fails. */
export class Failure extends Error {
	readonly title: string;

	readonly advice: string;

	readonly details: FailureDetails;

	private readonly wording: Wording;

	/**
	 * @param what happened, as a sentence of at most 80 characters without a full stop
	 * @param todo what to do about it, naming fields as n8n shows them
	 */
	constructor(
		private readonly what: string,
		todo: string,
		{ words = '', speaker, more = '', forModel, ...details }: FailureDetails & Wording = {},
	) {
		const title = words === '' ? what : `${what}: ${words}`;
		const isWhole = words === '' || fitsIntoTitle(title);
		super(isWhole ? title : what);
		this.name = 'Failure';
		this.title = this.message;
		this.advice = [isWhole ? '' : quoted(words, speaker), todo, more].filter(Boolean).join(' ');
		this.details = details;
		this.wording = { words, speaker, more, forModel };
	}

	/** The same with another advice. */
	advising(todo: string, details = this.details): Failure {
		return new Failure(this.what, todo, { ...this.wording, ...details });
	}

	/** The same without the API key, which an item can hold, e.g. in the address of its page. */
	without(apiKey: string): Failure {
		const shown = (text: string) => withoutNamedKey(text, apiKey);
		const { forModel } = this.wording;
		return new Failure(shown(this.title), shown(this.advice), {
			...this.details,
			forModel: forModel && shown(forModel),
		});
	}

	/** One text, where n8n has no place for two. */
	toSentences(advice = this.advice): string {
		return `${this.title.replace(/[.!?]+$/, '')}. ${advice}`;
	}

	/** The json of an item that failed, in the form that both engines route to the error output. */
	toJson(node: INode): IDataObject {
		return { error: this.title, message: this.adviceFor(node) };
	}

	/**
	 * The error that stops a workflow; n8n shows the advice below the title, and hands the code to an
	 * error workflow as `httpCode`.
	 */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		// n8n writes the node that an error carries into its log
		const shown = withoutPassword(node, '***');
		const description = this.adviceFor(node);
		const json = this.toJson(node) as { error: string; message: string };
		const error = new NodeApiError(shown, json, {
			message: this.title,
			description,
			httpCode: this.details.code,
			itemIndex,
		});
		const sentences = this.toSentences(description);
		// n8n has replaced one whose code it knows
		error.message = isTool(node) ? withoutReplaced(sentences) : this.title;
		// A model gets the message in some versions of n8n, the description in others, and both in later ones
		// where the first does not hold the second
		error.description = isTool(node) ? sentences : description;
		return error;
	}

	private adviceFor(node: INode): string {
		return (isTool(node) && this.wording.forModel) || this.advice;
	}
}
