import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { ABANDONED, type EndedBy, type Failure, OUT_OF_TIME, STOPPED } from '../errors/failure';
import { isTool, itemCountOf, UNATTENDED } from '../shared/n8n';
import { type Limiter, LONGEST_PAUSE, type RequestGroup } from '../transport/limiter';
import { wait } from '../transport/time';
import { Writes } from './writes';

/** Time limit of an agent's tool, in ms: MCP clients give up after a minute. */
const TOOL_TIME = 45_000;

/** What the items of one run of the node share: when they may start, and which failure stops them. */
export class Run implements RequestGroup {
	readonly longestPauseMs: number;
	processedAt = 0;
	/** When {@link TOOL_TIME} is over: milliseconds since 1970. Infinity if the node is not a tool. */
	readonly deadline: number;
	readonly writes: Writes;
	readonly itemCount: number;
	private readonly stopping = new AbortController();
	readonly signal = this.stopping.signal;
	private readonly stopsOnFailure: boolean;
	private readonly isBatched: boolean;
	/** The last item that n8n has started. */
	latestIndex = -1;
	private resolveStarted!: () => void;
	readonly lastItemStarted = new Promise<void>((resolve) => (this.resolveStarted = resolve));
	/** Resolves when the credentials of all items started so far are read. */
	private connecting = Promise.resolve();
	/** Items that will not be retried but have not finished: a lost create may still be found. */
	private readonly unsettled = new Set<number>();
	/** The limiters that hold back its requests in the meantime. */
	private readonly limiters = new Set<Limiter>();
	/** The item whose failure stops the workflow. */
	private firstToFail: number | undefined;
	private finished = 0;
	private resolveFinished!: () => void;
	/** Resolves when all items but one have finished. */
	readonly othersFinished = new Promise<void>((resolve) => (this.resolveFinished = resolve));

	/** @param before the previous try of Retry On Fail */
	constructor(
		private readonly context: IExecutePaginationFunctions,
		before?: Run,
	) {
		const node = context.getNode();
		this.itemCount = itemCountOf(context);
		this.longestPauseMs =
			LONGEST_PAUSE[UNATTENDED.includes(context.getMode()) ? 'unattended' : 'attended'];
		const interval = context.getNodeParameter('requestOptions.batching.batch.batchInterval', 0);
		this.stopsOnFailure = !context.continueOnFail();
		this.isBatched = Number(interval) > 0;
		this.writes = before?.writes ?? new Writes();
		this.deadline = before?.deadline ?? (isTool(node) ? Date.now() + TOOL_TIME : Infinity);
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

	/** Reads an item's credential after those of the items before it, to spare n8n's database. */
	async connect<Account>(item: number, read: () => Promise<Account>): Promise<Account> {
		const reading = this.connecting.then(read);
		this.connecting = reading.then(
			() => undefined,
			(reason: unknown) => void this.fail(item, reason as Failure),
		);
		return await reading;
	}

	/**
	 * Waits until requests may be sent: without Continue and Batching, when the input and credentials of all items are checked.
	 * If an expression of an item fails, n8n abandons the node, and this promise stays pending.
	 */
	async mayStart(limiter: Limiter): Promise<void> {
		this.limiters.add(limiter);
		if (this.stopsOnFailure && !this.isBatched) {
			await this.lastItemStarted;
			await this.connecting;
		}
		this.signal.throwIfAborted();
	}

	/** What ended the run, if it has ended. */
	get endedBy(): EndedBy | undefined {
		return (this.signal.reason as Failure | undefined)?.details.endedBy;
	}

	/** Whether nothing more may start for now: if an unsettled item fails, the workflow must stop. */
	get isBlocked(): boolean {
		return this.signal.aborted || (this.stopsOnFailure && this.unsettled.size > 0);
	}

	/** Blocks the run until the item has finished. */
	block(item: number): void {
		this.unsettled.add(item);
	}

	stop(reason: Failure): void {
		this.stopping.abort(reason);
	}

	/**
	 * Notes that an item has failed. If this stops the workflow, nothing more is sent.
	 *
	 * @returns whether it is this failure that n8n should show: that of the first item to fail
	 */
	fail(item: number, failure: Failure): boolean {
		this.writes.fail(item, failure);
		if (!this.stopsOnFailure) return false;
		if (failure.details.endedBy !== 'run') {
			this.firstToFail ??= item;
			this.stop(ABANDONED);
		}
		return (this.firstToFail ?? item) === item;
	}

	/** Notes that an item has finished. The last one also clears the timers. */
	finish(item: number): void {
		// A tool can receive several items despite `itemCount` being 1
		const left = Math.max(this.itemCount, this.latestIndex + 1) - ++this.finished;
		if (left <= 1) this.resolveFinished();
		if (this.unsettled.delete(item)) for (const limiter of this.limiters) limiter.startNext();
		if (left > 0) return;
		// After a stop, n8n does not show what was written
		const summary = this.endedBy === 'user' ? this.writes.summary(this.itemCount) : '';
		const name = `Web Page Report, node "${this.context.getNode().name}"`;
		if (summary !== '') this.context.logger.info(`${name}: ${STOPPED.message}. ${summary}`);
		this.stop(ABANDONED);
	}
}
