import { toText } from '../shared/value';

/** How long ago the highest ID may have been given out for one above it to be new, in milliseconds. */
const FRESH = 1_000;

/** What was known of the IDs of a service at some moment. */
export interface Mark {
	/** The highest ID; undefined where none was known. */
	highest: bigint | undefined;
	/** Whether that had been given out just before. */
	isFresh: boolean;
}

/** What the IDs of a service tell about age, where they are numbers that it counts up. */
export class Ids {
	private highest: bigint | undefined;

	/** Since when it can have been given out: milliseconds since 1970. */
	private givenAt = -Infinity;

	/** Whether a higher ID has always been a newer report. */
	private isOrdered = true;

	/** What is known now. */
	get mark(): Mark {
		return { highest: this.highest, isFresh: Date.now() - this.givenAt < FRESH };
	}

	/**
	 * Notes the ID of a report.
	 *
	 * @param creation when it was asked for, and what was known then
	 */
	note(id: unknown, { at, mark }: { at: number; mark: Mark }): void {
		const number = numberOf(id);
		if (number === undefined) return;
		if (number <= (mark.highest ?? -1n)) this.isOrdered = false;
		if (number <= (this.highest ?? -1n)) return;
		this.highest = number;
		this.givenAt = at;
	}

	/** Whether a report was created after a moment; undefined where that is uncertain. */
	isAfter(id: unknown, { highest, isFresh }: Mark): boolean | undefined {
		const number = numberOf(id);
		if (!this.isOrdered || number === undefined || highest === undefined) return undefined;
		if (number <= highest) return false;
		// Others may have created reports since
		return isFresh || undefined;
	}
}

/** An ID that can be compared. */
function numberOf(id: unknown): bigint | undefined {
	const text = toText(id);
	return /^\d{1,30}$/.test(text) ? BigInt(text) : undefined;
}
