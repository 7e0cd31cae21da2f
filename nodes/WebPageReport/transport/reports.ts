import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../shared/target';
import { toText } from '../shared/value';
import { pageOf } from '../shared/webAddress';
import { Clock } from './clock';
import { Ids, type Mark } from './ids';

/** How many reports are remembered as those of other items. */
const MOST_OWN = 10_000;

/** How long after its request a report can appear, in milliseconds. */
const LATEST = 10 * 60_000;

/** A report that is being created. */
export interface Creation {
	/** Of the page, in the form that all spellings of its address share. */
	page: string;
	/** As it was asked for (interface document, section 4.5). */
	privacy: string;
	/** When the request left last: milliseconds since 1970. */
	at: number;
	/** What was known of IDs then. */
	mark: Mark;
}

/** What has become of a report whose creation got no answer. */
export type Finding = { report: IDataObject } | 'missing' | 'uncertain';

/**
 * What a service has shown of its reports, and what is being created there: enough to tell the report
 * of a create whose answer was lost from all others, or that it cannot be told.
 */
export class Reports {
	readonly clock = new Clock();

	private readonly ids = new Ids();

	/** The IDs of reports that belong to items. */
	private readonly own = new Set<string>();

	/** The creations of which nobody knows yet what they have brought. */
	private readonly open = new Set<Creation>();

	/** A report that is to be created. */
	begin({ url = '', privacy = '' }: Target): Creation {
		return { page: pageOf(url), privacy, at: Date.now(), mark: this.ids.mark };
	}

	/** Notes that the request of a creation leaves. It stands in the way of others on its page. */
	leave(creation: Creation): void {
		creation.at = Date.now();
		creation.mark = this.ids.mark;
		this.open.add(creation);
	}

	/** Notes which report a creation has brought. Where the answer does not say, it may be any on its page. */
	end(creation: Creation, report: IDataObject = {}): void {
		const id = toText(report.id);
		if (id === '') return;
		this.open.delete(creation);
		this.own.add(id);
		if (this.own.size > MOST_OWN) this.own.delete(String(this.own.values().next().value));
		this.ids.note(id, creation.mark);
		this.clock.hear(report.created_at ?? report.generated_at, creation.at, Date.now(), true);
	}

	/** Notes that a creation has failed for certain. */
	fail(creation: Creation): void {
		this.open.delete(creation);
	}

	/**
	 * Looks for the report of a creation whose answer was lost.
	 *
	 * @param rows reports of the service, the newest first
	 */
	find(creation: Creation, rows: IDataObject[]): Finding {
		const { page, privacy } = creation;
		const onPage = rows.filter(({ url }) => pageOf(toText(url)) === page);
		const foreign = onPage.filter(({ id }) => !this.own.has(toText(id)));
		const [candidate, ...others] = foreign
			.map((report) => ({ report, isNew: this.isNewer(report, creation) }))
			.filter(({ isNew }) => isNew !== false);
		if (!candidate) {
			return foreign.every((report) => this.isOlder(report, creation)) ? 'missing' : 'uncertain';
		}
		const { report, isNew } = candidate;
		const isAsked = toText(report.privacy ?? privacy) === privacy;
		const isAlone = others.length === 0 && !this.hasRivals(creation);
		return isNew && isAlone && isAsked ? { report } : 'uncertain';
	}

	/** Whether the report of another creation may turn up on the page. */
	private hasRivals(creation: Creation): boolean {
		const since = Date.now() - LATEST;
		for (const other of this.open) if (other.at < since) this.open.delete(other);
		return [...this.open].some((other) => other !== creation && other.page === creation.page);
	}

	/** Whether a report was created after a request had left; undefined where that is uncertain. */
	private isNewer(report: IDataObject, { at, mark }: Creation): boolean | undefined {
		const { id, created_at, generated_at } = report;
		const signs = [
			this.ids.isAfter(id, mark),
			...[created_at, generated_at].map((time) => this.clock.isAfter(time, at)),
		].filter((sign) => sign !== undefined);
		// What has no ID cannot be told from that of another item, nor what one sign contradicts
		if (new Set(signs).size !== 1) return undefined;
		return toText(id) === '' && signs[0] ? undefined : signs[0];
	}

	/** Whether a report is older than a creation for certain, also where its times are meant in another zone. */
	isOlder({ id, created_at, generated_at }: IDataObject, { at, mark }: Creation): boolean {
		return (
			this.ids.isAfter(id, mark) === false ||
			this.clock.isLongBefore(created_at ?? generated_at, at)
		);
	}
}
