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
	results?: Record<string, { passed?: boolean | number; importance?: unknown } | null>;
}

/** What Web Page Report outputs with Continue: a report, an error, or its input if n8n cannot run it. */
export interface Answer extends Partial<Report> {
	error?: string;
	message?: string;
	success?: boolean;
	deleted?: boolean;
	privacy?: number | string;
}

/** A row of the table in *Audit on request*: what became of one page that a call asked for. */
export interface Audit {
	id: number;
	/** The key of the page. */
	page: string;
	url: string;
	state: 'pending' | 'new' | 'known' | 'failed' | 'capped' | 'unread';
	result: string;
	report: string;
	/** The date of its report. */
	analysed: string;
	problem: string;
	createdAt: string;
	updatedAt: string;
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
