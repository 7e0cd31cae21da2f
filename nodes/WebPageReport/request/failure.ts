import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

/** What a person reads when an item fails. */
export class Failure extends Error {
	/**
	 * @param title what happened, as a sentence without a full stop
	 * @param advice what to do about it, naming fields as n8n shows them
	 */
	constructor(
		readonly title: string,
		readonly advice: string,
	) {
		super(title);
		this.name = 'Failure';
	}

	/** The same failure with every secret replaced, wherever the service repeated it. */
	without(secrets: unknown[]): Failure {
		const hidden = secrets
			.filter((secret) => typeof secret === 'string' || typeof secret === 'number')
			.map(String)
			.filter((secret) => secret !== '');
		const hide = (text: string) =>
			hidden.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
		return new Failure(hide(this.title), hide(this.advice));
	}

	/** One text, where n8n has no place for two. */
	toSentences(): string {
		return `${this.title.replace(/[.!?]$/, '')}. ${this.advice}`;
	}

	/** The json of an item that failed, in the form that both engines route to the error output. */
	toJson(): IDataObject {
		return { error: this.title, message: this.advice };
	}

	/** The error that stops a workflow; n8n shows the advice below the title. */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		const error = new NodeApiError(node, this.toJson() as { error: string; message: string }, {
			message: this.title,
			description: this.advice,
			itemIndex,
		});
		// n8n replaces messages that contain the name of a system error ("EEXIST" in "preexisting")
		error.message = this.title;
		return error;
	}
}
