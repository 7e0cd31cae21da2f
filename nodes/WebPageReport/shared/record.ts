import type { IDataObject } from 'n8n-workflow';

import { isObject, toText } from './value';

/** Whether a value has an ID or a project, not a complaint about one: `{ id: "No report has this ID." }`. */
export function isNamed(value: unknown): boolean {
	return isObject(value) && /^\S+$/.test(toText(value.id) || toText(value.project));
}

/**
 * Whether a value is clearly a report or a project, not a complaint about a field: `{ url: ["…"] }`,
 * `{ url: "It cannot be reached." }`.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return isNamed(value) || (isObject(value) && /^\S*(\.\w|:\/)\S*$/.test(toText(value.url)));
}

/** Fields in which a response describes itself, not a record. */
const ABOUT_ITSELF =
	/^(@.*|hydra:.*|code|data|deleted|description|detail|errors?|(error_?)?messages?|msg|ok|path|reason|status(_?code)?|success|time(stamp)?|title|type|(request|trace)_?id)$/i;

/**
 * The rows of a list, bare or under `data`: docs/openapi.yaml leaves this open. No body (204) means an empty list;
 * undefined if it holds something other than a list.
 */
export function rowsIn(body: unknown): unknown[] | undefined {
	const isWrapped = isObject(body) && 'data' in body;
	const rows = isWrapped ? body.data : body;
	if (Array.isArray(rows)) return rows as unknown[];
	// { success: true, data: { data: […] } }
	if (isWrapped && isObject(rows) && 'data' in rows) return rowsIn(rows);
	const isEmptyObject = isWrapped && isObject(rows) && Object.keys(rows).length === 0;
	return isEmptyObject || (rows ?? '') === '' ? [] : undefined;
}

/**
 * One record: bare, under `data`, or alone in a list. Undefined if the response holds none, or is a page of a list, e.g.
 * because something in between turned a write into a read.
 */
export function recordOf(body: unknown): IDataObject | undefined {
	const data = isEnvelope(body) ? body.data : body;
	// Figures, because APIs put a `meta` beside a single record, too
	const parts = isObject(body) ? [body, body.meta, body.links, body.pagination] : [];
	const hasFigures = parts.filter(isObject).some((part) => 'total' in part || 'per_page' in part);
	const isPage = Array.isArray(data) && hasFigures;
	const [record, ...others] = (Array.isArray(data) ? data : [data]) as unknown[];
	// Several records do not answer a request about one
	if (isPage || others.length > 0) return undefined;
	// { success: true, report: { … } }
	const isBare = !isObject(record) || 'id' in record || 'url' in record || 'project' in record;
	const inner = isBare ? [] : Object.values(record).filter(isRecord);
	if (inner.length === 1) return inner[0] as IDataObject;
	const isField = ([name, value]: [string, unknown]) =>
		name === 'result' ? isObject(value) : !ABOUT_ITSELF.test(name);
	const isFilled = isObject(record) && Object.entries(record).some(isField);
	return isFilled ? (record as IDataObject) : undefined;
}

/** A response with a record under `data`. A bare record may have a `data` field, and an envelope its own ID. */
function isEnvelope(body: unknown): body is { data: unknown } {
	if (!isObject(body) || !('data' in body) || 'url' in body || 'project' in body) return false;
	return !('id' in body) || [body.data].flat().slice(0, 1).some(isRecord);
}
