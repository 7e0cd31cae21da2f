import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { notFound } from '../errors/advice';
import { Failure } from '../errors/failure';
import { readHeaders } from '../resources/shared';
import { idOf, recordOf, rowsIn } from '../shared/record';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { pageOf } from '../shared/webAddress';
import { wait } from './time';

/** When the report of a create is looked for whose answer was lost, in milliseconds after that. */
export const LOOKS = [2_000, 10_000, 30_000, 60_000];

/** How long an answer to a look may take, in milliseconds. */
const LOOK_TIMEOUT = 20_000;

/** How far the times of one service may be from each other, in milliseconds. */
const TOLERANCE = 2_000;

/** How many reports are remembered as those of items. */
const MOST_TAKEN = 10_000;

/** The newest reports (interface document, section 4.3). */
export const NEWEST = {
	method: 'GET',
	url: '/reports',
	headers: readHeaders,
	qs: { sort_by: 'id', sort: 'desc', per_page: 100 },
	timeout: LOOK_TIMEOUT,
} satisfies IHttpRequestOptions;

/** A report that is being created. */
export interface Creation {
	page: string;
	privacy: string;
	/** When its request left last: milliseconds since 1970. */
	leftAt: number;
	/** The highest ID that was known then; 0 where none was. */
	highest: number;
}

/** The newest reports, and the time that the service says it is: milliseconds since 1970, NaN where it does not say. */
export interface View {
	body: unknown;
	date: number;
}

/**
 * The creates of one service, and the reports of those whose answer was lost. A create of unknown fate is
 * never sent again, as that could make a second report. Its report is looked for.
 */
export class LostCreates {
	/** The creates of which nobody knows yet what they have brought. */
	private readonly open = new Set<Creation>();

	/** The IDs of reports that belong to items. */
	private readonly taken = new Set<string>();

	private highest = 0;

	/** The last look, which all share that want one at about the same time. */
	private look: { at: number; view: Promise<View> } | undefined;

	/** A report that is to be created. */
	begin({ url = '', privacy = '' }: Target): Creation {
		return { page: pageOf(url), privacy, leftAt: 0, highest: 0 };
	}

	/** Sends a create once, and remembers it as long as nobody knows what has become of it. */
	async watch(creation: Creation, send: () => Promise<unknown>): Promise<unknown> {
		Object.assign(creation, { leftAt: Date.now(), highest: this.highest });
		this.open.add(creation);
		const body = await send().catch((error: unknown) => {
			const isLost = error instanceof Failure && error.fate === 'unknown';
			if (!isLost) this.open.delete(creation);
			throw error;
		});
		this.open.delete(creation);
		const id = idOf(recordOf(body) ?? {});
		this.take(id);
		this.know(id);
		return body;
	}

	/** Notes that a report belongs to an item. */
	take(id: string): void {
		this.taken.add(id);
		if (this.taken.size > MOST_TAKEN) this.taken.delete(String(this.taken.values().next().value));
	}

	/**
	 * Looks for the report of a create.
	 *
	 * @param lost why its fate is unknown
	 * @param read reads the newest reports
	 * @param signal ends it early
	 * @throws {Failure} what was lost, and that its report has not shown up
	 */
	async find(
		creation: Creation,
		target: Target,
		lost: Failure,
		read: () => Promise<View>,
		signal: AbortSignal,
	): Promise<IDataObject> {
		const lostAt = Date.now();
		try {
			for (const moment of LOOKS) {
				await wait(lostAt + moment - Date.now(), signal).catch(() => {
					throw lost;
				});
				// One that fails is made good by the next
				const view = await this.share(read).catch(() => ({ body: [], date: NaN }));
				const report = this.choose(creation, view);
				if (report) return report;
			}
			throw notFound(lost, target, LOOKS.at(-1) ?? 0);
		} finally {
			this.open.delete(creation);
		}
	}

	private async share(read: () => Promise<View>): Promise<View> {
		const [first = 0] = LOOKS;
		if (!this.look || Date.now() > this.look.at + first / 2) {
			this.look = { at: Date.now(), view: read() };
		}
		return await this.look.view;
	}

	/** Takes the one report that is surely that of a create. */
	private choose(creation: Creation, { body, date }: View): IDataObject | undefined {
		const { page, privacy } = creation;
		const reports = (rowsIn(body) ?? []).filter(isObject) as IDataObject[];
		const [report, ...others] = reports.filter(
			(row) =>
				pageOf(toText(row.url)) === page &&
				toText(row.privacy ?? privacy) === privacy &&
				!this.taken.has(idOf(row)) &&
				isNewer(row, creation, date),
		);
		for (const row of reports) this.know(idOf(row));
		const isAlone = [...this.open].every((other) => other === creation || other.page !== page);
		if (!report || !isAlone || others.length > 0) return undefined;
		this.take(idOf(report));
		return report;
	}

	private know(id: string): void {
		if (Number(id) > this.highest) this.highest = Number(id);
	}
}

/**
 * Whether a report is newer than a create. Its age, from `created_at` to the time of the answer that shows it, must
 * not exceed the time since the request left. A numeric ID must be above all that were known then. Where neither can
 * be told, it is not. `generated_at` says nothing: new results make an old report look new.
 */
function isNewer(report: IDataObject, { leftAt, highest }: Creation, date: number): boolean {
	const id = Number(idOf(report) || NaN);
	const isHigher = highest === 0 || Number.isNaN(id) ? undefined : id > highest;
	const age = date - timeOf(report.created_at);
	if (Number.isNaN(age)) return isHigher === true;
	const isTimely = age > -TOLERANCE && age < Date.now() - leftAt + TOLERANCE;
	return isTimely && isHigher !== false && idOf(report) !== '';
}

/** A time with its zone, as milliseconds since 1970; NaN for any other, which could be meant anywhere. */
function timeOf(time: unknown): number {
	const text = toText(time);
	return /\d:\d\d.*(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : NaN;
}
