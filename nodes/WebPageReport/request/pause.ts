import { sleep } from 'n8n-workflow';

/** How soon a wait notices that nobody needs it any more, in milliseconds. */
export const ATTENTION = 250;

/**
 * Throws where what follows is not wanted any more, e.g. because the workflow has been stopped.
 */
export type Check = () => void;

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
	async isOver(deadline: number, check: Check): Promise<boolean> {
		while (this.remaining > 0) {
			if (Date.now() + this.remaining > deadline) return false;
			await wait(this.remaining, check);
		}
		return true;
	}
}

/**
 * Waits in short sleeps, so that nothing has to be cleaned up when a wait ends early.
 *
 * @throws what `check` throws, as soon as it does
 */
export async function wait(milliseconds: number, check: Check): Promise<void> {
	const end = Date.now() + milliseconds;
	for (;;) {
		check();
		const rest = end - Date.now();
		if (rest <= 0) return;
		await sleep(Math.min(rest, ATTENTION));
	}
}
