import type { IDataObject } from 'n8n-workflow';

import type { Client } from './client/client';
import type { Prepared } from './input/prepare';
import { pageOf, pageSizeFor } from './list/page';
import { readList } from './list/readList';
import type { Target } from './shared/target';

type Sender = Pick<Client, 'request' | 'requestPage' | 'account'>;

/** The output of one item: the rows of a list, a record, or a summary of what was done, without passwords. */
export async function recordsOf(prepared: Prepared, client: Sender): Promise<IDataObject[]> {
	const { target, request, simplify, fields } = prepared;
	const shape = (records: IDataObject[]) => {
		const shown = records.map(withoutPassword);
		if (fields.length > 0) return chosen(shown, fields);
		return simplify ? shown.map(simplified) : shown;
	};
	if (target.operation === 'getAll') return shape(await listRows(prepared, client));

	const record = await client.request(target, request);
	if (target.operation === 'delete') return [{ deleted: true, ...fieldsOf(target) }];
	return record ? shape([record]) : [{ success: true, ...fieldsOf(target) }];
}

async function listRows(prepared: Prepared, client: Sender): Promise<IDataObject[]> {
	const { target, request, limit } = prepared;
	const qs: IDataObject = { per_page: pageSizeFor(limit), ...request.qs };
	const requestPage = async (page: number) =>
		pageOf(await client.requestPage(target, { ...request, qs }, page), page);
	return await readList(requestPage, {
		limit,
		pageSize: Number(qs.per_page),
		identifier: target.resource === 'project' ? 'project' : 'id',
		atOnce: client.account.requestsAtOnce,
	});
}

/** The chosen fields of each record; the records as they are if none of them has any. */
function chosen(records: IDataObject[], fields: string[]): IDataObject[] {
	const found = records.map((record) => {
		const present = fields.filter((field) => Object.hasOwn(record, field));
		return Object.fromEntries(present.map((field) => [field, record[field]]));
	});
	return found.some((record) => Object.keys(record).length > 0) ? found : records;
}

/** A record without nested details, unless it has nothing else. */
function simplified(record: IDataObject): IDataObject {
	const single = Object.entries(record).filter(
		([, value]) => value === null || typeof value !== 'object',
	);
	return single.length > 0 ? Object.fromEntries(single) : record;
}

/** A record without the report's password. A boolean that says whether there is one is kept. */
function withoutPassword(record: IDataObject): IDataObject {
	if (!('password' in record) || typeof record.password === 'boolean') return record;
	return Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'password'));
}

/** What a request was about: `id`, `project` or `url`. */
function fieldsOf({ resource, operation, identifier = '', url }: Target): IDataObject {
	if (operation === 'create') return { url };
	if (resource === 'project') return { project: identifier };
	const number = Number(identifier);
	// A number, as in all other output, unless that would round it
	const isExact = Number.isSafeInteger(number) && String(number) === identifier;
	return { id: isExact ? number : identifier };
}
