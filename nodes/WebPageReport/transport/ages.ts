import type { IDataObject } from 'n8n-workflow';

import { toText } from '../shared/value';
import { Clock } from './clock';
import { Ids, type Mark } from './ids';

/** A moment of ours, for what is older or newer. */
export interface Moment {
	/** Milliseconds since 1970. */
	at: number;
	/** What was known of IDs then. */
	mark: Mark;
}

/** Tells by IDs and times which reports are older than a moment of ours, and which are newer. */
export class Ages {
	readonly clock = new Clock();

	private readonly ids = new Ids();

	/** This moment. */
	get now(): Moment {
		return { at: Date.now(), mark: this.ids.mark };
	}

	/** Learns from a report that was created between a moment and now. */
	learn({ id, created_at, generated_at }: IDataObject, since: Moment): void {
		this.ids.note(id, since);
		this.clock.hear(created_at ?? generated_at, since.at, Date.now(), true);
	}

	/** Learns from reports that exist now. */
	see(reports: IDataObject[]): void {
		for (const { created_at, generated_at } of reports) {
			this.clock.see(created_at, Date.now());
			this.clock.see(generated_at, Date.now());
		}
	}

	/** Whether a report was created after a moment; undefined where that is uncertain. */
	isNewer(
		{ id, created_at, generated_at }: IDataObject,
		{ at, mark }: Moment,
	): boolean | undefined {
		const signs = [
			this.ids.isAfter(id, mark),
			...[created_at, generated_at].map((time) => this.clock.isAfter(time, at)),
		].filter((sign) => sign !== undefined);
		// What has no ID cannot be told from that of another item, nor what one sign contradicts
		if (new Set(signs).size !== 1) return undefined;
		return toText(id) === '' && signs[0] ? undefined : signs[0];
	}

	/**
	 * Whether a report is older than a moment for certain, also where its times are meant in another zone.
	 *
	 * @param drift how far its times may be from the header `Date` besides, in milliseconds
	 */
	isOlder(
		{ id, created_at, generated_at }: IDataObject,
		{ at, mark }: Moment,
		drift?: number,
	): boolean {
		return (
			this.ids.isAfter(id, mark) === false ||
			this.clock.isLongBefore(created_at ?? generated_at, at, drift)
		);
	}
}
