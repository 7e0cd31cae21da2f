import {
	type IDataObject,
	type IExecutePaginationFunctions,
	NodeConnectionTypes,
	sleep,
} from 'n8n-workflow';

import { Failure } from './failure';
import { ATTENTION, type Check, Pause, wait } from './pause';
import { LONGEST_WAIT, persist } from './persist';
import { Turns } from './turns';
import { Written } from './written';

/** What n8n is about to do with a node. */
export interface Plan {
	/** How many items there are. */
	items: number;
	/** Whether n8n begins all of them in one go, as it does without Batching. */
	atOnce: boolean;
	/** Whether nothing more is to be sent once something has failed. */
	stopOnFailure: boolean;
	/** How soon n8n runs the node again where something has failed, in milliseconds; undefined where it does not. */
	retryAfter: number | undefined;
	/** Whether n8n is done with the node already. */
	isOver: () => boolean;
}

/** What n8n adds to the parameters of every declarative node, as far as it matters here. */
interface RequestOptions {
	batching?: { batch?: { batchInterval?: number } };
}

/** Why an item ends that nobody waits for any more: another one has failed, or n8n has given up. */
const NOT_WANTED = new Failure(
	'n8n has stopped before this item could begin',
	'Nothing was sent for it.',
);

/** What all items of one run of a node share. Retry On Fail begins another run. */
export class Run {
	private readonly turns = new Turns();

	private readonly pause = new Pause();

	/** The item that n8n has begun last, and how many it has begun. */
	private latest = -1;

	private begun = 0;

	/** The item whose failure stops the workflow. */
	private culprit: number | undefined;

	/** Over when n8n has begun all items. */
	private readonly whole: Promise<void>;

	private complete: () => void = () => undefined;

	/** Whether n8n has begun another try. */
	private isSuperseded = false;

	/** The items that have ended, well or not. */
	private readonly ended = new Set<number>();

	/** @param written what the runs of one execution have written */
	constructor(
		private readonly plan: Plan,
		readonly written = new Written(),
	) {
		this.whole = new Promise((resolve) => (this.complete = resolve));
	}

	/** Notes that n8n has begun another try. */
	supersede(): void {
		this.isSuperseded = true;
	}

	/** Whether an item still is to begin in this run: n8n begins them in order, and with each try anew. */
	awaits(item: number): boolean {
		return item > this.latest;
	}

	/** Notes that n8n has begun an item. */
	begin(item: number): void {
		this.latest = item;
		if (++this.begun === this.plan.items) this.complete();
	}

	/**
	 * Waits until every item that n8n begins in one go has begun, and so has been checked.
	 *
	 * @throws {Failure} where nothing is to be sent for this item any more: one that began with it has
	 *   failed, or n8n has given up before the last one, as it does where an expression fails, most
	 *   versions even where it is to continue
	 */
	async ready(): Promise<void> {
		await sleep(0);
		const { items, atOnce, stopOnFailure, retryAfter } = this.plan;
		if (atOnce && this.begun < items) {
			if (stopOnFailure) throw NOT_WANTED;
			// Whether n8n has given up, or goes on without the failed item, shows when it does not try again
			if (retryAfter !== undefined) await wait(retryAfter + ATTENTION, this.check);
		}
		this.check();
	}

	/**
	 * Sends a request when its turn has come, until its fate is known.
	 *
	 * @param attempt sends the request once
	 * @param signal tells that the workflow has been stopped
	 * @returns the body of the answer
	 * @throws {Failure} for this request, or because nobody waits for it any more
	 */
	async send(
		item: number,
		isRead: boolean,
		attempt: () => Promise<unknown>,
		signal: AbortSignal | undefined,
	): Promise<unknown> {
		const { pause } = this;
		const check: Check = () => {
			this.check();
			// A page that has failed ends its list, and the other pages of that with it
			if (this.ended.has(item)) throw NOT_WANTED;
			if (!signal?.aborted) return;
			throw new Failure('The workflow was stopped', 'Nothing was sent for this item any more.');
		};
		return await this.turns.take(async () => {
			const answer = persist(attempt, { isRead, pause, check, patience: LONGEST_WAIT });
			// Before the next in line is let out
			answer.catch(() => {
				this.fail(item);
			});
			return await answer;
		});
	}

	/** Notes that an item has failed. Where that stops the workflow, nothing more is sent. */
	fail(item: number): void {
		if (this.plan.stopOnFailure) this.culprit ??= item;
	}

	/** Notes that an item has ended: whatever it still waits for, is not sent. */
	end(item: number): void {
		this.ended.add(item);
	}

	/** Does a write, unless an earlier try has done it, or may have. See {@link Written.once}. */
	async once(item: number, write: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const retries = this.plan.retryAfter !== undefined;
		return await (retries ? this.written.once(item, write) : write());
	}

	/**
	 * Ends an item that has failed where that stops the workflow. n8n reports the failed item that
	 * stands first in its list; so that this is the one that failed first, all others end without a
	 * failure. And n8n listens to none of them until it has begun the last.
	 *
	 * @returns whether this item is the one to report
	 */
	async isToReport(item: number, failure: Failure): Promise<boolean> {
		if (failure !== NOT_WANTED) this.fail(item);
		if (this.culprit !== item) return false;
		await this.whole;
		await sleep(0);
		return true;
	}

	/** @throws {Failure} where another item has stopped the workflow, or n8n has given up */
	private readonly check: Check = () => {
		const { items, isOver } = this.plan;
		const isGivenUp = this.begun < items && (this.isSuperseded || isOver());
		if (this.culprit !== undefined || isGivenUp) throw NOT_WANTED;
	};
}

const runs = new WeakMap<object, Run>();

/** The run that an item belongs to, which n8n is beginning now. */
export function joinRun(context: IExecutePaginationFunctions): Run {
	const item = context.getItemIndex();
	const execution = executionOf(context);
	let run = runs.get(execution);
	if (!run?.awaits(item)) {
		run?.supersede();
		run = new Run(planOf(context), run?.written);
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

/** What n8n is about to do: it runs a tool, and a node with Execute Once, for one item whatever there is. */
function planOf(context: IExecutePaginationFunctions): Plan {
	const { executeOnce, retryOnFail, type, waitBetweenTries = 0 } = context.getNode();
	const { main } = context.getExecuteData().data;
	const { batching } = context.getNodeParameter('requestOptions', {}) as RequestOptions;
	const runsBefore = runsOf(context);
	return {
		items: executeOnce || type.endsWith('Tool') ? 1 : (main?.[0]?.length ?? 1),
		atOnce: !(Number(batching?.batch?.batchInterval) > 0),
		stopOnFailure: !context.continueOnFail(),
		// As n8n does: a second where nothing is set, five at the most
		retryAfter: retryOnFail ? Math.min(waitBetweenTries || 1000, 5000) : undefined,
		isOver: () => runsOf(context) > runsBefore,
	};
}

/** The number of the last run of this node that n8n has brought to its end, from 0 on. */
function runsOf(context: IExecutePaginationFunctions): number {
	const { $node } = context.getWorkflowDataProxy(context.getItemIndex()) as {
		$node: Record<string, { runIndex: number } | undefined>;
	};
	return $node[context.getNode().name]?.runIndex ?? -1;
}
