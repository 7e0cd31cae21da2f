import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Failure } from '../errors/failure';
import { notFound } from '../errors/unknownFate';
import { readHeaders } from '../resources/shared';
import { idOf, recordOf, rowsIn } from '../shared/record';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { pageKeyOf } from '../shared/webAddress';
import type { Outcome } from './http';
import type { Queue } from './limiter';
import { unlessAborted, wait } from './time';

/** Delays before each search, in ms after the response was lost. A search is one read of the newest reports. */
const SEARCHES = [2_000, 10_000, 30_000, 60_000];
const SEARCH_TIMEOUT = 10_000;

/** Tolerated clock skew between the service's hosts, in ms: `byId` if the ID proves that a report is newer. */
const TOLERANCE = { byId: 30_000, otherwise: 2_000 };

/** How long an ID counts as the highest one, in ms. */
const MEMORY = 60_000;

/** Maximum number of remembered IDs that belong to items, and of unresolved creates. */
const MOST_REMEMBERED = 10_000;

/** The newest reports (interface document, section 4.3). */
export const NEWEST_REPORTS = {
	target: { resource: 'report', operation: 'getAll' } satisfies Target,
	request: {
		method: 'GET',
		url: '/reports',
		headers: readHeaders,
		qs: { sort_by: 'id', sort: 'desc', per_page: 100 },
		body: undefined,
		timeout: SEARCH_TIMEOUT,
	} satisfies IHttpRequestOptions,
} as const;

/** A create, as far as it takes to recognise its report. */
export interface Creation {
	target: Target;
	/** The key of its page. */
	page: string;
	/** When its request left: milliseconds since 1970. */
	leftAt: number;
	/** The highest ID that was known then; 0 if none was. */
	highestId: number;
}

export function creationOf(target: Target): Creation {
	return { target, page: pageKeyOf(target.url ?? ''), leftAt: 0, highestId: 0 };
}

/** Finds the reports of creates whose answers were lost, for all runs that use one service: a create is never repeated. */
export class LostCreates {
	/** Reads of the newest reports, which no run holds. */
	readonly queue: Queue = {};

	/** Unresolved creates stay here: their report may still appear. */
	private readonly unresolved = new Set<Creation>();

	/** IDs of reports that belong to items. */
	private readonly owned = new Set<string>();

	private highestId = 0;
	/** When an ID was last seen: milliseconds since 1970. */
	private seenAt = 0;

	/** The last search, shared by all creates that want one at about the same time. */
	private search: { at: number; outcome: Promise<Outcome>; signal: AbortSignal } | undefined;

	/** Sends a create once, and remembers it as long as nobody knows its report. */
	async watch(creation: Creation, attempt: () => Promise<Outcome>): Promise<Outcome> {
		creation.leftAt = Date.now();
		creation.highestId = Date.now() - this.seenAt > MEMORY ? 0 : this.highestId;
		keepNewest(this.unresolved.add(creation));
		const outcome = await attempt();
		const { failure, body } = outcome;
		const id = idOf(recordOf(body) ?? {});
		// Without an ID we can't tell which report was created
		if (failure ? failure.fate !== 'unknown' : id !== '') this.unresolved.delete(creation);
		if (id !== '') this.own(id);
		this.see(id);
		return outcome;
	}

	/** Notes that a report belongs to an item. */
	own(id: string): void {
		this.owned.add(id);
		keepNewest(this.owned);
	}

	/**
	 * Searches for the report of a create of unknown fate.
	 *
	 * @param read reads {@link NEWEST_REPORTS}
	 * @returns the report, or what to say if it has not shown up
	 */
	async find(
		creation: Creation,
		lost: Failure,
		read: () => Promise<Outcome>,
		signal: AbortSignal,
	): Promise<IDataObject | Failure> {
		const lostAt = Date.now();
		for (const delay of SEARCHES) {
			await wait(lostAt + delay - Date.now(), signal).catch(() => undefined);
			if (signal.aborted) return lost;
			const newest = await unlessAborted(signal, this.readShared(read, signal));
			const report = newest && this.choose(creation, newest);
			if (report) return report;
		}
		return signal.aborted ? lost : notFound(lost, creation.target, SEARCHES.at(-1) ?? 0);
	}

	/** Shares a read that another create has begun. If the item of that create was stopped, it reads again. */
	private async readShared(read: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
		const [first = 0] = SEARCHES;
		if (!this.search || Date.now() > this.search.at + first / 2) {
			this.search = { at: Date.now(), outcome: read(), signal };
		}
		const { search } = this;
		const outcome = await search.outcome;
		if (!outcome.failure || search.signal === signal || !search.signal.aborted) return outcome;
		if (this.search === search) this.search = undefined;
		return await this.readShared(read, signal);
	}

	/** The only report that can belong to this create, if exactly one does. */
	private choose(creation: Creation, { headers, body }: Outcome): IDataObject | undefined {
		const { page, target } = creation;
		const { privacy = '' } = target;
		const reports = (rowsIn(body) ?? []).filter(isObject) as IDataObject[];
		const [report, ...others] = reports.filter(
			(row) =>
				pageKeyOf(toText(row.url)) === page &&
				toText(row.privacy ?? privacy) === privacy &&
				!this.owned.has(idOf(row)) &&
				isNewer(row, creation, Date.parse(toText(headers.date))),
		);
		for (const row of reports) this.see(idOf(row));
		const isAlone = [...this.unresolved].every(
			(other) => other === creation || other.page !== page,
		);
		if (!report || !isAlone || others.length > 0) return undefined;
		this.own(idOf(report));
		this.unresolved.delete(creation);
		return report;
	}

	private see(id: string): void {
		if (!Number(id)) return;
		this.highestId = Math.max(this.highestId, Number(id));
		this.seenAt = Date.now();
	}
}

/** Drops the oldest values of a set that has too many. */
function keepNewest<T>(values: Set<T>): void {
	const [oldest] = values;
	if (oldest !== undefined && values.size > MOST_REMEMBERED) values.delete(oldest);
}

/**
 * Whether a report is newer than a create: its age by the service's clock is at most the time since the request left, and
 * its ID is above all that were known then. If neither can be told, it is not newer.
 */
function isNewer(report: IDataObject, { leftAt, highestId }: Creation, date: number): boolean {
	const id = Number(idOf(report) || NaN);
	const isAbove = highestId === 0 || Number.isNaN(id) ? undefined : id > highestId;
	const age = date - timeOf(report.created_at ?? report.generated_at);
	if (Number.isNaN(age)) return isAbove === true;
	const tolerance = isAbove ? TOLERANCE.byId : TOLERANCE.otherwise;
	const isTimely = age > -tolerance && age < Date.now() - leftAt + tolerance;
	return isTimely && isAbove !== false && idOf(report) !== '';
}

/** A time with a zone, as milliseconds since 1970; NaN for any other, which can be meant anywhere. */
function timeOf(time: unknown): number {
	const text = toText(time);
	return /\d:\d\d.*(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : NaN;
}
