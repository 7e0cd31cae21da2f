import {
	type IDataObject,
	type IExecutePaginationFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { NO_TIME, NOT_WANTED, STOPPED } from '../errors/advice';
import { Failure } from '../errors/failure';
import { isTool } from '../shared/tool';
import { duration } from '../shared/value';
import { accountFor } from './http';
import type { Lane } from './limiter';
import { type Service, serviceOf } from './services';
import { wait } from './time';

/** How long an agent waits for a tool, in milliseconds: clients of MCP give up after a minute. */
const TOOL_PATIENCE = 45_000;

/** So long after its first item, n8n is taken to begin no more of a run that continues, in milliseconds. */
const SILENCE = 250;

/** The shortest wait that is worth a line in the log, in milliseconds. */
const WORTH_TELLING = 3_000;

/** What n8n adds to the parameters of every declarative node, and what expressions see, as far as it matters here. */
interface RequestOptions {
	batching?: { batch?: { batchInterval?: number } };
}
interface DataProxy {
	$node: Record<string, { runIndex: number } | undefined>;
	$runIndex: number;
}

/** The service of a run, and the account that it is used with. */
export type Connection = Service & { account: Account };

/** By the object that n8n keeps for one execution of a node. */
const runs = new WeakMap<object, Run>();

/** The run that an item belongs to, which n8n is beginning now. */
export function joinRun(context: IExecutePaginationFunctions): Run {
	const item = context.getItemIndex();
	const execution = executionOf(context);
	let run = runs.get(execution);
	// n8n begins them in order, and with each try of Retry On Fail anew
	if (!run || item <= run.latest) {
		run?.stop(NOT_WANTED);
		run = new Run(context, run);
		runs.set(execution, run);
	}
	run.begin(item);
	return run;
}

/**
 * The object that n8n keeps for one execution of a node, also when it runs the node again. The calls
 * of a tool can share that of their agent; what each has of its own are its arguments.
 */
function executionOf(context: IExecutePaginationFunctions): object {
	const execution = context.getExecuteData();
	if (execution.node.name === context.getNode().name) return execution;
	return context.getInputData(0, NodeConnectionTypes.AiTool).json;
}

/** What all items of one run of the node share. */
export class Run implements Lane {
	/** When nobody waits for it any more: milliseconds since 1970; Infinity where somebody does as long as it takes. */
	readonly deadline: number;

	/** How many items n8n is about to begin: one for a tool, and with Execute Once. */
	private readonly items: number;
	/** The last item that n8n has begun. */
	latest = -1;
	private ended = 0;
	private readonly isBatched: boolean;

	/** Over when n8n has begun the last item. */
	private readonly whole: Promise<void>;
	private complete: () => void = () => undefined;
	/** Over when nothing stands in the way of the first request. */
	private ready: Promise<void> | undefined;

	private readonly stopsOnFailure: boolean;
	private readonly stopping = new AbortController();
	/** The item whose failure stops the workflow. */
	private culprit: number | undefined;
	/** The items whose create is of unknown fate. */
	private readonly doubtful = new Set<number>();

	private account: Promise<Account> | undefined;

	/** What all tries of Retry On Fail have written, or are writing, by item. */
	private readonly written: Map<number, Promise<IDataObject[]>>;

	/** The end of the pause that was told of last: milliseconds since 1970. */
	private toldOf = 0;

	/** @param before the last try of Retry On Fail */
	constructor(
		private readonly context: IExecutePaginationFunctions,
		before?: Run,
	) {
		const node = context.getNode();
		const { main } = context.getExecuteData().data;
		this.items = node.executeOnce || isTool(node) ? 1 : (main?.[0]?.length ?? 1);
		const { batching } = context.getNodeParameter('requestOptions', {}) as RequestOptions;
		this.isBatched = Number(batching?.batch?.batchInterval) > 0;
		this.stopsOnFailure = !context.continueOnFail();
		this.whole = new Promise((resolve) => (this.complete = resolve));
		this.written = before?.written ?? new Map<number, Promise<IDataObject[]>>();
		this.deadline = before?.deadline ?? (isTool(node) ? Date.now() + TOOL_PATIENCE : Infinity);
		const stopped = context.getExecutionCancelSignal();
		const stop = () => {
			this.stop(STOPPED);
		};
		stopped?.addEventListener('abort', stop, { signal: this.signal });
		if (stopped?.aborted) this.stop(STOPPED);
		if (this.deadline < Infinity) void this.endInTime();
	}

	/** Ends everything that its items wait for, with a reason. */
	get signal(): AbortSignal {
		return this.stopping.signal;
	}

	stop(reason: Failure): void {
		this.stopping.abort(reason);
	}

	/** Notes that n8n has begun an item. */
	begin(item: number): void {
		this.latest = item;
		if (item === this.items - 1) this.complete();
	}

	/**
	 * Waits until all items have begun, and so have been checked; with Batching, n8n begins them later. Where a
	 * failure stops the workflow and n8n cannot begin one of them, it gives the node up, and this never ends.
	 */
	async allBegun(): Promise<void> {
		if (!this.isBatched) {
			this.ready ??= this.stopsOnFailure ? this.whole : this.wholeOrSilent();
			await this.ready;
		}
		this.signal.throwIfAborted();
	}

	/**
	 * With Continue, some versions of n8n go on without an item whose expression fails. Others give the node up:
	 * they have done so, or begun another try, when it has not begun all for a while.
	 */
	private async wholeOrSilent(): Promise<void> {
		const { name, retryOnFail, waitBetweenTries = 0 } = this.context.getNode();
		// As n8n does: a second where nothing is set, five at the most
		const untilRetry = retryOnFail ? Math.min(waitBetweenTries || 1000, 5000) : 0;
		await Promise.race([this.whole, wait(untilRetry + SILENCE, this.signal)]);
		if (this.latest === this.items - 1) return;
		const { $node, $runIndex } = this.context.getWorkflowDataProxy(0) as unknown as DataProxy;
		if (($node[name]?.runIndex ?? -1) >= $runIndex) this.stop(NOT_WANTED);
	}

	/**
	 * Account and service of the credential, which is read once a run.
	 *
	 * @throws {Failure} where the credential cannot be used
	 */
	async connect(): Promise<Connection> {
		this.account ??= accountFor(this.context);
		const account = await this.account;
		return { account, ...serviceOf(account) };
	}

	/** Whether nothing more begins for now: a create may have failed, and that would stop the workflow. */
	get isHeld(): boolean {
		return this.stopsOnFailure && this.doubtful.size > 0;
	}

	/** Notes that nobody knows yet whether an item has failed. */
	doubt(item: number): void {
		this.doubtful.add(item);
	}

	/** Notes that an item has failed. Where that stops the workflow, nothing more is sent. */
	fail(item: number, failure: Failure): void {
		if (!this.stopsOnFailure || failure === NOT_WANTED) return;
		this.culprit ??= item;
		this.stop(NOT_WANTED);
	}

	/**
	 * Whether n8n is to hear of the failure of an item that stops the workflow. It reports the first of its list,
	 * so all but the one that failed first end well; and it listens to none until it has begun the last.
	 */
	async isToTell(item: number): Promise<boolean> {
		await this.whole;
		return (this.culprit ?? item) === item;
	}

	/** Notes that an item has ended, well or not. */
	async end(item: number): Promise<void> {
		// The last one ends the timers, too; n8n may begin more than one item of a tool after all
		if (++this.ended >= Math.max(this.items, this.latest + 1)) this.stop(NOT_WANTED);
		if (this.doubtful.delete(item)) (await this.connect()).limiter.letGo();
	}

	/**
	 * Does a write when all items have begun, unless an earlier try of Retry On Fail has done it for this item, or
	 * may have: an item is one write at the most, and some versions of n8n try again even when all has gone well.
	 * What comes out then is the same, also the failure of an unknown fate, and also when this try is stopped.
	 */
	async once(item: number, write: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const done = await this.written.get(item)?.catch((error: unknown) => {
			// It stops this try, too, before another item has left
			if (error instanceof Failure && error.fate !== 'unknown') return undefined;
			throw error;
		});
		if (done) return done;
		await this.allBegun();
		const writing = write();
		if (this.context.getNode().retryOnFail) this.written.set(item, writing);
		return await writing;
	}

	/** Tells of a pause, once: answers that ask for the same come one after the other. */
	pause(until: number): void {
		const rest = until - Date.now();
		if (until < this.toldOf + WORTH_TELLING || rest < WORTH_TELLING) return;
		this.toldOf = until;
		this.log(`The service limits requests, continuing in ${duration(rest)}`);
	}

	/** Writes a line into the log of n8n. */
	log(line: string): void {
		const { logger } = this.context;
		logger.info(`Web Page Report, node "${this.context.getNode().name}": ${line}`);
	}

	private async endInTime(): Promise<void> {
		const stop = () => {
			this.stop(NO_TIME);
		};
		await wait(this.deadline - Date.now(), this.signal).then(stop, () => undefined);
	}
}
