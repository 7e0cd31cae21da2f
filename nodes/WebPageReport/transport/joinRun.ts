import { type IExecutePaginationFunctions, NodeConnectionTypes } from 'n8n-workflow';

import { planOf } from './plan';
import { Run } from './run';

const runs = new WeakMap<object, Run>();

/** The run that an item belongs to, which n8n is beginning now. */
export function joinRun(context: IExecutePaginationFunctions): Run {
	const item = context.getItemIndex();
	const execution = executionOf(context);
	let run = runs.get(execution);
	if (!run?.progress.awaits(item)) {
		run?.progress.supersede();
		run = new Run(planOf(context), logOf(context), run);
		runs.set(execution, run);
	}
	run.progress.begin(item);
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

/** Writes lines into the log of n8n, each with the name of the node. */
function logOf(context: IExecutePaginationFunctions): (line: string) => void {
	return (line) => {
		context.logger.info(`Web Page Report, node "${context.getNode().name}": ${line}`);
	};
}
