import {
	type IDataObject,
	type IExecutePaginationFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { discarded, NO_TIME, NOT_WANTED, STOPPED, writtenBefore } from '../errors/advice';
import { Failure } from '../errors/failure';
import { isTool } from '../shared/tool';
import { duration } from '../shared/value';
import { accountFor } from './http';
import { type Limiter, LONGEST_PAUSE, type Queue } from './limiter';
import { type Service, serviceOf } from './services';
import { wait } from './time';

/** How long an agent waits for a tool, in milliseconds: clients of MCP give up after a minute. */
const TOOL_TIME = 45_000;

/** With Continue, n8n may leave out items. If it has not begun the last item after this time, in milliseconds, it has. */
const SILENCE = 250;

/** The shortest pause that gets a line in the log, in milliseconds. */
const WORTH_TELLING = 3_000;

/** The service of a run, and the account that uses it. */
export type Connection = Service & { account: Account };

/** By the object that n8n keeps for one execution of a node. */
const runs = new WeakMap<object, Run>();

/** The run of the item that n8n begins now. */
export function joinRun(context: IExecutePaginationFunctions): Run {
	const item = context.getItemIndex();
	const execution = executionOf(context);
	let run = runs.get(execution);
	// n8n begins items in order. With each try of Retry On Fail, it begins all of them again
	if (!run || item <= run.latest) {
		run?.stop(NOT_WANTED);
		run = new Run(context, run);
		runs.set(execution, run);
	}
	run.begin(item);
	return run;
}

/**
 * The object that n8n keeps for one execution of a node, through all tries. Calls of a tool can share the
 * execution of their agent, but each call has arguments of its own.
 */
function executionOf(context: IExecutePaginationFunctions): object {
	const execution = context.getExecuteData();
	if (execution.node.name === context.getNode().name) return execution;
	return context.getInputData(0, NodeConnectionTypes.AiTool).json;
}

/** The modes of executions for which nobody waits. */
const UNATTENDED = ['cli', 'error', 'integrated', 'retry', 'trigger'];

/** What all items of one run of the node share. */
export class Run implements Queue {
	readonly longestPause: number;
	/** When the agent that called a tool gives up: milliseconds since 1970. Infinity if the node is no tool. */
	readonly deadline: number;
	/** The last item that n8n has begun. */
	latest = -1;
	answeredAt = 0;

	/** How many items n8n is going to begin: one for a tool, and with Execute Once. */
	private readonly items: number;
	private readonly isBatched: boolean;
	private resolveComplete!: () => void;
	/** Resolves when n8n has begun the last item. */
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

	/** Ends when the credentials of the items that n8n has begun are read. */
	private readonly connecting: Array<Promise<unknown>> = [];
	/** Of all services that its items use. */
	private readonly limiters = new Set<Limiter>();
	/** What all tries of Retry On Fail have written, or are writing, by item. */
	private readonly writes: Map<number, Promise<IDataObject[]>>;
	/** How many items are written, and which others may be. */
	private written = 0;
	private readonly maybeWritten = new Set<number>();
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
		const isUnattended = UNATTENDED.includes(context.getMode());
		this.longestPause = LONGEST_PAUSE[isUnattended ? 'unattended' : 'attended'];
		this.writes = before?.writes ?? new Map<number, Promise<IDataObject[]>>();
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

	/** Notes that n8n has begun an item. */
	begin(item: number): void {
		this.latest = item;
		if (item === this.items - 1) this.resolveComplete();
	}

	/**
	 * Waits until n8n has begun all items, so that the input of all is checked. With Batching, nothing waits. If an
	 * expression of an item fails, n8n itself reports it and does not begin the item. Without Continue, n8n then gives up
	 * the whole node, and this never resolves.
	 */
	async allBegun(): Promise<void> {
		if (!this.isBatched) {
			this.ready ??= this.stopsOnFailure ? this.complete : this.completeOrSilent();
			await this.ready;
			await Promise.all(this.connecting);
		}
		this.signal.throwIfAborted();
	}

	/**
	 * Waits until n8n has begun the last item, or begins no more. With Continue, n8n 1.123 and n8n from 2.39 on leave out
	 * an item whose expression fails, and begin the next one. All other versions throw from the loop that begins the
	 * items. The node has ended then, or its next try has begun.
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

	/**
	 * The account and the service of an item. If it has none, that fails before any item starts.
	 *
	 * @throws {Failure} if the credential cannot be used
	 */
	async connect(context: IExecutePaginationFunctions): Promise<Connection> {
		const reading = accountFor(context);
		const failed = (error: unknown) => {
			this.fail(context.getItemIndex(), error as Failure);
		};
		this.connecting.push(reading.then(() => undefined, failed));
		const account = await reading;
		const service = serviceOf(account);
		this.limiters.add(service.limiter);
		return { account, ...service };
	}

	/** Whether nothing more starts for now: a create may have failed, and that would stop the workflow. */
	get isHeld(): boolean {
		return this.stopsOnFailure && this.lost.size > 0;
	}

	/** Notes that an item has failed. If this stops the workflow, nothing more is sent. */
	fail(item: number, failure: Failure): void {
		if (failure.mayBeDone) this.maybeWritten.add(item);
		if (!this.stopsOnFailure || failure === NOT_WANTED) return;
		this.failedFirst ??= item;
		this.stop(NOT_WANTED);
	}

	/**
	 * What an item reports to n8n if its failure stops the workflow; undefined if another item reports. n8n shows one
	 * failure, so only the item that failed first reports, when all others have ended. A promise must not reject before
	 * n8n has begun the last item: until then, n8n listens to none, and Node.js would end the process.
	 */
	async reportOf(item: number, failure: Failure): Promise<Failure | undefined> {
		await this.complete;
		if ((this.failedFirst ?? item) !== item) {
			if (failure.mayBeDone) this.log(`Item ${String(item)}: ${failure.toSentences()}`);
			return undefined;
		}
		if (this.items === 1 || this.signal.reason === STOPPED) return failure;
		await this.isLast;
		this.maybeWritten.delete(item);
		return failure.adding(`${this.count} ${discarded(this.written)}`.trim());
	}

	/** Notes that an item has ended, well or not. The last one ends the timers, too. */
	end(item: number): void {
		// n8n may begin more than one item of a tool after all
		const left = Math.max(this.items, this.latest + 1) - ++this.ended;
		if (left <= 1) this.resolveLast();
		if (this.lost.delete(item)) for (const limiter of this.limiters) limiter.startNext();
		if (left > 0) return;
		const { count } = this;
		if (this.signal.reason === STOPPED && count !== '') this.log(`${STOPPED.message}. ${count}`);
		this.stop(NOT_WANTED);
	}

	/** How many items are written, or may be, as a sentence. */
	private get count(): string {
		const operation = this.context.getNodeParameter('operation', '') as string;
		return writtenBefore(this.written, this.maybeWritten.size, this.items, operation);
	}

	/**
	 * Writes an item when n8n has begun all, and only once in all tries of Retry On Fail. Some versions of n8n try again
	 * even if nothing has failed. If an earlier try has written the item, the same records come out again. If it may
	 * have, its failure does, unless writing again doubles nothing.
	 *
	 * @param write is given the failure of an earlier try that may have written
	 */
	async writeOnce(
		item: number,
		isRepeatable: boolean,
		write: (mayBeDone?: Failure) => Promise<IDataObject[]>,
	): Promise<IDataObject[]> {
		let mayBeDone: Failure | undefined;
		let records = await this.writes.get(item)?.catch((error: unknown) => {
			const isUnknown = !(error instanceof Failure) || error.fate === 'unknown';
			if (isUnknown && !isRepeatable) throw error;
			if (error instanceof Failure && isUnknown) mayBeDone = error;
			return undefined;
		});
		if (!records) {
			await this.allBegun();
			const writing = write(mayBeDone);
			if (this.context.getNode().retryOnFail) this.writes.set(item, writing);
			records = await writing;
		}
		this.written++;
		return records;
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
