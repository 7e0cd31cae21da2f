import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../shared/target';
import { createdAt } from '../shared/record';
import { toText } from '../shared/value';
import { pageOf } from '../shared/webAddress';
import { Clock } from './clock';

/** How long ago the newest report may have been seen for what is above it to be new, in milliseconds. */
const FRESH = 10_000;

/** How many reports are remembered as those of other items. */
const MOST_OWN = 10_000;

/** A report that is being created. */
export interface Creation {
	url: string;
	/** As it was asked for (interface document, section 4.5). */
	privacy: string;
	/** When the request left last: milliseconds since 1970. */
	at: number;
	/** The highest ID that was known then; undefined where none was. */
	newest: bigint | undefined;
	/** Whether that had been seen just before. */
	isFresh: boolean;
}

/** What has become of a report whose creation got no answer. */
export type Finding = { report: IDataObject } | 'missing' | 'uncertain';

/**
 * What a service has shown of its reports, and what is being created there: enough to tell the report
 * of a create whose answer was lost from all others, or that it cannot be told.
 */
export class Reports {
	readonly clock = new Clock();

	/** The highest ID that a creation has brought, and when. */
	private newest: bigint | undefined;

	private seenAt = -Infinity;

	/** Whether a higher ID has always been a newer report. */
	private isOrdered = true;

	/** The IDs of reports that belong to other items. */
	private readonly own = new Set<string>();

	private readonly open = new Set<Creation>();

	/** Notes that a report is being created. It stands in the way of others on its page until its fate is known. */
	begin({ url = '', privacy = '' }: Target): Creation {
		const creation = { url, privacy, ...this.now() };
		this.open.add(creation);
		return creation;
	}

	/** Notes that the request of a creation leaves, for the first time or again. */
	leave(creation: Creation): void {
		Object.assign(creation, this.now());
	}

	/** Notes which report a creation has brought; none where it has failed for certain. */
	end(creation: Creation, report?: IDataObject): void {
		this.open.delete(creation);
		if (!report) return;
		if (toText(report.id) !== '') this.own.add(toText(report.id));
		if (this.own.size > MOST_OWN) this.own.delete(String(this.own.values().next().value));
		this.clock.hear(createdAt(report), creation.at, Date.now());
		const id = numberOf(report.id);
		if (id === undefined) return;
		if (id <= (creation.newest ?? -1n)) this.isOrdered = false;
		if (id <= (this.newest ?? -1n)) return;
		this.newest = id;
		this.seenAt = Date.now();
	}

	/**
	 * Looks for the report of a creation whose answer was lost.
	 *
	 * @param rows reports of the service, with those on the page among them
	 */
	find(creation: Creation, rows: IDataObject[]): Finding {
		const page = pageOf(creation.url);
		const isSame = ({ url }: { url?: unknown }) => pageOf(toText(url)) === page;
		const [candidate, ...others] = rows
			.filter((report) => isSame(report) && !this.own.has(toText(report.id)))
			.map((report) => ({ report, isNew: this.isNewer(report, creation) }))
			.filter(({ isNew }) => isNew !== false);
		if (!candidate) return 'missing';
		const { report, isNew } = candidate;
		const rivals = [...this.open].filter((other) => other !== creation && isSame(other));
		const isAsked = toText(report.privacy ?? creation.privacy) === creation.privacy;
		const isAlone = others.length === 0 && rivals.length === 0;
		return isNew && isAlone && isAsked ? { report } : 'uncertain';
	}

	/** Whether a report was created after a request had left; undefined where that is uncertain. */
	private isNewer(report: IDataObject, { at, newest, isFresh }: Creation): boolean | undefined {
		const id = numberOf(report.id);
		const isComparable = this.isOrdered && id !== undefined && newest !== undefined;
		const isHigher = isComparable ? id > newest : undefined;
		const isLater = this.clock.isAfter(createdAt(report), at);
		if (isHigher === false || isLater === false) return false;
		// What has no ID cannot be told from that of another item
		if (toText(report.id) === '') return undefined;
		return isLater ?? (isHigher && isFresh ? true : undefined);
	}

	private now() {
		const at = Date.now();
		return { at, newest: this.newest, isFresh: at - this.seenAt < FRESH };
	}
}

/** An ID that can be compared. */
function numberOf(id: unknown): bigint | undefined {
	const text = toText(id);
	return /^\d{1,30}$/.test(text) ? BigInt(text) : undefined;
}
