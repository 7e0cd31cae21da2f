import type { IDataObject } from 'n8n-workflow';

import { Failure, notDone } from '../errors/failure';
import { isMoreAfter, pageOf } from '../list/page';
import { isMarkup, saidIn } from '../response/content';
import { hasOtherPrivacy } from '../response/verdict';
import { isCostly, type Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import type { Outcome } from '../transport/http';
import { unlessAborted, wait } from '../transport/time';
import { ageOf, isSince, isStoredBefore } from './clock';
import type { LostCreates, Read } from './lostCreate';

/** When to read, in ms after the response: what costs an analysis takes longest to show. */
const DELAYS = { costly: [2_000, 10_000, 30_000, 60_000], otherwise: [2_000, 10_000] };

/** The same if the response says yes or no. */
const BRIEF = [0, 2_000];

/** Tolerated clock skew between the service's hosts, in ms. */
const TOLERANCE = 1_000;

/** The last outcome of a write of unknown fate. */
export interface LostWrite extends Outcome {
	target: Target;
	failure: Failure;
}

/**
 * What a read shows: the record after the write; false if it could have shown the write and does not; undefined if it shows
 * neither. A failure: nothing gets through, or there is nothing to write to.
 */
type Evidence = IDataObject | Failure | false | undefined;

/**
 * Settles a write of unknown fate by reading.
 *
 * @returns the record after the write, if anything shows it
 * @throws {Failure} if the write was not done, or nobody knows
 */
export async function settle(
	lost: LostWrite,
	lostCreates: LostCreates,
	read: Read,
	signal: AbortSignal,
): Promise<IDataObject | undefined> {
	const lostAt = Date.now();
	let evidence: Evidence;
	for (const delay of delaysFor(lost)) {
		await wait(lostAt + delay - Date.now(), signal).catch(() => undefined);
		if (!signal.aborted) evidence = await unlessAborted(signal, look(lost, read, lostCreates));
		if (signal.aborted) throw lost.failure;
		// A gateway finds nothing while the service starts, so only the last read can say that a report is gone
		if (evidence instanceof Failure && !evidence.details.isGone) throw evidence;
		if (evidence && !(evidence instanceof Failure)) return evidence;
	}
	if (evidence instanceof Failure) throw evidence;
	return conclude(lost, lostCreates, evidence === false);
}

/** When to read, in ms: at once instead of last if the service itself has answered. */
function delaysFor({ target, failure }: LostWrite): number[] {
	const { says, isTransient } = failure.details;
	if (says) return BRIEF;
	const delays = DELAYS[isCostly(target) ? 'costly' : 'otherwise'];
	return isTransient ? delays : [0, ...delays.slice(0, -1)];
}

/**
 * What follows if no read has shown the write: a yes is believed, with the record beside it.
 *
 * @param isMissing whether the last read could have shown it
 */
function conclude(lost: LostWrite, lostCreates: LostCreates, isMissing: boolean) {
	const { target, failure } = lost;
	const { says, record, code } = failure.details;
	if (says === 'yes') return record;
	// A request that was lost on its way may still arrive, so only the last read can say no; after a 202, none can
	const isDisproved = isMissing && !isCostly(target) && code !== '202';
	if (isDisproved || (says === 'no' && (isMissing || !isCostly(target)))) {
		lostCreates.giveUp(target);
		throw notDone(failure, target, isDisproved);
	}
	throw failure;
}

/** Reads once, and says what that shows. */
async function look(lost: LostWrite, read: Read, lostCreates: LostCreates): Promise<Evidence> {
	if (lost.target.operation === 'update') return await updated(lost, read);
	if (lost.target.operation === 'delete') return await deleted(lost, read);
	const newest = await lostCreates.readNewest(read);
	if (!isFresh(newest, lost)) return undefined;
	if (newest.failure) return shownByFailure(newest, newest.failure, lost);
	return lostCreates.choose(lost.target, lost.sentAt, newest);
}

/** Whether the report shows an update (getReport). A password leaves no trace. */
async function updated(lost: LostWrite, read: Read): Promise<Evidence> {
	const { target, sentAt } = lost;
	const { resource, identifier, privacy, setsPassword, triggersAnalysis } = target;
	const outcome = await read({ resource, operation: 'get', identifier });
	const { answer, failure } = outcome;
	if (!isFresh(outcome, lost)) return undefined;
	if (failure?.details.isGone && !triggersAnalysis) return failure;
	if (failure) return shownByFailure(outcome, failure, lost);
	const report = answer?.content.record;
	if (!report || toText(report.id) !== identifier) return undefined;
	if (triggersAnalysis) {
		const age = ageOf(report.generated_at, answer.headers);
		if (Number.isNaN(age)) return undefined;
		return isSince(sentAt, age, TOLERANCE) && !hasOtherPrivacy(report, target) && report;
	}
	if (hasOtherPrivacy(report, target)) return false;
	return toText(report.privacy) === privacy && !setsPassword ? report : undefined;
}

/** Whether a record is gone. A list that answers first shows that it is the service that does not find it. */
async function deleted(lost: LostWrite, read: Read): Promise<Evidence> {
	const { resource, identifier = '' } = lost.target;
	const list = await read({ resource, operation: 'getAll' }, { per_page: 100 });
	if (!isFresh(list, lost)) return undefined;
	if (list.failure) return shownByFailure(list, list.failure, lost);
	if (!list.answer) return undefined;
	const { content } = list.answer;
	const key = resource === 'report' ? 'id' : 'project';
	const keys = (content.rows ?? []).map((row) => toText(isObject(row) ? row[key] : row));
	if (keys.some((shown) => shown.toLowerCase() === identifier.toLowerCase())) return false;
	if (resource === 'project') {
		// There is no request for one project. An empty list may be a refusal, unless it says yes or counts to 0
		const page = pageOf(content, 1);
		const isEmpty =
			keys.length === 0 && (page.total === 0 || saidIn(content, lost.target) === 'yes');
		const isAll = !isMoreAfter(page, keys.length) && (isEmpty || keys.some(Boolean));
		return isAll ? { deleted: true } : undefined;
	}
	const report = await read({ resource, operation: 'get', identifier });
	if (!isFresh(report, lost)) return undefined;
	if (report.failure?.details.isGone) return { deleted: true };
	return toText(report.answer?.content.record?.id) === identifier ? false : undefined;
}

/** Whether a read was not answered by a cache that had stored its response before the write. */
function isFresh({ answer }: Outcome, { sentAt }: LostWrite): boolean {
	return answer === undefined || !isStoredBefore(answer.headers, sentAt);
}

/**
 * What a failed read shows. Nothing gets through if both requests are redirected to one place, or if the key is rejected
 * after a delete that was answered like a browser's (deletes do not ask for JSON). If both say no in a field, the read could
 * have shown the write.
 */
function shownByFailure({ answer }: Outcome, failure: Failure, lost: LostWrite): Evidence {
	const { status = 0, redirect, content } = lost.answer ?? {};
	if (redirect && answer?.redirect?.base === redirect.base) return failure;
	const isForBrowsers = redirect !== undefined || status === 500 || isMarkup(content?.text);
	if (lost.target.operation === 'delete' && answer?.status === 401 && isForBrowsers) return failure;
	return failure.details.says === 'no' && lost.failure.details.says === 'no' ? false : undefined;
}
