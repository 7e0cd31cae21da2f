import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../shared/target';
import { toText } from '../shared/value';
import { isSameSite, pageOf } from '../shared/webAddress';
import { Ages } from './ages';
import { DRIFT, FAR } from './clock';
import { type Creation, type Finding, idOf } from './creation';

/** How many reports are remembered as those of other items. */
const MOST_OWN = 10_000;

/** How long after its request a report can appear, in milliseconds. */
const LATEST = 10 * 60_000;

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
		return {
			page: pageOf(url),
			privacy,
			left: this.ages.now,
			older: new Set(),
			suspects: new Set(),
		};
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
		const { page, privacy, left, older, suspects } = creation;
		this.ages.see(rows);
		const foreign = rows.filter((row) => !this.own.has(idOf(row)));
		const recent = foreign.filter((row) => !this.isOlder(row, creation));
		for (const row of recent) {
			// A service may keep another address of the page
			const shown = pageOf(toText(row.url));
			const isNear = isSameSite(shown, page) && !this.isAwaited(shown, creation);
			if (isNear || shown === page) suspects.add(idOf(row));
		}
		const [candidate, ...others] = recent
			.filter(({ url }) => pageOf(toText(url)) === page)
			.map((report) => ({ report, isNew: this.ages.isNewer(report, left) }))
			.filter(({ isNew }) => isNew !== false);
		if (!candidate) {
			const isCleared = (id: string) => id !== '' && (this.own.has(id) || older.has(id));
			return [...suspects].every(isCleared) ? 'missing' : 'uncertain';
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

	/** Whether the last of the rows of a list is older than a creation for certain. */
	arePast(creation: Creation, rows: IDataObject[]): boolean {
		this.ages.see(rows);
		const last = rows.at(-1);
		return last !== undefined && this.isOlder(last, creation);
	}

	/** Whether a report is older than a creation for certain; it stays so, whatever new results it gets. */
	private isOlder(report: IDataObject, { page, left, older }: Creation): boolean {
		const id = idOf(report);
		if (id !== '' && older.has(id)) return true;
		const drift = pageOf(toText(report.url)) === page ? FAR : DRIFT;
		const isNewer = this.ages.isNewer(report, left);
		const isOlder = isNewer === false && this.ages.isOlder(report, left, drift);
		if (isOlder) older.add(id);
		return isOlder;
	}
}
