import type { IDataObject } from 'n8n-workflow';

import { type Failure, notDone, notFound } from '../errors/failure';
import { recordOf, rowsIn } from '../shared/record';
import { hasOtherPrivacy, isCostly, type Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { ageOf, isSince, isStoredBefore } from './clock';
import type { Outcome } from './http';
import type { LostCreates, Read, Write } from './lostCreate';
import { unlessAborted, wait } from './time';

/** When to read, in ms after the answer. What costs an analysis takes longest to show; a 2xx has done what it will do. */
const READS = {
	costly: [2_000, 10_000, 30_000, 60_000],
	lost: [2_000, 10_000],
	unclear: [0, 2_000],
};

/** Tolerated clock skew between the service's hosts, in ms. */
const TOLERANCE = 2_000;

/** What a read shows: the record after the write, or false if the write was not done. Undefined if it shows neither. */
type Evidence = IDataObject | false | undefined;

/**
 * Settles a write of unknown fate by reading.
 *
 * @param lost why its fate is unknown
 * @returns the record after the write; or a failure: that the write was not done, or that nobody knows
 */
export async function settle(
	write: Write,
	lost: Failure,
	lostCreates: LostCreates,
	read: Read,
	signal: AbortSignal,
): Promise<IDataObject | Failure> {
	const { target } = write;
	const reads = isCostly(target)
		? READS.costly
		: READS[lost.details.isUnclear ? 'unclear' : 'lost'];
	const look = {
		create: async () => lostCreates.look(write, read),
		update: async () => updated(write, lost, read),
		delete: async () => deleted(write, read),
	}[target.operation as 'create' | 'update' | 'delete'];
	const lostAt = Date.now();
	let evidence: Evidence;
	for (const delay of reads) {
		await wait(lostAt + delay - Date.now(), signal).catch(() => undefined);
		if (signal.aborted) return lost;
		evidence = await unlessAborted(signal, look());
		if (evidence) return evidence;
	}
	if (signal.aborted) return lost;
	// A request that was lost on its way may still arrive, so only the last read can say no; after a 202, none can
	if (evidence === false && lost.details.code !== '202') return notDone(lost, target);
	return target.operation === 'create' ? notFound(lost, target, reads.at(-1) ?? 0) : lost;
}

/** Whether the report shows an update (getReport). A password leaves no trace. */
async function updated({ target, sentAt }: Write, lost: Failure, read: Read): Promise<Evidence> {
	const { resource, identifier, privacy, setsPassword, triggersAnalysis } = target;
	const { headers, body, failure } = await read({ resource, operation: 'get', identifier });
	const report = failure || isStoredBefore(headers, sentAt) ? undefined : recordOf(body);
	if (!report) return undefined;
	const { isTransient = false, isUnclear = false } = lost.details;
	if (hasOtherPrivacy(report, target)) return triggersAnalysis || isTransient ? undefined : false;
	const isDone = triggersAnalysis
		? isSince(sentAt, ageOf(report.generated_at, headers), TOLERANCE)
		: isUnclear || (toText(report.privacy) === privacy && !setsPassword);
	return isDone ? report : undefined;
}

/** Whether a record is gone: it is missing where another one, if the list has any, is found. */
async function deleted({ target, sentAt }: Write, read: Read): Promise<Evidence> {
	const { resource, identifier = '' } = target;
	const list: Target = { resource, operation: 'getAll' };
	// First: if a service came back between the two reads, it would seem to have deleted the record
	const first = await read(list, { per_page: 10 });
	if (first.failure || isStoredBefore(first.headers, sentAt)) return undefined;
	const key = resource === 'report' ? 'id' : 'project';
	const find = async (record: string) =>
		resource === 'report'
			? read({ resource, operation: 'get', identifier: record })
			: read(list, { search: record, per_page: 100 });
	const shows = ({ body }: Outcome, record: string) =>
		keysIn(body, key).some((shown) => shown.toLowerCase() === record.toLowerCase());
	if (shows(first, identifier)) return false;
	// A proxy's 404, or a search that cannot find names with dots, would look like a deletion
	const other = keysIn(first.body, key).filter(Boolean).at(-1);
	if (other !== undefined) {
		const control = await find(other);
		if (isStoredBefore(control.headers, sentAt) || !shows(control, other)) return undefined;
	}
	const found = await find(identifier);
	if (isStoredBefore(found.headers, sentAt)) return undefined;
	if (shows(found, identifier)) return false;
	if (resource === 'report') return found.failure?.details.isGone ? { deleted: true } : undefined;
	// An identifier need not be the name
	const isMentioned = [first, found].some(({ body }) => mentions(body, identifier.toLowerCase()));
	if (isMentioned) return undefined;
	// A longer list may go on, and rows without a name prove nothing
	const names = found.failure ? [''] : keysIn(found.body, key);
	return names.length < 10 && !names.includes('') ? { deleted: true } : undefined;
}

/** What tells the rows of a list apart, or a record from others; empty text for one that does not say. */
function keysIn(body: unknown, key: 'id' | 'project'): string[] {
	const record = recordOf(body);
	const rows = record ? [record] : (rowsIn(body) ?? [{}]);
	return rows.map((row) => toText(isObject(row) ? row[key] : row));
}

/** Whether a row of a list holds a text in any field, whatever its case. */
function mentions(body: unknown, text: string): boolean {
	const rows = (rowsIn(body) ?? []).filter(isObject);
	return rows.flatMap(Object.values<unknown>).some((value) => toText(value).toLowerCase() === text);
}
