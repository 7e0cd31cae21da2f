import type { DateTime } from 'luxon';

/** What a report service rates a page. */
export type Result = string | number | null | undefined;

/** A report, as Web Page Report lists it. */
export interface Report {
	id: number;
	url: string;
	project?: string;
	result?: Result;
	generated_at?: string | number | null;
	results?: Record<string, { passed?: boolean | number } | null>;
}

/** What Web Page Report outputs with Continue: a report, an error, or its input if n8n cannot run it. */
export interface Answer extends Partial<Report> {
	error?: string;
	message?: string;
	success?: boolean;
	deleted?: boolean;
	privacy?: number | string;
}

export interface Item<Json> {
	json: Json;
	pairedItem?: number;
}

interface Items<Json> {
	all(): Array<Item<Json>>;
	first(branch?: number): Item<Json>;
	isExecuted: boolean;
}

/**
 * What n8n provides to code.
 *
 * `Input` is the JSON of the items that arrive, `Nodes` that of the items of other nodes, `Memory` what n8n stores
 * between executions.
 */
export interface N8n<Input, Nodes = object, Memory = object> {
	$input: Items<Input>;
	$json: Input;
	$: <Name extends keyof Nodes>(name: Name) => Items<Nodes[Name]>;
	$getWorkflowStaticData: (type: 'global') => Memory;
	$execution: { id: string };
	$runIndex: number;
	$now: DateTime<true>;
	DateTime: typeof DateTime;
}
