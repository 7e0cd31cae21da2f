import type { IDataObject } from 'n8n-workflow';

import { isObject, toText } from './value';

/** Whether something is surely a report or a project (interface document, section 2). */
export function isRecord(value: unknown): boolean {
	return isObject(value) && ['id', 'url', 'project'].some((field) => field in value);
}

/** The ID of a report as a text. It is empty if the report has none. */
export function idOf({ id }: IDataObject): string {
	return toText(id);
}

/**
 * The rows of a list, bare or under `data` (interface document, section 4.8, leaves this open);
 * undefined if the answer holds no list.
 */
export function rowsIn(body: unknown): unknown[] | undefined {
	const rows = isObject(body) && 'data' in body ? body.data : body;
	return Array.isArray(rows) ? rows : undefined;
}

/** One record: bare, under `data`, or alone in a list. Undefined if the answer holds none. */
export function recordOf(body: unknown): IDataObject | undefined {
	const data = isEnvelope(body) ? body.data : body;
	// A list of several is no answer about one
	const [record, ...others] = (Array.isArray(data) ? data : [data]) as unknown[];
	if (others.length > 0) return undefined;
	return isObject(record) && Object.keys(record).length > 0 ? (record as IDataObject) : undefined;
}

/** An answer with a record under `data`. A bare record may have a field of that name, an envelope an ID of its own. */
function isEnvelope(body: unknown): body is { data: unknown } {
	if (!isObject(body) || !('data' in body) || 'url' in body || 'project' in body) return false;
	return !('id' in body) || [body.data].flat().slice(0, 1).some(isRecord);
}
