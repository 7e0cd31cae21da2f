import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { type Failure, notFound } from '../errors/failure';
import { readHeaders } from '../resources/shared';
import { recordOf, rowsIn } from '../shared/record';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { pageKeyOf } from '../shared/webAddress';
import type { Outcome } from './http';
import { unlessAborted, wait } from './time';

/** When to read the newest reports, in ms after the response was lost. */
const READS = [2_000, 10_000, 30_000, 60_000];

/** How long creates share a read, in ms. */
const FRESH = 1_000;

/** Tolerated clock skew between the service's hosts, in ms: `byId` if the report's ID is above all that were known. */
const TOLERANCE = { byId: 30_000, otherwise: 2_000 };

/** How long the highest known ID counts, in ms. */
const MEMORY = 60_000;

/** How long after its create a report may still appear, in ms. */
const LATEST = 3_600_000;

/** Maximum number of remembered IDs and unresolved creates. */
const MAX_REMEMBERED = 10_000;

/** Reads the newest reports (interface document, section 4.3). */
export const NEWEST_REPORTS = {
	method: 'GET',
	url: '/reports',
	headers: readHeaders,
	qs: { sort_by: 'id', sort: 'desc', per_page: 100 },
	body: undefined,
	timeout: 10_000,
} satisfies IHttpRequestOptions;

/** What it takes to recognise the report of a create. */
export interface Creation {
	target: Target;
	page: string;
	/** When its request was sent: milliseconds since 1970. */
	sentAt: number;
	/** The highest ID known then; 0 if none was. */
	highestId: number;
}

export function creationOf(target: Target): Creation {
	return { target, page: pageKeyOf(toText(target.url)), sentAt: 0, highestId: 0 };
}

/** Finds the reports of creates whose responses were lost, for all runs of one service. */
export class LostCreates {
	/** Creates whose report is not known yet. */
	private readonly unresolved = new Set<Creation>();

	/** IDs of reports that belong to items. */
	private readonly claimed = new Set<string>();

	private highestId = 0;
	/** When an ID was last seen: milliseconds since 1970. */
	private seenAt = 0;

	/** The last read, and when it began. */
	private lastRead: Promise<Outcome> | undefined;
	private lastReadAt = 0;

	/** Sends a create once, and remembers it until its report is known. */
	async watch(creation: Creation, attempt: () => Promise<Outcome>): Promise<Outcome> {
		creation.sentAt = Date.now();
		creation.highestId = Date.now() - this.seenAt > MEMORY ? 0 : this.highestId;
		keepNewest(this.unresolved.add(creation));
		const outcome = await attempt();
		const { failure, body } = outcome;
		const id = toText(recordOf(body)?.id);
		// Without an ID we can't tell which report was created
		const isResolved = failure ? failure.details.fate !== 'unknown' : id !== '';
		if (isResolved) this.unresolved.delete(creation);
		this.claim(id);
		this.see(id);
		return outcome;
	}

	/** Notes that a report belongs to an item. An empty ID does no harm. */
	claim(id: string): void {
		keepNewest(this.claimed.add(id));
	}

	/**
	 * Searches for the report of a create of unknown fate.
	 *
	 * @param read reads {@link NEWEST_REPORTS}
	 * @returns the report, or the failure if none was identified or the search was ended
	 */
	async find(
		creation: Creation,
		lost: Failure,
		read: () => Promise<Outcome>,
		signal: AbortSignal,
	): Promise<IDataObject | Failure> {
		const lostAt = Date.now();
		for (const delay of READS) {
			await wait(lostAt + delay - Date.now(), signal).catch(() => undefined);
			if (signal.aborted) return lost;
			const newest = await unlessAborted(signal, this.readShared(read));
			const report = newest && this.choose(creation, newest);
			if (report) return report;
		}
		return signal.aborted ? lost : notFound(lost, creation.target, READS.at(-1) ?? 0);
	}

	/** Shares a read with other creates: an outage can lose hundreds at once. */
	private async readShared(read: () => Promise<Outcome>): Promise<Outcome> {
		if (this.lastRead && Date.now() <= this.lastReadAt + FRESH) {
			const outcome = await this.lastRead;
			// If the run that reads was ended, this one reads for itself
			if (!outcome.failure?.details.endedBy) return outcome;
		}
		this.lastReadAt = Date.now();
		return await (this.lastRead = read());
	}

	/** The only report that can belong to this create, if exactly one does. */
	private choose(creation: Creation, { headers, body }: Outcome): IDataObject | undefined {
		const { page, sentAt, target } = creation;
		const reports = (rowsIn(body) ?? []).filter(isObject) as IDataObject[];
		const [report, ...others] = reports.filter(
			(row) =>
				pageKeyOf(toText(row.url)) === page &&
				toText(row.privacy ?? target.privacy) === target.privacy &&
				!this.claimed.has(toText(row.id)) &&
				isNewer(row, creation, Date.parse(toText(headers.date))),
		);
		for (const row of reports) this.see(toText(row.id));
		const hasRival = [...this.unresolved].some(
			(other) => other !== creation && other.page === page && other.sentAt > sentAt - LATEST,
		);
		if (!report || others.length > 0 || hasRival) return undefined;
		this.claim(toText(report.id));
		this.unresolved.delete(creation);
		return report;
	}

	private see(id: string): void {
		if (!Number(id)) return;
		this.highestId = Math.max(this.highestId, Number(id));
		this.seenAt = Date.now();
	}
}

/** Drops the oldest value of a set that is full. */
function keepNewest<T>(values: Set<T>): void {
	const [oldest] = values;
	if (oldest !== undefined && values.size > MAX_REMEMBERED) values.delete(oldest);
}

/**
 * Whether a report is newer than a create: no older than its request by the service's clock, and with an ID above all
 * that were known then. If neither is known, the answer is no.
 */
function isNewer(report: IDataObject, { sentAt, highestId }: Creation, date: number): boolean {
	const id = Number(toText(report.id) || NaN);
	const isAbove = highestId === 0 || Number.isNaN(id) ? undefined : id > highestId;
	const age = date - timeOf(report.created_at ?? report.generated_at);
	if (Number.isNaN(age)) return isAbove === true;
	const tolerance = isAbove ? TOLERANCE.byId : TOLERANCE.otherwise;
	const isTimely = age > -tolerance && age < Date.now() - sentAt + tolerance;
	return isTimely && isAbove !== false && toText(report.id) !== '';
}

/** A time with a zone, in ms since 1970; NaN without a zone, because it could mean any. */
function timeOf(time: unknown): number {
	const text = toText(time);
	return /\d:\d\d.*(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : NaN;
}
