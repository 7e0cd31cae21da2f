import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { parsed } from './json';

/** What a response body holds. docs/openapi.yaml leaves its form open. */
export interface Content {
	/** The objects around the record or the rows, outermost first. */
	envelopes: Array<Record<string, unknown>>;
	/** The rows of a list. Null or `{}` in their place is an empty list. */
	rows?: unknown[];
	/** One report or project. */
	record?: IDataObject;
	/** Text that is not JSON, such as a web page. */
	text?: string;
	/** Whether there is no body at all. */
	isEmpty: boolean;
}

/** Reads a body as n8n has parsed it. A list or a record may be bare, under `data`, or under `data.data`. */
export function contentOf(body: unknown): Content {
	let inner = typeof body === 'string' ? parsed(body) : body;
	if (inner === undefined || (typeof inner === 'string' && inner.trim() === '')) {
		return { envelopes: [], rows: [], isEmpty: true };
	}
	if (typeof inner === 'string') return { envelopes: [], text: inner, isEmpty: false };
	const content: Content = { envelopes: [], isEmpty: false };
	while (isObject(inner) && 'data' in inner && !isWhole(inner)) {
		content.envelopes.push(inner);
		inner = inner.data;
	}
	const isNothing = inner === null || (isObject(inner) && Object.keys(inner).length === 0);
	if (Array.isArray(inner) || isNothing) content.rows = isNothing ? [] : (inner as unknown[]);
	else if (isRecord(inner)) content.record = inner as IDataObject;
	else if (isObject(inner)) content.envelopes.push(inner);
	return content;
}

/** Whether a value is a report or a project, not a complaint about a field: `{ url: ["…"] }`, `{ id: "It is wrong." }`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return isObject(value) && [value.id, value.project].some(isKey);
}

/** Whether a value is a report with more than its ID, which an envelope may have, too. */
export function isWhole(value: unknown): value is { id: unknown; url: unknown } {
	return isObject(value) && isKey(value.id) && isKey(value.url);
}

function isKey(value: unknown): boolean {
	return /^(?!(0|false)$)\S+$/.test(toText(value));
}

/** Whether text is HTML or XML. */
export function isMarkup(text = ''): boolean {
	return /^\s*</.test(text);
}

const NEVER = /(?!)/;

/**
 * What a field says about the request: its name in lower case without `_`, and the values that mean yes and no. Any other
 * value, and any other field, says nothing.
 */
const FIELDS: Array<[name: RegExp, yes: RegExp, no: RegExp]> = [
	[/^((is)?success(ful)?|succeeded|ok|deleted|updated)$/, /^(true|1)$/, /^(false|0)$/],
	[/^(result|data)$/, NEVER, /^(false|0|error|fail(ed|ure)?)$/],
	[/^status$/, /^(true|success|ok|deleted)$/, /^(false|error|fail(ed|ure)?)$/],
	// Zero is success for gin and failure for ThinkPHP; one is the reverse
	[/^((status|err(or)?)?code|status|errno)$/, NEVER, /^(?!(0+|1|2\d\d)$)-?\d+$/],
];

/** What a body says about its request; undefined if it says neither. */
export type Said = 'yes' | 'no' | 'both' | undefined;

/**
 * What a body says about its request, in its fields. In a whole record, only `success` and
 * `ok` speak of the request: status, code and error are those of the page. After a delete, all do.
 */
export function saidIn({ envelopes, record }: Content, { operation }: Target): Said {
	const isOfPage = isWhole(record) && operation !== 'delete';
	const speaker = isOfPage ? { success: record.success, ok: record.ok } : record;
	const fields = [...envelopes, speaker ?? {}]
		.flatMap((part) => Object.entries<unknown>(part))
		.map(([name, value]) => ({ name: name.toLowerCase().replaceAll('_', ''), value }));
	const says = (name: RegExp, said: RegExp) =>
		fields.some((field) => name.test(field.name) && said.test(toText(field.value).toLowerCase()));
	const isYes = FIELDS.some(([name, yes]) => says(name, yes));
	const isError = fields.some(({ name, value }) => /^errors?$/.test(name) && holdsError(value));
	if (isError || FIELDS.some(([name, , no]) => says(name, no))) return isYes ? 'both' : 'no';
	// Often just the status of the response
	return isYes || says(/^status$|^(status)?code$/, /^2\d\d$/) ? 'yes' : undefined;
}

/** Whether `error` or `errors` holds something. One whose own code is a success, `{ code: 0, message: "Done" }`, does not. */
function holdsError(error: unknown): boolean {
	if (typeof error !== 'object' || error === null) {
		return !/^(0|false|none|null)?$/i.test(toText(error).trim());
	}
	const { code, status } = error as Record<string, unknown>;
	if ([code, status].some((said) => /^(0+|2\d\d)$/.test(toText(said)))) return false;
	return Object.values(error).some(holdsError);
}
