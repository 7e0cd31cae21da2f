import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { isTool } from '../shared/tool';

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
	/** How long somebody waits for all of it, in milliseconds; undefined where they do as long as it takes. */
	patience: number | undefined;
	/** Whether n8n is done with the node already. */
	hasEnded: () => boolean;
}

/** How long an agent waits for a tool, in milliseconds: clients of MCP give up after a minute. */
const TOOL_PATIENCE = 45_000;

/** What n8n adds to the parameters of every declarative node, as far as it matters here. */
interface RequestOptions {
	batching?: { batch?: { batchInterval?: number } };
}

/** What n8n is about to do: it runs a tool, and a node with Execute Once, for one item whatever there is. */
export function planOf(context: IExecutePaginationFunctions): Plan {
	const node = context.getNode();
	const { executeOnce, retryOnFail, waitBetweenTries = 0 } = node;
	const { main } = context.getExecuteData().data;
	const { batching } = context.getNodeParameter('requestOptions', {}) as RequestOptions;
	const runsBefore = lastRunOf(context);
	return {
		items: executeOnce || isTool(node) ? 1 : (main?.[0]?.length ?? 1),
		atOnce: !(Number(batching?.batch?.batchInterval) > 0),
		stopOnFailure: !context.continueOnFail(),
		// As n8n does: a second where nothing is set, five at the most
		retryAfter: retryOnFail ? Math.min(waitBetweenTries || 1000, 5000) : undefined,
		patience: isTool(node) ? TOOL_PATIENCE : undefined,
		hasEnded: () => lastRunOf(context) > runsBefore,
	};
}

/** The number of the last run of this node that n8n has brought to its end, from 0 on. */
function lastRunOf(context: IExecutePaginationFunctions): number {
	const { $node } = context.getWorkflowDataProxy(context.getItemIndex()) as {
		$node: Record<string, { runIndex: number } | undefined>;
	};
	return $node[context.getNode().name]?.runIndex ?? -1;
}
