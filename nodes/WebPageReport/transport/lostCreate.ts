import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { notFound } from '../errors/advice';
import type { Failure } from '../errors/failure';
import { readHeaders } from '../resources/shared';
import { idOf, recordOf, rowsIn } from '../shared/record';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { pageKeyOf } from '../shared/webAddress';
import type { Outcome } from './http';
import type { Queue } from './limiter';
import { unlessAborted, wait } from './time';

/** Delays before each look, in ms after the answer was lost. A look is one read of the newest reports. */
const LOOKS = [2_000, 10_000, 30_000, 60_000];
const LOOK_TIMEOUT = 10_000;

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
		timeout: LOOK_TIMEOUT,
	} satisfies IHttpRequestOptions,
} as const;

/** A report that is being created, and the highest ID that was known when its request left (0 if none was). */
export interface Creation {
	page: string;
	privacy: string;
	/** Milliseconds since 1970. */
	leftAt: number;
	highest: number;
}

/** Finds the reports of creates whose answers were lost, for all runs that use one service: a create is never repeated. */
export class LostCreates {
	/** Reads of the newest reports, which no run holds. */
	readonly queue: Queue = {};

	/** Unresolved creates. They stay after the last look: their report may still appear. */
	private readonly pending = new Set<Creation>();

	/** IDs of reports that belong to items. */
	private readonly owned = new Set<string>();

	private highest = 0;
	/** When an ID was last seen: milliseconds since 1970. */
	private seenAt = 0;

	/** The last look, shared by all creates that want one at about the same time. */
	private look: { at: number; newest: Promise<Outcome>; signal: AbortSignal } | undefined;

	begin({ url = '', privacy = '' }: Target): Creation {
		return { page: pageKeyOf(url), privacy, leftAt: 0, highest: 0 };
	}

	/** Sends a create once, and remembers it as long as nobody knows its report. */
	async watch(creation: Creation, attempt: () => Promise<Outcome>): Promise<Outcome> {
		creation.leftAt = Date.now();
		creation.highest = Date.now() - this.seenAt > MEMORY ? 0 : this.highest;
		keepNewest(this.pending.add(creation));
		const outcome = await attempt();
		const { failure, body } = outcome;
		const id = idOf(recordOf(body) ?? {});
		// Without an ID we can't tell which report was created
		if (failure ? failure.fate !== 'unknown' : id !== '') this.pending.delete(creation);
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
	 * Looks for the report of a create, whose fate is unknown.
	 *
	 * @param read reads {@link NEWEST_REPORTS}
	 * @returns the report, or what to say if it has not shown up
	 */
	async find(
		creation: Creation,
		target: Target,
		lost: Failure,
		read: () => Promise<Outcome>,
		signal: AbortSignal,
	): Promise<IDataObject | Failure> {
		const lostAt = Date.now();
		for (const moment of LOOKS) {
			await wait(lostAt + moment - Date.now(), signal).catch(() => undefined);
			if (signal.aborted) break;
			const newest = await unlessAborted(signal, this.newest(read, signal));
			const report = newest && this.choose(creation, newest);
			if (report) return report;
		}
		return signal.aborted ? lost : notFound(lost, target, LOOKS.at(-1) ?? 0);
	}

	/** Shares a read that another create has begun. If the item of that create was stopped, it reads again. */
	private async newest(read: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
		const [first = 0] = LOOKS;
		if (!this.look || Date.now() > this.look.at + first / 2) {
			this.look = { at: Date.now(), newest: read(), signal };
		}
		const { look } = this;
		const outcome = await look.newest;
		if (!outcome.failure || look.signal === signal || !look.signal.aborted) return outcome;
		if (this.look === look) this.look = undefined;
		return await this.newest(read, signal);
	}

	/** The only report that can belong to this create, if exactly one does. */
	private choose(creation: Creation, { headers, body }: Outcome): IDataObject | undefined {
		const { page, privacy } = creation;
		const reports = (rowsIn(body) ?? []).filter(isObject) as IDataObject[];
		const [report, ...others] = reports.filter(
			(row) =>
				pageKeyOf(toText(row.url)) === page &&
				toText(row.privacy ?? privacy) === privacy &&
				!this.owned.has(idOf(row)) &&
				isNewer(row, creation, Date.parse(toText(headers.date))),
		);
		for (const row of reports) this.see(idOf(row));
		const isAlone = [...this.pending].every((other) => other === creation || other.page !== page);
		if (!report || !isAlone || others.length > 0) return undefined;
		this.own(idOf(report));
		this.pending.delete(creation);
		return report;
	}

	private see(id: string): void {
		if (!Number(id)) return;
		this.highest = Math.max(this.highest, Number(id));
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
function isNewer(report: IDataObject, { leftAt, highest }: Creation, date: number): boolean {
	const id = Number(idOf(report) || NaN);
	const isAbove = highest === 0 || Number.isNaN(id) ? undefined : id > highest;
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
