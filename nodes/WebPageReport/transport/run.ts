import { type IExecutePaginationFunctions, NodeConnectionTypes } from 'n8n-workflow';

import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { discarded, NO_TIME, NOT_WANTED, STOPPED } from '../errors/advice';
import type { Failure } from '../errors/failure';
import { isTool } from '../shared/tool';
import { duration } from '../shared/value';
import { accountFor } from './http';
import { type Limiter, LONGEST_PAUSE, type Queue } from './limiter';
import { type Service, serviceOf } from './services';
import { wait } from './time';
import { Writes } from './writes';

/** How long an agent waits for a tool, in ms: MCP clients give up after a minute. */
const TOOL_TIME = 45_000;

/** If the last item has not started after this many ms, assume n8n skipped it. */
const SILENCE = 250;

/** Shortest pause that is logged, in ms. */
const WORTH_TELLING = 3_000;

/** The modes of executions that nobody waits for. */
const UNATTENDED = ['cli', 'error', 'integrated', 'retry', 'trigger'];

/** The service of an item, and the account that uses it. */
export type Connection = Service & { account: Account };

/** Keyed by n8n's per-execution object. */
const runs = new WeakMap<object, Run>();

/** The run of the item that n8n starts now. */
export function joinRun(context: IExecutePaginationFunctions): Run {
	const item = context.getItemIndex();
	const execution = executionOf(context);
	let run = runs.get(execution);
	// n8n starts items in order. Each try of Retry On Fail starts all of them again
	if (!run || item <= run.latest) {
		run?.stop(NOT_WANTED);
		run = new Run(context, run);
		runs.set(execution, run);
	}
	run.begin(item);
	return run;
}

/** n8n's object for one execution of a node, through all tries. Calls of a tool can share their agent's: arguments differ. */
function executionOf(context: IExecutePaginationFunctions): object {
	const execution = context.getExecuteData();
	if (execution.node.name === context.getNode().name) return execution;
	return context.getInputData(0, NodeConnectionTypes.AiTool).json;
}

/** What all items of one run of the node share. */
export class Run implements Queue {
	readonly longestPause: number;
	/** When the agent that called a tool gives up: milliseconds since 1970. Infinity if the node is no tool. */
	readonly deadline: number;
	/** The last item that n8n has started. */
	latest = -1;
	answeredAt = 0;
	readonly writes: Writes;

	/** How many items n8n is going to start: one for a tool, and with Execute Once. */
	private readonly items: number;
	private readonly isBatched: boolean;
	private resolveComplete!: () => void;
	/** Resolves when n8n has started the last item. */
	private readonly complete = new Promise<void>((resolve) => (this.resolveComplete = resolve));
	private ended = 0;
	private resolveLast!: () => void;
	/** Resolves when all items but one have ended. */
	private readonly isLast = new Promise<void>((resolve) => (this.resolveLast = resolve));
	/** Resolves when requests may start. */
	private ready: Promise<void> | undefined;

	private readonly stopsOnFailure: boolean;
	private readonly stopping = new AbortController();
	/** Ends everything that its items wait for; its reason is a {@link Failure}. */
	readonly signal = this.stopping.signal;
	/** The item whose failure stops the workflow. */
	private failedFirst: number | undefined;
	/** The items whose create is lost, while its report is looked for. */
	readonly lost = new Set<number>();

