import type { IDataObject } from 'n8n-workflow';

import { STOPPED_EARLY } from '../errors/advice';
import { Failure } from '../errors/failure';
import { duration } from '../shared/value';
import type { Plan } from './plan';
import { Progress } from './progress';
import type { Request } from './queue';
import type { Service } from './service';
import { Writes } from './writes';

/** The shortest wait that is worth a line in the log, in milliseconds. */
const WORTH_TELLING = 3_000;

/** What is said of a request that nobody waits for any more, and that has met no failure. */
const NOT_BEGUN = new Failure(
	'No request could be sent in time',
	'Nothing was sent. Try again later.',
);

/** What all items of one run of a node share. Retry On Fail begins another run. */
export class Run {
	readonly progress: Progress;

	/** What all runs of one execution have written. */
	readonly writes: Writes;

	/** The services that all runs of one execution have used, by account: a pause does not end with a try. */
	readonly services: Map<string, Service>;

	/** When nobody waits for it any more: milliseconds since 1970; undefined where somebody does as long as it takes. */
	readonly deadline: number | undefined;

	/** The last failure that a request of this execution has met. */
	met: Failure | undefined;

	/** The end of the wait that was told of last. */
	private toldOf = 0;

	/**
	 * @param log writes a line into the log of n8n
	 * @param before the last run of the same execution, which this one tries anew
	 */
	constructor(
		private readonly plan: Plan,
		readonly log: (line: string) => void,
		before?: Run,
	) {
		this.progress = new Progress(plan);
		this.writes = before?.writes ?? new Writes();
		this.services = before?.services ?? new Map<string, Service>();
		this.met = before?.met;
		const { patience } = plan;
		this.deadline = before?.deadline ?? (patience === undefined ? patience : Date.now() + patience);
	}

	/**
	 * A request of an item, as it stands in the queue of a service.
	 *
	 * @param lane the run, where it takes turns with the other items
	 */
	requestOf(item: number, signal: AbortSignal | undefined, lane: object = this): Request {
		const { deadline, progress } = this;
		const { patience = 0 } = this.plan;
		const since = deadline === undefined ? Date.now() : deadline - patience;
		return {
			lane,
			since,
			deadline,
			isReady: () => {
				progress.check(item);
				if (Date.now() >= (deadline ?? Infinity)) {
					throw this.met ?? NOT_BEGUN;
				}
				if (signal?.aborted) throw STOPPED_EARLY;
				return lane !== this || !progress.isInDoubt;
			},
			onPause: (until) => {
				this.tellOf(until);
			},
		};
	}

	/** Does a write, unless an earlier try has done it, or may have. See {@link Writes.once}. */
	async once(item: number, write: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const retries = this.plan.retryAfter !== undefined;
		return await (retries ? this.writes.once(item, write) : write());
	}

	/** Tells of a wait, once. */
	private tellOf(until: number): void {
		const rest = until - Date.now();
		// Answers that ask for the same pause come one after the other
		if (until < this.toldOf + WORTH_TELLING || rest < WORTH_TELLING) return;
		this.toldOf = until;
		this.log(`The service limits requests, continuing in ${duration(rest)}`);
	}
}
