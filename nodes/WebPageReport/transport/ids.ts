import { toText } from '../shared/value';

/** How long ago the highest ID may have been seen for one above it to be new, in milliseconds. */
const FRESH = 1_000;

/** What was known of the IDs of a service at some moment. */
export interface Mark {
	/** The highest ID; undefined where none was known. */
	highest: bigint | undefined;
	/** Whether that had been seen just before. */
	isFresh: boolean;
}

/** What the IDs of a service tell about age, where they are numbers that it counts up. */
export class Ids {
	private highest: bigint | undefined;

	/** When that was seen: milliseconds since 1970. */
	private seenAt = -Infinity;

	/** Whether a higher ID has always been a newer report. */
	private isOrdered = true;

	/** What is known now. */
	get mark(): Mark {
		return { highest: this.highest, isFresh: Date.now() - this.seenAt < FRESH };
	}

	/** Notes the ID of a report that was created after a moment. */
	note(id: unknown, moment: Mark): void {
		const number = numberOf(id);
		if (number === undefined) return;
		if (number <= (moment.highest ?? -1n)) this.isOrdered = false;
		if (number <= (this.highest ?? -1n)) return;
		this.highest = number;
		this.seenAt = Date.now();
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
