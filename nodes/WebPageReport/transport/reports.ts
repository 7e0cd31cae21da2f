import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../shared/target';
import { toText } from '../shared/value';
import { isSameSite, pageOf } from '../shared/webAddress';
import { Ages, type Moment } from './ages';

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
	/** When the request left last. */
	left: Moment;
	/** The IDs of reports that were seen to be older; new results can make them look new. */
	older: Set<string>;
}

/** What has become of a report whose creation got no answer. */
export type Finding = { report: IDataObject } | 'missing' | 'uncertain';

/**
 * What a service has shown of its reports, and what is being created there: enough to tell the report
 * of a create whose answer was lost from all others, or that it cannot be told.
 */
export class Reports {
	private readonly ages = new Ages();

	readonly clock = this.ages.clock;

	/** The IDs of reports that belong to items. */
	private readonly own = new Set<string>();

	/** The creations of which nobody knows yet what they have brought. */
	private readonly open = new Set<Creation>();

	/** A report that is to be created. */
	begin({ url = '', privacy = '' }: Target): Creation {
		return { page: pageOf(url), privacy, left: this.ages.now, older: new Set() };
	}

	/** Notes that the request of a creation leaves. It stands in the way of others on its page. */
	leave(creation: Creation): void {
		creation.left = this.ages.now;
		this.open.add(creation);
	}

	/** Notes which report a creation has brought. Where the answer does not say, it may be any on its page. */
	end(creation: Creation, report: IDataObject = {}): void {
		const id = idOf(report);
		if (id === '') return;
		this.open.delete(creation);
		this.know(id);
		this.ages.learn(report, creation.left);
	}

	/** Notes that a report belongs to an item. */
	know(id: string): void {
		this.own.add(id);
		if (this.own.size > MOST_OWN) this.own.delete(String(this.own.values().next().value));
	}

	/** Notes that a creation has failed for certain. */
	fail(creation: Creation): void {
		this.open.delete(creation);
	}

	/** Looks among reports of the service for that of a creation whose answer was lost. */
	find(creation: Creation, rows: IDataObject[]): Finding {
		const { page, privacy, left } = creation;
		this.ages.see(rows);
		const foreign = rows.filter((report) => !this.own.has(idOf(report)));
		const recent = foreign.filter((report) => !this.isOlder(report, creation));
		const [candidate, ...others] = recent
			.filter(({ url }) => pageOf(toText(url)) === page)
			.map((report) => ({ report, isNew: this.ages.isNewer(report, left) }))
			.filter(({ isNew }) => isNew !== false);
		if (!candidate) {
			// A service may keep another address of the page
			const pages = recent.map(({ url }) => pageOf(toText(url)));
			const isNear = pages.some(
				(shown) => shown === page || (isSameSite(shown, page) && !this.isAwaited(shown)),
			);
			return isNear ? 'uncertain' : 'missing';
		}
		const { report, isNew } = candidate;
		const isAsked = toText(report.privacy ?? privacy) === privacy;
		const isAlone = others.length === 0 && !this.isAwaited(page, creation);
		return isNew && isAlone && isAsked ? { report } : 'uncertain';
	}

	/** Whether the report of a creation, or of another one than this, may turn up on a page. */
	private isAwaited(page: string, creation?: Creation): boolean {
		const since = Date.now() - LATEST;
		for (const other of this.open) if (other.left.at < since) this.open.delete(other);
		return [...this.open].some((other) => other !== creation && other.page === page);
	}

	/** Whether a report is older than a creation for certain; it stays so, whatever new results it gets. */
	isOlder(report: IDataObject, { left, older }: Creation): boolean {
		const id = idOf(report);
		if (id !== '' && older.has(id)) return true;
		const isOlder = this.ages.isNewer(report, left) === false && this.ages.isOlder(report, left);
		if (isOlder) older.add(id);
		return isOlder;
	}
}

function idOf({ id }: IDataObject): string {
	return toText(id);
}
