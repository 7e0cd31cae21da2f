import {
	type IDataObject,
	type IExecutePaginationFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { ABANDONED } from '../errors/ended';
import type { Failure } from '../errors/failure';
import { isRead, type Target } from '../shared/target';
import { Client } from '../transport/client';
import { readAccount } from '../transport/http';
import type { RequestGroup } from '../transport/limiter';
import type { Caller } from '../transport/send';
import { Run } from './run';

/** Keyed by n8n's per-execution object. */
const runs = new WeakMap<object, Run>();

/** The item that n8n is starting, with the run it belongs to. */
export function startItem(context: IExecutePaginationFunctions): Item {
	const index = context.getItemIndex();
	const execution = executionOf(context);
	let run = runs.get(execution);
	// n8n starts items in order. Each try of Retry On Fail starts all of them again
	if (!run || index <= run.latestIndex) {
		run?.stop(ABANDONED);
		run = new Run(context, run);
		runs.set(execution, run);
	}
	run.start(index);
	return new Item(run, index, context);
}

/** Keys a run: n8n's object for one execution of a node, the same in all tries; for a tool, the call's own input. */
function executionOf(context: IExecutePaginationFunctions): object {
	const execution = context.getExecuteData();
	if (execution.node.name === context.getNode().name) return execution;
	return context.getInputData(0, NodeConnectionTypes.AiTool).json;
}

/** One item of a run: the caller of its client. */
export class Item implements Caller {
	readonly group: RequestGroup;
	readonly deadline: number;
	unresolved: Failure | undefined;
	private readonly ending = new AbortController();
	/** Ends every wait of the item when the run stops or the item has finished. n8n aborts its request in flight itself. */
	readonly signal: AbortSignal;

	constructor(
		readonly run: Run,
		readonly index: number,
		private readonly context: IExecutePaginationFunctions,
	) {
		this.group = run;
		this.deadline = run.deadline;
		this.signal = AbortSignal.any([run.signal, this.ending.signal]);
	}

	/** A client with its own account: n8n resolves the credential's expressions for each item. */
	async connect(): Promise<Client> {
		const { run, context } = this;
		// One at a time, to spare n8n's database
		const reading = run.connecting.then(async () => readAccount(context));
		run.connecting = reading.then(() => undefined, this.fail.bind(this));
		const client = new Client(context, await reading, this);
		run.limiters.add(client.state.limiter);
		return client;
	}

	/** Does the item's work as soon as the run may start, or returns what an earlier try of Retry On Fail wrote. */
	async perform(target: Target, work: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { run, index } = this;
		const earlier = isRead(target) ? {} : await run.writes.resume(index, target);
		if (earlier.records) return earlier.records;
		this.unresolved = earlier.unresolved;
		await run.allStarted().catch((reason: unknown) => {
			// A tool's time is over: the failure of its earlier try says more
			throw (run.endedBy === 'time' && run.writes.failures.get(index)) || reason;
		});
		return await (isRead(target) ? work() : run.writes.write(index, target, work));
	}

	/** Blocks the run until the item has finished: its lost create may still be found; if not, the workflow stops. */
	onFinalFailure(): void {
		this.run.blockedBy.add(this.index);
	}

	fail(failure: Failure): void {
		this.run.fail(this.index, failure);
	}

	/**
	 * The failure to throw if it is this item that stops the workflow; undefined if it is another. n8n shows one failure,
	 * so only the item that failed first throws, once all others have finished. A promise must not reject before n8n has
	 * started the last item: nothing handles our rejections yet, and Node.js would exit on an unhandled one.
	 */
	async failureToThrow(failure: Failure): Promise<Failure | undefined> {
		const { run, index } = this;
		await run.lastItemStarted;
		if ((run.firstToFail ?? index) !== index) {
			if (failure.mayHaveWritten) this.log(failure.toSentences());
			return undefined;
		}
		if (run.itemCount === 1 || run.endedBy === 'user') return failure;
		await run.othersFinished;
		return failure.adding(run.writes.summary(run.itemCount, index));
	}

	log(line: string): void {
		this.run.log(`Item ${String(this.index)}: ${line}`);
	}

	finish(): void {
		this.ending.abort(ABANDONED);
		this.run.finish(this.index);
	}
}
