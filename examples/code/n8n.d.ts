import type { DateTime } from 'luxon';

/** A report, or with Continue what went wrong. If n8n cannot run the node, its input. */
export interface Answer {
	id?: number;
	url?: string;
	project?: string;
	result?: string | number | null;
	generated_at?: string | number | null;
	results?: Record<string, { passed?: boolean | number; importance?: unknown } | null>;
	error?: string;
	message?: string;
}

export interface Item<Json> {
	json: Json;
}

interface Items<Json> {
	all(): Array<Item<Json>>;
	first(): Item<Json>;
}

/**
 * What n8n provides to code.
 *
 * `Input` is the JSON of the items that arrive, `Nodes` that of the items of other nodes, `Memory` what n8n stores
 * between executions.
 */
export interface N8n<Input, Nodes = object, Memory = object> {
	$input: Items<Input>;
	$: <Name extends keyof Nodes>(name: Name) => Items<Nodes[Name]>;
	$getWorkflowStaticData: (type: 'global') => Memory;
	$now: DateTime<true>;
	DateTime: typeof DateTime;
}
