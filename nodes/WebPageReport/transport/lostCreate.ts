import type { IDataObject } from 'n8n-workflow';

import { recordOf, rowsIn } from '../shared/record';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { pageKeyOf } from '../shared/webAddress';
import { ageOf, isSince, isStoredBefore } from './clock';
import type { Outcome } from './http';

/** How long creates share a read, in ms. */
const FRESH = 1_000;

/** Tolerated clock skew between the service's hosts, in ms: `byId` if the report's ID is above all that were known. */
const TOLERANCE = { byId: 30_000, otherwise: 2_000 };

/** How long the highest known ID counts, in ms. */
const MEMORY = 60_000;

/** How long after its create a report may still appear, in ms. */
const LATEST = 3_600_000;

/** Maximum number of remembered IDs and unmatched creates. */
const MAX_REMEMBERED = 10_000;

/** A write whose fate may have to be settled. */
export interface Write {
	target: Target;
	/** When its last attempt was sent: milliseconds since 1970. */
	sentAt: number;
	/** The highest ID of a report known then; 0 if none was. For a create. */
	highestId: number;
}

/** Sends a read once, with the proxy and TLS options of the write. */
export type Read = (target: Target, qs?: IDataObject) => Promise<Outcome>;

/** The newest reports (listReports). */
const NEWEST: [Target, IDataObject] = [
	{ resource: 'report', operation: 'getAll' },
	{ sort_by: 'id', sort: 'desc', per_page: 100 },
];

/** Finds the reports of creates whose responses were lost, for all runs of one service. */
export class LostCreates {
	/** Creates whose report is not known yet. */
	private readonly unmatched = new Set<Write>();

	/** IDs of reports that belong to items. */
	private readonly claimed = new Set<string>();

	private highestId = 0;
	/** When an ID was last seen: milliseconds since 1970. */
	private seenAt = 0;

	/** The last read, and when it began. */
	private lastRead: Promise<Outcome> | undefined;
	private lastReadAt = 0;

	/** Sends a create once, and remembers it until its report is known. */
	async watch(creation: Write, attempt: () => Promise<Outcome>): Promise<Outcome> {
		creation.highestId = Date.now() - this.seenAt > MEMORY ? 0 : this.highestId;
		keepNewest(this.unmatched.add(creation));
		const outcome = await attempt();
		const { failure, body } = outcome;
		const id = toText(recordOf(body)?.id);
		// Without an ID we can't tell which report was created
		const isSettled = failure ? failure.details.fate !== 'unknown' : id !== '';
		if (isSettled) this.unmatched.delete(creation);
		this.claim(id);
		this.see(id);
		return outcome;
	}

	/** Notes that a report belongs to an item. An empty ID does no harm. */
	claim(id: string): void {
		keepNewest(this.claimed.add(id));
	}

	/** Looks once for the report of a create of unknown fate. Undefined if none was identified. */
	async look(creation: Write, read: Read): Promise<IDataObject | undefined> {
		const newest = await this.readShared(async () => read(...NEWEST));
		return isStoredBefore(newest.headers, creation.sentAt)
			? undefined
			: this.choose(creation, newest);
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
	private choose(creation: Write, { headers, body }: Outcome): IDataObject | undefined {
		const { sentAt, target } = creation;
		const page = keyOfPage(creation);
		const reports = (rowsIn(body) ?? []).filter(isObject) as IDataObject[];
		const [report, ...others] = reports.filter(
			(row) =>
				pageKeyOf(toText(row.url)) === page &&
				toText(row.privacy ?? target.privacy) === target.privacy &&
				!this.claimed.has(toText(row.id)) &&
				isNewer(row, creation, ageOf(row.created_at ?? row.generated_at, headers)),
		);
		for (const row of reports) this.see(toText(row.id));
		const hasRival = [...this.unmatched].some(
			(other) => other !== creation && keyOfPage(other) === page && other.sentAt > sentAt - LATEST,
		);
		if (!report || others.length > 0 || hasRival) return undefined;
		this.claim(toText(report.id));
		this.unmatched.delete(creation);
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

/** What tells the pages of creates apart. */
function keyOfPage({ target }: Write): string {
	return pageKeyOf(toText(target.url));
}

/**
 * Whether a report is newer than a create: no older than its request by the service's clock, and with an ID above all
 * that were known then. If neither is known, the answer is no.
 */
function isNewer(report: IDataObject, { sentAt, highestId }: Write, age: number): boolean {
	const id = Number(toText(report.id) || NaN);
	const isAbove = highestId === 0 || Number.isNaN(id) ? undefined : id > highestId;
	if (Number.isNaN(age)) return isAbove === true;
	const tolerance = isAbove ? TOLERANCE.byId : TOLERANCE.otherwise;
	return isSince(sentAt, age, tolerance) && isAbove !== false && toText(report.id) !== '';
}
