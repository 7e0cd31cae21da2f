import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import { Cooldown } from './cooldown';
import { Limiter } from './limiter';
import type { Plan } from './plan';
import { Progress } from './progress';
import { withRetries } from './retry';
import { Writes } from './writes';

/** What all items of one run of a node share. Retry On Fail begins another run. */
export class Run {
	readonly progress: Progress;

	private readonly limiter = new Limiter();

	private readonly cooldown = new Cooldown();

	/** @param writes of all runs of one execution */
	constructor(
		private readonly plan: Plan,
		readonly writes = new Writes(),
	) {
		this.progress = new Progress(plan);
	}

	/**
	 * Sends a request when its turn has come, until its fate is known.
	 *
	 * @param attempt sends the request once
	 * @param signal tells that the workflow has been stopped
	 * @returns the body of the answer
	 * @throws {Failure} for this request, or because nobody waits for it any more
	 */
	async send(
		item: number,
		isRead: boolean,
		attempt: () => Promise<unknown>,
		signal: AbortSignal | undefined,
	): Promise<unknown> {
		const { cooldown, progress } = this;
		const check = () => {
			progress.check(item);
			if (!signal?.aborted) return;
			throw new Failure('The workflow was stopped', 'Nothing was sent for this item any more.');
		};
		return await this.limiter.run(async () => {
			const answer = withRetries(attempt, { isRead, cooldown, check });
			// Before the next in the queue is let out
			answer.catch(() => {
				progress.fail(item);
			});
			return await answer;
		});
	}

	/** Does a write, unless an earlier try has done it, or may have. See {@link Writes.once}. */
	async once(item: number, write: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const retries = this.plan.retryAfter !== undefined;
		return await (retries ? this.writes.once(item, write) : write());
	}
}
