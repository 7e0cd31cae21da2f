import {
	type IDataObject,
	type IExecutePaginationFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { ABANDONED, STOPPED } from '../errors/ended';
import type { Failure } from '../errors/failure';
import { isRead, type Target } from '../shared/target';
import { Client } from '../transport/client';
import { accountFor } from '../transport/http';
import type { Queue } from '../transport/limiter';
import type { Caller } from '../transport/send';
import { Run } from './run';

/** Keyed by n8n's per-execution object. */
const runs = new WeakMap<object, Run>();

/** The item that n8n starts now, in its run. */
export function startItem(context: IExecutePaginationFunctions): Item {
	const index = context.getItemIndex();
	const execution = executionOf(context);
	let run = runs.get(execution);
	// n8n starts items in order. Each try of Retry On Fail starts all of them again
	if (!run || index <= run.latest) {
		run?.stop(ABANDONED);
		run = new Run(context, run);
		runs.set(execution, run);
	}
	run.start(index);
	return new Item(run, context);
}

/** n8n's object for one execution of a node, through all tries. Calls of a tool can share their agent's: arguments differ. */
function executionOf(context: IExecutePaginationFunctions): object {
	const execution = context.getExecuteData();
	if (execution.node.name === context.getNode().name) return execution;
	return context.getInputData(0, NodeConnectionTypes.AiTool).json;
}

/** One item of a run. It sends the requests of its client. */
export class Item implements Caller {
	readonly index: number;
	readonly queue: Queue;
	readonly deadline: number;
	unresolved: Failure | undefined;
	private readonly ending = new AbortController();
	/** Ends all that it waits for: when the run stops, or it has ended itself. */
	readonly signal: AbortSignal;

	constructor(
		readonly run: Run,
		private readonly context: IExecutePaginationFunctions,
	) {
		this.index = context.getItemIndex();
		this.queue = run;
		this.deadline = run.deadline;
		this.signal = AbortSignal.any([run.signal, this.ending.signal]);
	}

	/** A client with the account of this item: n8n resolves the credential's expressions for each. */
	async connect(): Promise<Client> {
		const account = await this.run.connect(this.index, async () => accountFor(this.context));
		const client = new Client(this.context, account, this);
		this.run.limiters.add(client.service.limiter);
		return client;
	}

	/** Does its work when all items have started. A write is done once in all tries of Retry On Fail. */
	async work(target: Target, work: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { writes } = this.run;
		if (isRead(target)) {
			await this.run.allStarted();
			return await work();
		}
		const earlier = await writes.earlier(this.index, target);
		if (earlier.records) return earlier.records;
		this.unresolved = earlier.unresolved;
		await this.run.allStarted();
		return await writes.write(this.index, work());
	}

	/** The last failure of a write. The report of a lost create is searched for, which holds the run. */
	failed(failure: Failure): void {
		if (failure.details.target?.operation === 'create') this.run.holding.add(this.index);
		else this.fail(failure);
	}

	/** Fails, which can stop the run. */
	fail(failure: Failure): void {
		this.run.fail(this.index, failure);
	}

	/**
	 * What it throws if its failure stops the workflow; undefined if another item does. n8n shows one failure, so only the
	 * item that failed first throws, when all others have settled. A promise must not reject before n8n has started the
	 * last item: nothing handles our rejections yet, and Node.js would exit on an unhandled one.
	 */
	async failureToThrow(failure: Failure): Promise<Failure | undefined> {
		const { lastStarted, othersSettled, items, signal, writes } = this.run;
		await lastStarted;
		if ((this.run.firstToFail ?? this.index) !== this.index) {
			if (failure.mayHaveWritten) this.log(failure.toSentences());
			return undefined;
		}
		if (items === 1 || signal.reason === STOPPED) return failure;
		await othersSettled;
		return failure.adding(`${writes.summary(items, this.index)} ${writes.discarded}`.trim());
	}

	log(line: string): void {
		this.run.log(`Item ${String(this.index)}: ${line}`);
	}

	end(): void {
		this.ending.abort(ABANDONED);
		this.run.settle(this.index);
	}
}
