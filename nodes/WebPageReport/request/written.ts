import type { IDataObject } from 'n8n-workflow';

import { Failure } from './failure';

/**
 * What one execution of a node has written, or may have: where n8n runs the node again after a
 * failure (Retry On Fail), it runs all items again, also those that have gone well, some versions
 * even when all of them have.
 */
export class Written {
	/** What came out, by item: an item is one write at the most. */
	private readonly byItem = new Map<number, Promise<IDataObject[]>>();

	/**
	 * Does a write, unless it has been done for this item before, or may have been.
	 *
	 * @returns what comes out for the item; of the first time, where it was done before
	 */
	async once(item: number, write: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		let written = this.byItem.get(item);
		if (written === undefined) {
			written = write();
			this.byItem.set(item, written);
			written.catch((error: unknown) => {
				// What is no Failure may have come after the write
				const isUndone = error instanceof Failure && error.details.mayHaveHappened !== true;
				if (isUndone) this.byItem.delete(item);
			});
		}
		return await written;
	}
}
