import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../errors/failure';

/**
 * What one execution of a node has written, or may have: where n8n runs the node again after a
 * failure (Retry On Fail), it runs all items again, also those that have gone well, some versions
 * even when all of them have.
 */
export class Writes {
	/** What came out, by item: an item is one write at the most. */
	private readonly byItem = new Map<number, Promise<IDataObject[]>>();

	/**
	 * Does a write, unless it has been done for this item before, or may have been.
	 *
	 * @returns what comes out for the item; of the first time, where it was done before
	 */
	async once(item: number, write: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const before = this.byItem.get(item);
		if (before) {
			// An earlier try can still be at it
			return await before.catch(async (error: unknown) => {
				if (isUndone(error)) return await this.once(item, write);
				throw error;
			});
		}
		const written = write();
		this.byItem.set(item, written);
		written.catch((error: unknown) => {
			if (isUndone(error)) this.byItem.delete(item);
		});
		return await written;
	}
}

/** Whether a write that has failed like this was surely not done. What is no Failure may have come after it. */
function isUndone(error: unknown): boolean {
	return error instanceof Failure && error.details.mayHaveHappened !== true;
}
