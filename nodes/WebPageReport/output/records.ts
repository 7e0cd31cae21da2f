import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { checkBaseUrl } from '../errors/advice';
import { Failure } from '../errors/failure';
import { withoutPassword } from '../errors/secrets';
import type { Prepared } from '../input/prepare';
import { recordOf } from '../shared/record';
import { shortNameOf, type Target } from '../shared/target';
import { simplified } from './answer';
import { pageSizeFor } from './extent';
import { readPages } from './pages';

/** How the requests of an item leave. */
export interface Sender {
	/**
	 * Sends a request until its fate is known, and gives the body of the answer.
	 *
	 * @param otherwise what a failure counts as an answer for, and which
	 */
	send: (
		request: IHttpRequestOptions,
		otherwise?: (failure: unknown) => unknown,
	) => Promise<unknown>;
	/** How many of them are under way at once, at the most. */
	atOnce: number;
}

/**
 * What comes out for one item: the rows of a list, a record, or what there is to say where the answer
 * holds none. No password of a report does.
 */
export async function recordsOf(prepared: Prepared, sender: Sender): Promise<IDataObject[]> {
	const { target, request, simplify } = prepared;
	const shape = (record: IDataObject) => withoutPassword(simplify ? simplified(record) : record);
	if (target.operation === 'getAll') return (await readRows(prepared, sender)).map(shape);

	const answer = await sender.send(request);
	if (target.operation === 'delete') return [{ deleted: true, ...fieldsOf(target) }];
	const record = recordOf(answer);
	if (record) return [shape(record)];
	if (target.operation === 'get') {
		throw new Failure(
			`The service returned nothing for ${shortNameOf(target)}`,
			`Find out with Get Many which reports there are. ${checkBaseUrl(target)}`,
		);
	}
	return [{ success: true, ...fieldsOf(target) }];
}

/** Only the first page may say that there is no list: some services say so of the page after the last. */
async function readRows(
	{ target, request, limit }: Prepared,
	{ send, atOnce }: Sender,
): Promise<IDataObject[]> {
	const qs = { per_page: pageSizeFor(limit), ...request.qs };
	const readPage = async (page: number) =>
		await (page === 1
			? send({ ...request, qs })
			: send({ ...request, qs: { ...qs, page } }, asNoRows));
	const identifier = target.resource === 'project' ? 'project' : 'id';
	return await readPages(readPage, { limit, identifier, atOnce });
}

/**
 * The answer of a service that has no such page, as some say of the one after the last.
 *
 * @throws any other failure
 */
function asNoRows(error: unknown): unknown {
	if (error instanceof Failure && error.details.code === '404') return [];
	throw error;
}

/** What an answer that says nothing was about: `id`, `project` or `url`. */
function fieldsOf({ resource, operation, identifier, url }: Target): IDataObject {
	if (operation === 'create') return { url };
	return { [resource === 'project' ? 'project' : 'id']: identifier };
}
