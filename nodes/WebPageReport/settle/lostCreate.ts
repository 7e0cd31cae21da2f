import { type IDataObject, sleep } from 'n8n-workflow';

import { isWhole } from '../response/content';
import { type Answer, hasOtherPrivacy } from '../response/verdict';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { pageKeyOf } from '../shared/webAddress';
import type { Outcome } from '../transport/http';
import { ageOf, isSince } from './clock';

/** Time between the starts of shared reads, in ms. */
const SPACING = 1_000;

/** Tolerated clock skew between the service's hosts, in ms: `byId` if the report's ID is above all that were known. */
const TOLERANCE = { byId: 30_000, otherwise: 2_000 };

/** How long the highest known ID counts, in ms. */
const MEMORY = 60_000;

/** How long after its create a report may still appear, in ms. */
const LATEST = 3_600_000;

/** Maximum number of remembered IDs. */
const MAX_CLAIMED = 10_000;

/** Sends a read once, with the proxy and TLS options of the write. */
export type Read = (target: Target, qs?: IDataObject) => Promise<Outcome>;

/** The newest reports (listReports). */
const NEWEST: [Target, IDataObject] = [
	{ resource: 'report', operation: 'getAll' },
	{ sort_by: 'id', sort: 'desc', per_page: 100 },
];

/** Finds the reports of creates whose responses were lost, for all runs of one service. */
export class LostCreates {
	/** Creates whose report is not known yet, with the highest ID known when they were sent; 0 if none was. */
	private readonly unmatched = new Map<Target, { sentAt: number; highestId: number }>();

	/** IDs of reports that belong to items. */
	private readonly claimed = new Set<string>();

	private highestId = 0;
	/** When an ID was last seen: milliseconds since 1970. */
	private seenAt = 0;

	/** The next read, which has not begun, and when the last one began. */
	private nextRead: Promise<Outcome> | undefined;
	private lastReadAt = 0;

	/** Sends a create once, and remembers it until its report is known. */
	async watch(target: Target, attempt: () => Promise<Outcome>): Promise<Outcome> {
		const sentAt = Date.now();
		for (const [other, before] of this.unmatched) {
			if (before.sentAt < sentAt - LATEST) this.unmatched.delete(other);
			else break;
		}
		const highestId = sentAt - this.seenAt > MEMORY ? 0 : this.highestId;
		this.unmatched.set(target, { sentAt, highestId });
		const outcome = await attempt();
		const { failure, answer } = outcome;
		if (failure?.details.fate !== 'unknown') this.unmatched.delete(target);
		if (failure) return outcome;
		const record = answer?.content.record;
		this.claim(toText(record?.id));
		// An ID alone may be that of the request
		if (isWhole(record)) this.see(toText(record.id));
		return outcome;
	}

	/** Notes that a report belongs to an item. An empty ID does no harm. */
	claim(id: string): void {
		if (this.claimed.size > MAX_CLAIMED) this.claimed.clear();
		this.claimed.add(id);
	}

	/** Forgets a create that was not done: no report is its own. */
	giveUp(target: Target): void {
		this.unmatched.delete(target);
	}

	/** Reads the newest reports. All creates that ask before the next read begins share it: an outage can lose hundreds. */
	async readNewest(read: Read): Promise<Outcome> {
		const pause = Math.max(0, this.lastReadAt + SPACING - Date.now());
		this.nextRead ??= sleep(pause).then(async () => {
			this.nextRead = undefined;
			this.lastReadAt = Date.now();
			return await read(...NEWEST);
		});
		const outcome = await this.nextRead;
		// If the run that read was ended, this one reads for itself
		return outcome.failure?.details.endedBy ? await read(...NEWEST) : outcome;
	}

	/**
	 * Claims the report of a create among the newest ones, if exactly one is its own. False if none can be.
	 *
	 * @param sentAt when the create was sent: milliseconds since 1970
	 */
	choose(target: Target, sentAt: number, { answer }: Outcome): IDataObject | false | undefined {
		const reports = (answer?.content.rows ?? []).filter(isObject) as IDataObject[];
		// Without addresses it is another kind of list
		if (reports.length > 0 && !reports.some(({ url }) => toText(url) !== '')) return undefined;
		const { highestId = 0 } = this.unmatched.get(target) ?? {};
		const candidates = reports
			.filter((report) => pageKeyOf(toText(report.url)) === keyOf(target))
			.filter((report) => !hasOtherPrivacy(report, target) && !this.claimed.has(toText(report.id)))
			.map((report) => ({ report, newness: isNewer(report, sentAt, highestId, answer) }))
			.filter(({ newness }) => newness !== false);
		for (const { id } of reports) this.see(toText(id));
		if (candidates.length === 0) return false;
		const [newer, ...others] = candidates.filter(({ newness }) => newness);
		if (!newer || others.length > 0 || this.hasRival(target)) return undefined;
		this.claim(toText(newer.report.id));
		this.unmatched.delete(target);
		return newer.report;
	}

	/** Whether another create of the same page may still get its report. */
	private hasRival(target: Target): boolean {
		return [...this.unmatched.keys()].some(
			(other) => other !== target && keyOf(other) === keyOf(target),
		);
	}

	private see(id: string): void {
		if (!Number(id)) return;
		this.highestId = Math.max(this.highestId, Number(id));
		this.seenAt = Date.now();
	}
}

/** What tells the pages of creates apart. */
function keyOf({ url = '' }: Target): string {
	return pageKeyOf(url);
}

/**
 * Whether a report is newer than a create: no older than its request by the service's clock, and with an ID above all
 * that were known then. Undefined if neither is known.
 */
function isNewer(
	report: IDataObject,
	sentAt: number,
	highestId: number,
	answer?: Answer,
): boolean | undefined {
	const id = Number(toText(report.id) || NaN);
	const isAbove = highestId === 0 || Number.isNaN(id) ? undefined : id > highestId;
	const age = ageOf(report.created_at ?? report.generated_at, answer?.headers ?? {});
	if (Number.isNaN(age)) return isAbove;
	const tolerance = isAbove ? TOLERANCE.byId : TOLERANCE.otherwise;
	return isSince(sentAt, age, tolerance) && isAbove !== false && toText(report.id) !== '';
}
