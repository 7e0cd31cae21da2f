import { sleep } from 'n8n-workflow';

import { Failure } from './failure';

/** How soon a wait notices that the workflow has been stopped, in milliseconds. */
const ATTENTION = 250;

/** A pause for all requests of one run: once a service has asked for one, nobody may hurry past. */
export class Pause {
	private end = 0;

	/** Makes the pause last at least so many milliseconds from now. */
	extend(milliseconds: number): void {
		this.end = Math.max(this.end, Date.now() + milliseconds);
	}

	/** How long the pause still lasts, in milliseconds. */
	get remaining(): number {
		return Math.max(0, this.end - Date.now());
	}

	/**
	 * Waits for the end of the pause, however often it is extended meanwhile. See {@link wait}.
	 *
	 * @param deadline milliseconds since 1970
	 * @returns false, at once, where the pause goes beyond the deadline
	 */
	async isOver(deadline: number, signal: AbortSignal | undefined): Promise<boolean> {
		while (this.remaining > 0) {
			if (Date.now() + this.remaining > deadline) return false;
			await wait(this.remaining, signal);
		}
		return true;
	}
}

/**
 * Waits in short sleeps, so that nothing has to be cleaned up when a workflow is stopped.
 *
 * @throws {Failure} when that happens
 */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	const end = Date.now() + milliseconds;
	for (;;) {
		if (signal?.aborted) {
			throw new Failure('The workflow was stopped', 'Nothing was sent for this item any more.');
		}
		const rest = end - Date.now();
		if (rest <= 0) return;
		await sleep(Math.min(rest, ATTENTION));
	}
}