	/** Resolves when the credentials of the items are read, or have failed: one by one, to spare n8n's database. */
	private connecting = Promise.resolve();
	private readonly limiters = new Set<Limiter>();
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
		this.longestPause = UNATTENDED.includes(context.getMode()) ? unattended : attended;
		this.writes = new Writes(node.retryOnFail === true, before?.writes);
		this.deadline = before?.deadline ?? (isTool(node) ? Date.now() + TOOL_TIME : Infinity);
		const stopped = context.getExecutionCancelSignal();
		const stop = this.stop.bind(this, STOPPED);
		stopped?.addEventListener('abort', stop, { signal: this.signal });
		if (stopped?.aborted) stop();
		if (this.deadline === Infinity) return;
		const time = wait(this.deadline - Date.now(), this.signal);
		void time.then(this.stop.bind(this, NO_TIME)).catch(() => undefined);
	}

	stop(reason: Failure): void {
		this.stopping.abort(reason);
	}

	/** Notes that n8n has started an item. */
	begin(item: number): void {
		this.latest = item;
		if (item === this.items - 1) this.resolveComplete();
	}

	/**
	 * Waits until n8n has started all items and their input and credentials are checked. With Batching, nothing waits. If
	 * an expression of an item fails, n8n reports it and does not start the item. Without Continue, n8n then abandons the
	 * node, and this promise never settles.
	 */
	async allBegun(): Promise<void> {
		if (!this.isBatched) {
			this.ready ??= this.stopsOnFailure ? this.complete : this.completeOrSilent();
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
	private async completeOrSilent(): Promise<void> {
		const { name, retryOnFail, waitBetweenTries = 0 } = this.context.getNode();
		// As n8n does: a second if nothing is set, five at most
		const untilRetry = retryOnFail ? Math.min(waitBetweenTries || 1000, 5000) : 0;
		await Promise.race([this.complete, wait(untilRetry + SILENCE, this.signal)]);
		if (this.latest === this.items - 1) return;
		const { $node, $runIndex } = this.context.getWorkflowDataProxy(0) as unknown as {
			$node: Record<string, { runIndex: number } | undefined>;
			$runIndex: number;
		};
		if (($node[name]?.runIndex ?? -1) >= $runIndex) this.stop(NOT_WANTED);
	}

	/** The account and the service of an item. If its credential cannot be used, that fails before any item starts. */
	async connect(context: IExecutePaginationFunctions): Promise<Connection> {
		const reading = this.connecting.then(async () => accountFor(context));
		const failed = (error: unknown) => {
			this.fail(context.getItemIndex(), error as Failure);
		};
		this.connecting = reading.then(() => undefined, failed);
		const account = await reading;
		const service = serviceOf(account);
		this.limiters.add(service.limiter);
		return { account, ...service };
	}

	/** Whether nothing more starts for now: a create is unresolved, and if it failed, the workflow must stop. */
	get isHeld(): boolean {
		return this.stopsOnFailure && this.lost.size > 0;
	}

	/** Notes that an item has failed. If this stops the workflow, nothing more is sent. */
	fail(item: number, failure: Failure): void {
		this.writes.fail(item, failure);
		if (!this.stopsOnFailure || failure === NOT_WANTED) return;
		this.failedFirst ??= item;
		this.stop(NOT_WANTED);
	}

	/**
	 * What an item reports to n8n if its failure stops the workflow; undefined if another item reports. n8n shows one
	 * failure, so only the item that failed first reports, when all others have ended. A promise must not reject before
	 * n8n has started the last item: nothing handles our rejections yet, and Node.js would exit on an unhandled one.
	 */
	async reportOf(item: number, failure: Failure): Promise<Failure | undefined> {
		await this.complete;
		if ((this.failedFirst ?? item) !== item) {
			if (failure.mayBeDone) this.log(`Item ${String(item)}: ${failure.toSentences()}`);
			return undefined;
		}
		if (this.items === 1 || this.signal.reason === STOPPED) return failure;
		await this.isLast;
		return failure.adding(`${this.count(item)} ${discarded(this.writes.written)}`.trim());
	}

	/** Notes that an item has settled. The last one also clears the timers. */
	end(item: number): void {
		// A tool can receive several items despite `items` being 1
		const left = Math.max(this.items, this.latest + 1) - ++this.ended;
		if (left <= 1) this.resolveLast();
		if (this.lost.delete(item)) for (const limiter of this.limiters) limiter.startNext();
		if (left > 0) return;
		const count = this.count();
		if (this.signal.reason === STOPPED && count !== '') this.log(`${STOPPED.message}. ${count}`);
		this.stop(NOT_WANTED);
	}

	private count(except?: number): string {
		const operation = this.context.getNodeParameter('operation', '') as string;
		return this.writes.count(this.items, operation, except);
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
