import type { IDataObject } from 'n8n-workflow';

import { Failure } from './failure';

/**
 * The rows of a list, bare or under `data` (interface document, section 4.8, leaves this open).
 *
 * @throws {Failure} where the answer is not a list
 */
export function rowsOf(body: unknown): IDataObject[] {
	const rows = isObject(body) && 'data' in body ? body.data : body;
	if (!Array.isArray(rows)) {
		throw new Failure(
			'The service answered with something other than a list',
			'Check that Base URL in the credential is the address of the API, usually ending in /api/v1.',
		);
	}
	return rows.map(toJson);
}

/** One record, bare, under `data` or alone in a list; undefined where the answer holds none. */
export function recordOf(body: unknown): IDataObject | undefined {
	const data = isEnvelope(body) ? body.data : body;
	// A list of several is no answer about one
	const [record, ...others] = (Array.isArray(data) ? data : [data]) as unknown[];
	if (others.length > 0) return undefined;
	return isObject(record) && Object.keys(record).length > 0 ? (record as IDataObject) : undefined;
}

/** An answer with a record under `data`. A bare record may have a field of that name, an envelope an ID of its own. */
function isEnvelope(body: unknown): body is { data: unknown } {
	if (!isObject(body) || !('data' in body)) return false;
	const [first] = [body.data].flat();
	return !isRecord(body) && (!('id' in body) || isRecord(first));
}

/** The fields that a report or a project has, and no envelope (interface document, section 2). */
const FIELDS = ['url', 'project', 'result', 'privacy', 'generated_at'];

/** Whether something is surely a report or a project. */
export function isRecord(value: unknown): boolean {
	return isObject(value) && FIELDS.some((field) => field in value);
}

/** A record without nested details; whole where nothing but nested details would be left out. */
export function simplified(record: IDataObject): IDataObject {
	const single = Object.entries(record).filter(
		([, value]) => value === null || typeof value !== 'object',
	);
	return single.length > 0 ? Object.fromEntries(single) : record;
}

/** What n8n can hold as an item: an object. */
function toJson(row: unknown): IDataObject {
	return (isObject(row) ? row : { value: row }) as IDataObject;
}

/** A single value as a text; empty where there is no value, or more than one. */
export function toText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** Whether a value is an object with fields, as opposed to a list or a single value. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
