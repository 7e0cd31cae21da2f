import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import { withoutNamedKey, withoutPassword } from './secrets';

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
	/** Whether the service itself has said that what was asked for is not there. */
	isGone?: boolean;
	/** HTTP status, or code of a network error (`ECONNRESET`), for workflows that handle errors. */
	code?: string;
}

/** What a person reads when an item fails. */
export class Failure extends Error {
	/**
	 * @param title what happened, as a sentence without a full stop
	 * @param advice what to do about it, naming fields as n8n shows them
	 */
	constructor(
		readonly title: string,
		readonly advice: string,
		readonly details: FailureDetails = {},
	) {
		super(title);
		this.name = 'Failure';
	}

	/** The same without the API key, which an item can hold, e.g. in the address of its page. */
	without(apiKey: string): Failure {
		const shown = (text: string) => withoutNamedKey(text, apiKey);
		return new Failure(shown(this.title), shown(this.advice), this.details);
	}

	/** One text, where n8n has no place for two. */
	toSentences(): string {
		return `${this.title.replace(/[.!?]+$/, '')}. ${this.advice}`;
	}

	/** The json of an item that failed, in the form that both engines route to the error output. */
	toJson(): IDataObject {
		return { error: this.title, message: this.advice };
	}

	/**
	 * The error that stops a workflow; n8n shows the advice below the title, and hands the code to an
	 * error workflow as `httpCode`.
	 */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		// n8n writes the node that an error carries into its log
		const shown = withoutPassword(node, '***');
		const error = new NodeApiError(shown, this.toJson() as { error: string; message: string }, {
			message: this.title,
			description: this.advice,
			httpCode: this.details.code,
			itemIndex,
		});
		// n8n replaces messages that contain the name of a system error ("EEXIST" in "preexisting"), or
		// whose code is one, and of a tool that has failed it hands nothing but the message to the model
		error.message = node.type.endsWith('Tool') ? this.toSentences() : this.title;
		error.description = this.advice;
		return error;
	}
}
