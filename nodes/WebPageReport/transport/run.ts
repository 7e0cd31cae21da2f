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
import type { Queue } from './limiter';
import { type Service, serviceOf } from './services';
import { wait } from './time';

/** How long an agent waits for a tool, in milliseconds: clients of MCP give up after a minute. */
const TOOL_TIME = 45_000;

/** If n8n has not begun the last item of a run that continues after this time, it has left some out, in milliseconds. */
const SILENCE = 250;

/** The shortest pause that gets a line in the log, in milliseconds. */
const WORTH_TELLING = 3_000;

/** What n8n adds to the parameters of every declarative node, and what expressions see, as far as it matters here. */
interface RequestOptions {
	batching?: { batch?: { batchInterval?: number } };
}
interface DataProxy {
	$node: Record<string, { runIndex: number } | undefined>;
	$runIndex: number;
}

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

/** What all items of one run of the node share. */
export class Run implements Queue {
	/** When nobody waits for the run any more: milliseconds since 1970; Infinity unless it is a tool's. */
	readonly deadline: number;
	/** The last item that n8n has begun. */
	latest = -1;
	takenAt = 0;

	/** How many items n8n is going to begin: one for a tool, and with Execute Once. */
	private readonly items: number;
	private ended = 0;
	private readonly isBatched: boolean;
	/** Resolves when n8n has begun the last item. */
	private readonly complete: Promise<void>;
	private resolveComplete: () => void = () => undefined;
	/** Resolves when requests may start. */
	private ready: Promise<void> | undefined;

	private readonly stopsOnFailure: boolean;
	private readonly stopping = new AbortController();
	/** The item whose failure stops the workflow. */
	private failedFirst: number | undefined;
	/** The items whose create is lost, as long as its report is looked for. */
	private readonly lost = new Set<number>();

	private connection: Promise<Connection> | undefined;
	/** What all tries of Retry On Fail have written, or are writing, by item. */
	private readonly written: Map<number, Promise<IDataObject[]>>;
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
		const { batching } = context.getNodeParameter('requestOptions', {}) as RequestOptions;
		this.isBatched = Number(batching?.batch?.batchInterval) > 0;
		this.stopsOnFailure = !context.continueOnFail();
		this.complete = new Promise((resolve) => (this.resolveComplete = resolve));
		this.written = before?.written ?? new Map<number, Promise<IDataObject[]>>();
		this.deadline = before?.deadline ?? (isTool(node) ? Date.now() + TOOL_TIME : Infinity);
		const stopped = context.getExecutionCancelSignal();
		const stop = () => {
			this.stop(STOPPED);
		};
		stopped?.addEventListener('abort', stop, { signal: this.signal });
		if (stopped?.aborted) this.stop(STOPPED);
		if (this.deadline === Infinity) return;
		const end = () => {
			this.stop(NO_TIME);
		};
		void wait(this.deadline - Date.now(), this.signal).then(end, () => undefined);
	}

	/** Ends everything that its items wait for; its reason is a {@link Failure}. */
	get signal(): AbortSignal {
		return this.stopping.signal;
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
	 * Waits until n8n has begun all items, so that the input of all has been checked. With Batching, it begins them
	 * later. If n8n cannot begin an item because an expression of it fails, n8n itself reports that: without Continue,
	 * it gives the whole node up, and this never resolves.
	 */
	async allBegun(): Promise<void> {
		if (!this.isBatched) {
			this.ready ??= this.stopsOnFailure ? this.complete : this.completeOrSilent();
			await this.ready;
		}
		this.signal.throwIfAborted();
	}

	/**
	 * Waits for the last item, or for silence. With Continue, n8n 1.123, and n8n from 2.39 on, leave out an item whose
	 * expression fails and begin the next one. All others throw from the loop that begins the items: the node has
	 * ended then, or another try of it has begun.
	 */
	private async completeOrSilent(): Promise<void> {
		const { name, retryOnFail, waitBetweenTries = 0 } = this.context.getNode();
		// As n8n does: a second if nothing is set, five at most
		const untilRetry = retryOnFail ? Math.min(waitBetweenTries || 1000, 5000) : 0;
		await Promise.race([this.complete, wait(untilRetry + SILENCE, this.signal)]);
		if (this.latest === this.items - 1) return;
		const { $node, $runIndex } = this.context.getWorkflowDataProxy(0) as unknown as DataProxy;
		if (($node[name]?.runIndex ?? -1) >= $runIndex) this.stop(NOT_WANTED);
	}

	/**
	 * The account and the service of the credential, which is read once a run.
	 *
	 * @throws {Failure} if the credential cannot be used
	 */
	async connect(): Promise<Connection> {
		this.connection ??= accountFor(this.context).then((account) => ({
			account,
			...serviceOf(account),
		}));
		return await this.connection;
	}

	/** Whether nothing more starts for now: a create may have failed, and that would stop the workflow. */
	get isHeld(): boolean {
		return this.stopsOnFailure && this.lost.size > 0;
	}

	/** Notes that the create of an item is lost, and its report is going to be looked for. */
	lose(item: number): void {
		this.lost.add(item);
	}

	/** Notes that an item has failed. If that stops the workflow, nothing more is sent. */
	fail(item: number, failure: Failure): void {
		if (!this.stopsOnFailure || failure === NOT_WANTED) return;
		this.failedFirst ??= item;
		this.stop(NOT_WANTED);
	}

	/**
	 * Whether an item reports its failure to n8n, where that stops the workflow. n8n shows the failure of the first item
	 * in its list, so only the item that failed first reports one. A promise must not reject before n8n has begun the
	 * last item: until then, n8n listens to none, and Node.js would end the process.
	 */
	async isReporter(item: number): Promise<boolean> {
		await this.complete;
		return (this.failedFirst ?? item) === item;
	}

	/** Notes that an item has ended, well or not. */
	async end(item: number): Promise<void> {
		// The last one ends the timers, too. n8n may begin more than one item of a tool after all
		if (++this.ended >= Math.max(this.items, this.latest + 1)) this.stop(NOT_WANTED);
		if (this.lost.delete(item)) (await this.connect()).limiter.startNext();
	}

	/**
	 * Writes when all items have begun, at most once an item: not if an earlier try of Retry On Fail has done it, or may
	 * have. Some versions of n8n try again even when all has gone well. Then the same comes out again, also a failure
	 * of unknown fate, and also when this try is stopped.
	 */
	async writeOnce(item: number, write: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const done = await this.written.get(item)?.catch((error: unknown) => {
			// If the fate is unknown, this try stops as well, before another item starts
			if (error instanceof Failure && error.fate !== 'unknown') return undefined;
			throw error;
		});
		if (done) return done;
		await this.allBegun();
		const writing = write();
		if (this.context.getNode().retryOnFail) this.written.set(item, writing);
		return await writing;
	}

	/** Logs a pause, once: answers that ask for the same pause come one after the other. */
	paused(until: number): void {
		const left = until - Date.now();
		if (until < this.loggedUntil + WORTH_TELLING || left < WORTH_TELLING) return;
		this.loggedUntil = until;
		this.log(`The service limits requests, continuing in ${duration(left)}`);
	}

	/** Writes a line into the log of n8n. */
	log(line: string): void {
		const { logger } = this.context;
		logger.info(`Web Page Report, node "${this.context.getNode().name}": ${line}`);
	}
}
