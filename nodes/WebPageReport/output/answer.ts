import type { IDataObject } from 'n8n-workflow';

import { CHECK_BASE_URL } from '../errors/advice';
import { Failure } from '../errors/failure';
import { isRecord } from '../shared/record';
import { isObject } from '../shared/value';

/**
 * The rows of a list, bare or under `data` (interface document, section 4.8, leaves this open).
 *
 * @throws {Failure} where the answer is not a list
 */
export function rowsOf(body: unknown): IDataObject[] {
	const rows = isObject(body) && 'data' in body ? body.data : body;
	if (!Array.isArray(rows)) {
		throw new Failure('The service answered with something other than a list', CHECK_BASE_URL);
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
