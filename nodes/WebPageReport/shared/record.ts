import type { IDataObject } from 'n8n-workflow';

import { isObject, toText } from './value';

/**
 * Whether something is surely a report or a project (interface document, section 2). A complaint about a field is none:
 * `{ url: ["…"] }`, `{ url: "It cannot be reached." }`.
 */
export function isRecord(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { id, url, project } = value;
	return toText(id) !== '' || toText(project) !== '' || /^\S*(\.\w|:\/)\S*$/.test(toText(url));
}

/** The fields in which an answer speaks of itself. */
const ABOUT_ITSELF =
	/^(@.*|hydra:.*|code|data|deleted|description|detail|errors?|(error_?)?messages?|msg|ok|path|reason|status(_?code)?|success|time(stamp)?|title|type|(request|trace)_?id)$/i;

/** The ID of a report as a text. It is empty if the report has none. */
export function idOf({ id }: IDataObject): string {
	return toText(id);
}

/**
 * The rows of a list, bare or under `data` (interface document, section 4.8, leaves this open), none if the answer is
 * empty or has nothing under `data`. Undefined if it holds something other than a list.
 */
export function rowsIn(body: unknown): unknown[] | undefined {
	const isWrapped = isObject(body) && 'data' in body;
	const rows = isWrapped ? body.data : body;
	if (Array.isArray(rows)) return rows as unknown[];
	// { success: true, data: { data: […] } }
	if (isWrapped && isObject(rows) && 'data' in rows) return rowsIn(rows);
	const isEmpty =
		(rows ?? '') === '' || (isWrapped && isObject(rows) && Object.keys(rows).length === 0);
	return isEmpty ? [] : undefined;
}

/** One record: bare, under `data`, or alone in a list. Undefined if the answer holds none, or only speaks of itself. */
export function recordOf(body: unknown): IDataObject | undefined {
	const data = isEnvelope(body) ? body.data : body;
	// A list of several is no answer about one
	const [record, ...others] = (Array.isArray(data) ? data : [data]) as unknown[];
	if (others.length > 0) return undefined;
	// { success: true, report: { … } }
	const isBare = !isObject(record) || 'id' in record || 'url' in record || 'project' in record;
	const inner = isBare ? [] : Object.values(record).filter(isRecord);
	if (inner.length === 1) return inner[0] as IDataObject;
	const isField = ([name, value]: [string, unknown]) =>
		name === 'result' ? isObject(value) : !ABOUT_ITSELF.test(name);
	const isFilled = isObject(record) && Object.entries(record).some(isField);
	return isFilled ? (record as IDataObject) : undefined;
}

/** An answer with a record under `data`. A bare record may have a field of that name, an envelope an ID of its own. */
function isEnvelope(body: unknown): body is { data: unknown } {
	if (!isObject(body) || !('data' in body) || 'url' in body || 'project' in body) return false;
	return !('id' in body) || [body.data].flat().slice(0, 1).some(isRecord);
}
