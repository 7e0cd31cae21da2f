import type { IDataObject } from 'n8n-workflow';

import { createdAt } from '../shared/record';
import type { Target } from '../shared/target';
import { toText } from '../shared/value';
import { pageOf } from '../shared/webAddress';
import { Clock } from './clock';
import { Ids, type Mark } from './ids';

/** How many reports are remembered as those of other items. */
const MOST_OWN = 10_000;

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
	/** The IDs on the page when it was looked for before; undefined where it was not. */
	before?: Set<string>;
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

	/** The IDs of reports that belong to other items. */
	private readonly own = new Set<string>();

	private readonly open = new Set<Creation>();

	/** Notes that a report is being created. It stands in the way of others on its page until its fate is known. */
	begin({ url = '', privacy = '' }: Target): Creation {
		const creation = { page: pageOf(url), privacy, at: Date.now(), mark: this.ids.mark };
		this.open.add(creation);
		return creation;
	}

	/** Notes that the request of a creation leaves, for the first time or again. */
	leave(creation: Creation): void {
		creation.at = Date.now();
		creation.mark = this.ids.mark;
	}

	/** Notes which report a creation has brought; none where it has failed for certain. */
	end(creation: Creation, report?: IDataObject): void {
		this.open.delete(creation);
		if (!report) return;
		if (toText(report.id) !== '') this.own.add(toText(report.id));
		if (this.own.size > MOST_OWN) this.own.delete(String(this.own.values().next().value));
		this.ids.note(report.id, creation.mark);
		this.clock.hear(createdAt(report), creation.at, Date.now());
	}

	/**
	 * Looks for the report of a creation whose answer was lost.
	 *
	 * @param rows reports of the service, with those on the page among them
	 */
	find(creation: Creation, rows: IDataObject[]): Finding {
		const { page, privacy, before = [] } = creation;
		const onPage = rows.filter(({ url }) => pageOf(toText(url)) === page);
		const [candidate, ...others] = onPage
			.filter(({ id }) => !this.own.has(toText(id)))
			.map((report) => ({ report, isNew: this.isNewer(report, creation) }))
			.filter(({ isNew }) => isNew !== false);
		creation.before = new Set([...before, ...onPage.map(({ id }) => toText(id))]);
		if (!candidate) return 'missing';
		const { report, isNew } = candidate;
		const rivals = [...this.open].filter((other) => other !== creation && other.page === page);
		const isAsked = toText(report.privacy ?? privacy) === privacy;
		const isAlone = others.length === 0 && rivals.length === 0;
		return isNew && isAlone && isAsked ? { report } : 'uncertain';
	}

	/** Whether a report was created after a request had left; undefined where that is uncertain. */
	private isNewer(report: IDataObject, { at, mark, before }: Creation): boolean | undefined {
		const signs = [this.ids.isAfter(report.id, mark), this.clock.isAfter(createdAt(report), at)];
		if (signs.includes(false)) return false;
		// What has no ID cannot be told from that of another item
		if (toText(report.id) === '') return undefined;
		const hasAppeared = before !== undefined && !before.has(toText(report.id));
		return signs.includes(true) || hasAppeared || undefined;
	}
}
