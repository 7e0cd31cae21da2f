import {
	type IDataObject,
	type IExecutePaginationFunctions,
	NodeConnectionTypes,
	sleep,
} from 'n8n-workflow';

import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { NO_TIME, NOT_WANTED, STOPPED } from '../errors/advice';
import { Failure } from '../errors/failure';
import { isTool } from '../shared/tool';
import { duration } from '../shared/value';
import { accountFor } from './http';
import type { Lane } from './limiter';
import { serviceOf, type Service } from './services';
import { wait } from './time';

/** How long an agent waits for a tool, in milliseconds: clients of MCP give up after a minute. */
const TOOL_PATIENCE = 45_000;

/** How long n8n begins no item before it is taken to be done with that, in milliseconds. */
const SILENCE = 250;

/** The shortest wait that is worth a line in the log, in milliseconds. */
const WORTH_TELLING = 3_000;

/** What Retry On Fail has written so far: what comes out for an item, or will. */
type Written = Map<number, Promise<IDataObject[]>>;

/** The service of a run, and how to sign requests to it. */
export type Connection = Service & { account: Account };

/** By the object that n8n keeps for one execution of a node. */
const runs = new WeakMap<object, Run>();

/** The run that an item belongs to, which n8n is beginning now. */
export function joinRun(context: IExecutePaginationFunctions): Run {
	const item = context.getItemIndex();
	const execution = executionOf(context);
	let run = runs.get(execution);
	// n8n begins them in order, and with each try of Retry On Fail anew
	if (!run?.awaits(item)) {
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

	private readonly stopsOnFailure: boolean;

	private readonly stopping = new AbortController();

	/** Over when n8n has begun the last item. */
	private readonly whole: Promise<void>;

	private complete: () => void = () => undefined;

	private latest = -1;

	private ended = 0;

	/** The item whose failure stops the workflow. */
	private culprit: number | undefined;

	/** The items whose create is of unknown fate, while its report is looked for. */
	private readonly doubtful = new Set<number>();

	/** The same for all tries of Retry On Fail. */
	private readonly written: Written;

	private account: Promise<Account> | undefined;

	private service: Service | undefined;

	private silence: Promise<void> | undefined;

	private readonly runsBefore: number;

	/** The end of the wait that was told of last: milliseconds since 1970. */
	private toldOf = 0;

	/** @param before the last try of Retry On Fail */
	constructor(
		private readonly context: IExecutePaginationFunctions,
		before?: Run,
	) {
		const node = context.getNode();
		const { main } = context.getExecuteData().data;
		this.items = node.executeOnce || isTool(node) ? 1 : (main?.[0]?.length ?? 1);
		this.stopsOnFailure = !context.continueOnFail();
		this.whole = new Promise((resolve) => (this.complete = resolve));
		this.written = before?.written ?? new Map();
		this.deadline = before?.deadline ?? (isTool(node) ? Date.now() + TOOL_PATIENCE : Infinity);
		this.runsBefore = this.stopsOnFailure ? 0 : this.runsDone();
		const stopped = context.getExecutionCancelSignal();
		stopped?.addEventListener('abort', () => {
			this.stop(STOPPED);
		});
		if (stopped?.aborted) this.stop(STOPPED);
		if (isTool(node)) void this.endInTime();
	}

	/** Ends everything that an item waits for, with a reason. */
	get signal(): AbortSignal {
		return this.stopping.signal;
	}

	/** Ends all that items still wait for. */
	stop(reason: Failure): void {
		this.stopping.abort(reason);
	}

	/** Whether an item still is to begin in this run. */
	awaits(item: number): boolean {
		return item > this.latest;
	}

	/** Notes that n8n has begun an item. */
	begin(item: number): void {
		this.latest = item;
		if (item === this.items - 1) this.complete();
	}

	/**
	 * Waits until all items have begun, and so have been checked; with Batching, n8n begins them later. Where a
	 * failure stops the workflow, n8n gives the node up if it cannot begin one of them, and nothing is sent then.
	 */
	async allBegun(): Promise<void> {
		const { batching } = this.context.getNodeParameter('requestOptions', {}) as {
			batching?: { batch?: { batchInterval?: number } };
		};
		if (Number(batching?.batch?.batchInterval) > 0) return;
		this.silence ??= this.stopsOnFailure ? this.whole : this.begunOrSilent();
		await this.silence;
		this.signal.throwIfAborted();
	}

	/**
	 * With Continue, some versions of n8n go on without an item whose expression fails, others give the node up:
	 * then they have done so, or have begun another try, when nothing has begun for a while.
	 */
	private async begunOrSilent(): Promise<void> {
		const { retryOnFail, waitBetweenTries = 0 } = this.context.getNode();
		// As n8n does: a second where nothing is set, five at the most
		const untilRetry = retryOnFail ? Math.min(waitBetweenTries || 1000, 5000) : 0;
		await Promise.race([this.whole, sleep(untilRetry + SILENCE)]);
		if (this.latest < this.items - 1 && this.runsDone() > this.runsBefore) this.stop(NOT_WANTED);
	}

	/** How often n8n has brought this node to its end in this execution. */
	private runsDone(): number {
		const { $node } = this.context.getWorkflowDataProxy(this.context.getItemIndex()) as {
			$node: Record<string, { runIndex: number } | undefined>;
		};
		return ($node[this.context.getNode().name]?.runIndex ?? -1) + 1;
	}

	/**
	 * Account and service of the credential, which is read once a run.
	 *
	 * @throws {Failure} where the credential cannot be used
	 */
	async connect(): Promise<Connection> {
		this.account ??= accountFor(this.context);
		const account = await this.account;
		this.service ??= serviceOf(account);
		return { account, ...this.service };
	}

	/** The API key, which no message shows; empty where there is none. */
	async apiKey(): Promise<string> {
		return await this.connect().then(
			({ account }) => account.apiKey,
			() => '',
		);
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
		if (!this.stopsOnFailure || this.culprit !== undefined || failure === NOT_WANTED) return;
		this.culprit = item;
		this.stop(NOT_WANTED);
	}

	/** Notes that an item has ended, well or not. */
	end(item: number): void {
		if (this.doubtful.delete(item)) this.service?.limiter.letGo();
		if (++this.ended === this.items) this.stop(NOT_WANTED);
	}

	/**
	 * Whether n8n is to hear of the failure of an item that stops the workflow. It reports the first of its list,
	 * so all but the one that failed first end well; and it listens to none until it has begun the last.
	 */
	async isToTell(item: number): Promise<boolean> {
		await this.whole;
		return (this.culprit ?? item) === item;
	}

	/**
	 * Does a write, unless an earlier try of Retry On Fail has done it for this item, or may have: an item is one
	 * write at the most, and some versions of n8n try again even when all has gone well.
	 */
	async once(item: number, write: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		if (!this.context.getNode().retryOnFail) return await write();
		const before = this.written.get(item);
		const isUndone = (error: unknown) => error instanceof Failure && error.fate !== 'unknown';
		if (before) {
			// An earlier try can still be at it
			return await before.catch(async (error: unknown) => {
				if (isUndone(error)) return await this.once(item, write);
				throw error;
			});
		}
		const writing = write();
		this.written.set(item, writing);
		writing.catch((error: unknown) => {
			if (isUndone(error)) this.written.delete(item);
		});
		return await writing;
	}

	/** Tells of a wait, once. */
	pause(until: number): void {
		const rest = until - Date.now();
		// Answers that ask for the same pause come one after the other
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
		await wait(this.deadline - Date.now(), this.signal).then(
			() => {
				this.stop(NO_TIME);
			},
			() => undefined,
		);
	}
}
