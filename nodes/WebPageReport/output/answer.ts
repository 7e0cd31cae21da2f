import type { IDataObject } from 'n8n-workflow';

import { checkBaseUrl } from '../errors/advice';
import { Failure } from '../errors/failure';
import { rowsIn } from '../shared/record';
import type { Target } from '../shared/target';
import { isObject } from '../shared/value';

/**
 * The rows of a list, as n8n can hold them.
 *
 * @throws {Failure} where the answer is not a list
 */
export function rowsOf(body: unknown, target?: Target): IDataObject[] {
	const rows = rowsIn(body);
	if (!rows) {
		throw new Failure('The service returned something other than a list', checkBaseUrl(target));
	}
	return rows.map(toJson);
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
