import type { IDataObject } from 'n8n-workflow';

import { Failure } from './errors/failure';
import type { Prepared } from './input/prepare';
import { pageOf, pageSizeFor } from './list/page';
import { readList } from './list/readList';
import { recordOf } from './shared/record';
import type { Target } from './shared/target';
import { show } from './shared/value';
import type { Client } from './transport/client';

type Sender = Pick<Client, 'send' | 'readPage' | 'account'>;

/** The output of one item: the rows of a list, a record, or a summary of what was done, without passwords. */
export async function recordsOf(prepared: Prepared, client: Sender): Promise<IDataObject[]> {
	const { target, request, simplify, fields } = prepared;
	const shape = (records: IDataObject[]) => {
		const shown = records.map(withoutPassword);
		if (fields.length > 0) return chosen(shown, fields);
		return simplify ? shown.map(simplified) : shown;
	};
	if (target.operation === 'getAll') return shape(await readRows(prepared, client));

	const answer = await client.send(target, request);
	if (target.operation === 'delete') return [{ deleted: true, ...fieldsOf(target) }];
	const record = recordOf(answer);
	return record ? shape([record]) : [{ success: true, ...fieldsOf(target) }];
}

async function readRows(prepared: Prepared, client: Sender): Promise<IDataObject[]> {
	const { target, request, limit } = prepared;
	const qs = { per_page: pageSizeFor(limit), ...request.qs };
	const readPage = async (page: number) =>
		pageOf(await client.readPage(target, { ...request, qs }, page), page);
	const identifier = target.resource === 'project' ? 'project' : 'id';
	return await readList(readPage, { limit, identifier, atOnce: client.account.requestsAtOnce });
}

/** The chosen fields of each record. Throws if every item would be empty. */
function chosen(records: IDataObject[], fields: string[]): IDataObject[] {
	const found = records.map((record) => {
		const present = fields.filter((field) => Object.hasOwn(record, field));
		return Object.fromEntries(present.map((field) => [field, record[field]]));
	});
	if (records.length === 0 || found.some((record) => Object.keys(record).length > 0)) return found;
	const names = new Set(records.flatMap((record) => Object.keys(record)));
	throw new Failure(
		`None of these fields exist: ${show(fields.join(', '))}`,
		`Choose from these: ${[...names].join(', ')}.`,
		{ fate: 'refused' },
	);
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
