import {
	type IDataObject,
	type IExecutePaginationFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { Client } from '../client/client';
import { ABANDONED, type Failure } from '../errors/failure';
import { isRead, type Target } from '../shared/target';
import { readAccount } from '../transport/http';
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
	readonly deadline: number;
	unresolved: Failure | undefined;
	private readonly ending = new AbortController();
	/** Ends every wait of the item when the run stops or the item has finished. n8n aborts its request in flight itself. */
	readonly signal: AbortSignal;

	constructor(
		readonly group: Run,
		readonly index: number,
		private readonly context: IExecutePaginationFunctions,
	) {
		this.deadline = group.deadline;
		this.signal = AbortSignal.any([group.signal, this.ending.signal]);
	}

	/**
	 * Does the item's work as soon as the run may start, or returns what an earlier try of Retry On Fail wrote.
	 *
	 * @param work gets a client with the item's own account: n8n resolves the credential's expressions for each item
	 */
	async perform(
		target: Target,
		work: (client: Client) => Promise<IDataObject[]>,
	): Promise<IDataObject[]> {
		const { group: run, index, context } = this;
		const account = await run.connect(index, async () => readAccount(context));
		const client = new Client(context, account, this);
		const write = { item: index, target, accountId: account.id };
		const earlier = isRead(target) ? {} : await run.writes.resume(write);
		if (earlier.records) return earlier.records;
		this.unresolved = earlier.unresolved;
		await run.mayStart(client.state.limiter).catch((reason: unknown) => {
			// A tool's time is over: the failure of its earlier try says more
			throw (run.endedBy === 'time' && run.writes.failures.get(index)) || reason;
		});
		return await (isRead(target)
			? work(client)
			: run.writes.inOrder(write, async () => work(client)));
	}

	/** Blocks the run until the item has finished: its lost create may still be found; if not, the workflow stops. */
	onFinalFailure(): void {
		this.group.block(this.index);
	}

	/**
	 * Notes that the item has failed. n8n shows one failure, so only the item that failed first throws, once all others have
	 * finished. A promise must not reject before n8n has started the last item: nothing handles our rejections yet, and
	 * Node.js would exit on an unhandled one.
	 *
	 * @returns the failure to throw, if it is this item that stops the workflow
	 */
	async fail(failure: Failure): Promise<Failure | undefined> {
		const { group: run, index } = this;
		if (!run.fail(index, failure)) return undefined;
		await run.lastItemStarted;
		if (run.itemCount === 1 || run.endedBy === 'user') return failure;
		await run.othersFinished;
		return failure.adding(run.writes.summary(run.itemCount, index));
	}

	finish(): void {
		this.ending.abort(ABANDONED);
		this.group.finish(this.index);
	}
}
