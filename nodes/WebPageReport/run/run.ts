import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { ABANDONED, OUT_OF_TIME, STOPPED } from '../errors/ended';
import type { Failure } from '../errors/failure';
import { isTool } from '../shared/tool';
import { duration } from '../shared/value';
import { type Limiter, LONGEST_PAUSE, type Queue } from '../transport/limiter';
import { wait } from '../transport/time';
import { Writes } from './writes';

/** How long an agent waits for a tool, in ms: MCP clients give up after a minute. */
const TOOL_TIME = 45_000;

/** If the last item has not started after this many ms, assume n8n skipped it. */
const SILENCE = 250;

/** Shortest pause that is logged, in ms. */
const WORTH_TELLING = 3_000;

/** The modes of executions that nobody waits for. */
const UNATTENDED = ['cli', 'error', 'integrated', 'retry', 'trigger'];

/** What all items of one run of the node share: whether they may start, and which failure stops them. */
export class Run implements Queue {
	readonly longestPauseMs: number;
	acceptedAt = 0;
	/** When the agent that called a tool gives up: milliseconds since 1970. Infinity if the node is no tool. */
	readonly deadline: number;
	readonly writes: Writes;
	/** The last item that n8n has started. */
	latest = -1;
	/** Items that hold the run: the report of their lost create is being searched for. */
	readonly holding = new Set<number>();
	/** Those that hold its requests. */
	readonly limiters = new Set<Limiter>();

	/** How many items n8n is going to start: one for a tool, and with Execute Once. */
	readonly items: number;
	private readonly isBatched: boolean;
	private startLast!: () => void;
	/** Resolves when n8n has started the last item. */
	readonly lastStarted = new Promise<void>((resolve) => (this.startLast = resolve));
	private settled = 0;
	private leaveOne!: () => void;
	/** Resolves when all items but one have settled. */
	readonly othersSettled = new Promise<void>((resolve) => (this.leaveOne = resolve));
	/** Resolves when requests may start. */
	private ready: Promise<void> | undefined;
	/** Resolves when the credentials of the items are read, or have failed: one by one, to spare n8n's database. */
	private connecting = Promise.resolve();

	private readonly stopsOnFailure: boolean;
	private readonly stopping = new AbortController();
	/** Ends everything that its items wait for; its reason is a {@link Failure}. */
	readonly signal = this.stopping.signal;
	/** The item whose failure stops the workflow. */
	firstToFail: number | undefined;
	/** The end of the last pause in the log: milliseconds since 1970. */
	private loggedUntil = 0;

	/** @param before the previous try of Retry On Fail */
	constructor(
		private readonly context: IExecutePaginationFunctions,
		before?: Run,
	) {
		const node = context.getNode();
		const { main } = context.getExecuteData().data;
		this.items = node.executeOnce || isTool(node) ? 1 : (main?.[0]?.length ?? 1);
		const interval = context.getNodeParameter('requestOptions.batching.batch.batchInterval', 0);
		this.isBatched = Number(interval) > 0;
		this.stopsOnFailure = !context.continueOnFail();
		const { attended, unattended } = LONGEST_PAUSE;
		this.longestPauseMs = UNATTENDED.includes(context.getMode()) ? unattended : attended;
		this.writes = new Writes(node.retryOnFail === true, before?.writes);
		this.deadline = before?.deadline ?? (isTool(node) ? Date.now() + TOOL_TIME : Infinity);
		const stopped = context.getExecutionCancelSignal();
		const stop = this.stop.bind(this, STOPPED);
		stopped?.addEventListener('abort', stop, { signal: this.signal });
		if (stopped?.aborted) stop();
		if (this.deadline === Infinity) return;
		const time = wait(this.deadline - Date.now(), this.signal);
		void time.then(this.stop.bind(this, OUT_OF_TIME)).catch(() => undefined);
	}

	/** Notes that n8n has started an item. */
	start(item: number): void {
		this.latest = item;
		if (item === this.items - 1) this.startLast();
	}

	/** Reads the credential of an item after those before it. If one cannot be used, no item sends anything. */
	async connect<T>(item: number, read: () => Promise<T>): Promise<T> {
		const reading = this.connecting.then(read);
		const failed = (error: unknown) => {
			this.fail(item, error as Failure);
		};
		this.connecting = reading.then(() => undefined, failed);
		return await reading;
	}

	/**
	 * Waits until n8n has started all items, and their input and credentials are checked. With Batching, nothing waits. If
	 * an expression of an item fails, n8n reports it and does not start the item. Without Continue, n8n then abandons the
	 * node, and this promise never settles.
	 */
	async allStarted(): Promise<void> {
		if (!this.isBatched) {
			this.ready ??= this.stopsOnFailure ? this.lastStarted : this.lastStartedOrSilence();
			await this.ready;
			await this.connecting;
		}
		this.signal.throwIfAborted();
	}

	/**
	 * Waits until n8n has started the last item, or starts no more. With Continue, n8n 1.123 and n8n from 2.39 on skip an
	 * item whose expression fails. All other versions throw from the loop that starts the items: the node has ended then,
	 * or its next try has begun.
	 */
	private async lastStartedOrSilence(): Promise<void> {
		const { name, retryOnFail, waitBetweenTries = 0 } = this.context.getNode();
		// As n8n does: a second if nothing is set, five at most
		const untilRetry = retryOnFail ? Math.min(waitBetweenTries || 1000, 5000) : 0;
		await Promise.race([this.lastStarted, wait(untilRetry + SILENCE, this.signal)]);
		if (this.latest === this.items - 1) return;
		const { $node, $runIndex } = this.context.getWorkflowDataProxy(0) as unknown as {
			$node: Record<string, { runIndex: number } | undefined>;
			$runIndex: number;
		};
		if (($node[name]?.runIndex ?? -1) >= $runIndex) this.stop(ABANDONED);
	}

	/** Whether nothing more starts for now: a create is unresolved; if it failed, the workflow must stop. */
	get isHeld(): boolean {
		return this.stopsOnFailure && this.holding.size > 0;
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

	/** Notes that an item has settled. The last one also clears the timers. */
	settle(item: number): void {
		// A tool can receive several items despite `items` being 1
		const left = Math.max(this.items, this.latest + 1) - ++this.settled;
		if (left <= 1) this.leaveOne();
		if (this.holding.delete(item)) for (const limiter of this.limiters) limiter.startNext();
		if (left > 0) return;
		const summary = this.writes.summary(this.items);
		if (this.signal.reason === STOPPED && summary !== '')
			this.log(`${STOPPED.message}. ${summary}`);
		this.stop(ABANDONED);
	}

	/** Logs a pause once, although several answers ask for it. */
	paused(until: number): void {
		const left = until - Date.now();
		if (until < this.loggedUntil + WORTH_TELLING || left < WORTH_TELLING) return;
		this.loggedUntil = until;
		this.log(`The service limits requests, continuing in ${duration(left)}`);
	}

	/** Writes a line into the log of n8n. */
	log(line: string): void {
		this.context.logger.info(`Web Page Report, node "${this.context.getNode().name}": ${line}`);
	}
}
