import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { ABANDONED, OUT_OF_TIME, STOPPED } from '../errors/ended';
import type { EndedBy, Failure } from '../errors/failure';
import { hasEnded, isTool, itemCountOf, UNATTENDED } from '../shared/n8n';
import { duration } from '../shared/value';
import { type Limiter, LONGEST_PAUSE, type RequestGroup } from '../transport/limiter';
import { wait } from '../transport/time';
import { Writes } from './writes';

/** Time limit of an agent's tool, in ms: MCP clients give up after a minute. */
const TOOL_TIME = 45_000;

/** If the last item has not started after this many ms, assume n8n skipped it. */
const SILENCE = 250;

/** Shortest pause to log, in ms. */
const SHORTEST_LOGGED = 3_000;

/** What the items of one run of the node share: when they may start, and which failure stops them. */
export class Run implements RequestGroup {
	readonly longestPauseMs: number;
	processedAt = 0;
	/** When {@link TOOL_TIME} is over: milliseconds since 1970. Infinity if the node is not a tool. */
	readonly deadline: number;
	readonly writes: Writes;
	readonly itemCount: number;
	/** The last item that n8n has started. */
	latestIndex = -1;
	/** Items that will not be retried but have not finished: a lost create may still be found. */
	readonly blockedBy = new Set<number>();
	readonly limiters = new Set<Limiter>();
	/** The item whose failure stops the workflow. */
	firstToFail: number | undefined;
	private readonly stopsOnFailure: boolean;
	private readonly isBatched: boolean;
	private resolveStarted!: () => void;
	readonly lastItemStarted = new Promise<void>((resolve) => (this.resolveStarted = resolve));
	private resolveFinished!: () => void;
	/** Resolves when all items but one have finished. */
	readonly othersFinished = new Promise<void>((resolve) => (this.resolveFinished = resolve));
	private finished = 0;
	private ready: Promise<void> | undefined;
	/** Resolves when the credentials of all items started so far are read. */
	connecting = Promise.resolve();
	private readonly stopping = new AbortController();
	readonly signal = this.stopping.signal;
	private loggedUntil = 0;

	/** @param before the previous try of Retry On Fail */
	constructor(
		private readonly context: IExecutePaginationFunctions,
		before?: Run,
	) {
		this.itemCount = itemCountOf(context);
		this.longestPauseMs =
			LONGEST_PAUSE[UNATTENDED.includes(context.getMode()) ? 'unattended' : 'attended'];
		const interval = context.getNodeParameter('requestOptions.batching.batch.batchInterval', 0);
		this.isBatched = Number(interval) > 0;
		this.stopsOnFailure = !context.continueOnFail();
		this.writes = before?.writes ?? new Writes();
		this.deadline =
			before?.deadline ?? (isTool(context.getNode()) ? Date.now() + TOOL_TIME : Infinity);
		const cancelled = context.getExecutionCancelSignal();
		const stop = this.stop.bind(this, STOPPED);
		cancelled?.addEventListener('abort', stop, { signal: this.signal });
		if (cancelled?.aborted) stop();
		if (this.deadline === Infinity) return;
		const time = wait(this.deadline - Date.now(), this.signal);
		void time.then(this.stop.bind(this, OUT_OF_TIME)).catch(() => undefined);
	}

	start(item: number): void {
		this.latestIndex = item;
		if (item === this.itemCount - 1) this.resolveStarted();
	}

	/**
	 * Waits until n8n has started all items, and their input and credentials are checked. With Batching, it does not wait.
	 * If an expression of an item fails, n8n reports it and does not start the item. Without Continue, n8n then abandons
	 * the node, and this promise stays pending.
	 */
	async allStarted(): Promise<void> {
		if (!this.isBatched) {
			this.ready ??= this.stopsOnFailure ? this.lastItemStarted : this.lastItemStartedOrSilence();
			await this.ready;
			await this.connecting;
		}
		this.signal.throwIfAborted();
	}

	/**
	 * Waits until n8n has started the last item, or won't start any more. If an item's expression fails with Continue on,
	 * n8n 1.123 and n8n 2.39 and later skip the item. All other versions abandon the node: by the time this wait is over,
	 * it has ended, or Retry On Fail has started its next try.
	 */
	private async lastItemStartedOrSilence(): Promise<void> {
		const { retryOnFail, waitBetweenTries = 0 } = this.context.getNode();
		// Like n8n: one second by default, five at most
		const untilRetry = retryOnFail ? Math.min(waitBetweenTries || 1000, 5000) : 0;
		await Promise.race([this.lastItemStarted, wait(untilRetry + SILENCE, this.signal)]);
		if (this.isAbandoned) this.stop(ABANDONED);
	}

	/** Whether n8n has ended the node before it started all items. */
	private get isAbandoned(): boolean {
		return this.latestIndex < this.itemCount - 1 && hasEnded(this.context);
	}

	/** What ended the run, if it has ended. */
	get endedBy(): EndedBy | undefined {
		return (this.signal.reason as Failure | undefined)?.details.endedBy;
	}

	/** Whether nothing more may start for now: if an unfinished item fails, the workflow must stop. */
	get isBlocked(): boolean {
		// Items that wait for their turn outlive the node
		if (this.isBatched && !this.signal.aborted && this.isAbandoned) this.stop(ABANDONED);
		return this.signal.aborted || (this.stopsOnFailure && this.blockedBy.size > 0);
	}

	stop(reason: Failure): void {
		this.stopping.abort(reason);
	}

	/** Notes that an item has failed. If this stops the workflow, nothing more is sent. */
	fail(item: number, failure: Failure): void {
		this.writes.fail(item, failure);
		if (!this.stopsOnFailure || failure.details.endedBy === 'run') return;
		this.firstToFail ??= item;
		this.stop(ABANDONED);
	}

	/** Notes that an item has finished. The last one also clears the timers. */
	finish(item: number): void {
		// A tool can receive several items despite `itemCount` being 1
		const left = Math.max(this.itemCount, this.latestIndex + 1) - ++this.finished;
		if (left <= 1) this.resolveFinished();
		if (this.blockedBy.delete(item)) for (const limiter of this.limiters) limiter.startNext();
		const isLastStarted = this.finished > this.latestIndex;
		const isStopped = left <= 0 && this.endedBy === 'user';
		// n8n shows nothing of what was written then
		if (isStopped || (isLastStarted && this.isAbandoned)) {
			const summary = this.writes.summary(this.itemCount);
			if (summary !== '') this.log(`${STOPPED.message}. ${summary}`);
		}
		if (left <= 0) this.stop(ABANDONED);
	}

	/** Logs a pause once, even if several responses ask for it. */
	paused(until: number): void {
		const pauseMs = until - Date.now();
		if (until < this.loggedUntil + SHORTEST_LOGGED || pauseMs < SHORTEST_LOGGED) return;
		this.loggedUntil = until;
		this.log(`The service is limiting requests; continuing in ${duration(pauseMs)}`);
	}

	log(line: string): void {
		this.context.logger.info(`Web Page Report, node "${this.context.getNode().name}": ${line}`);
	}
}
