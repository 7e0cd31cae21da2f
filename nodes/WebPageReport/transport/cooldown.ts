import { sleep } from 'n8n-workflow';

/** How soon a wait notices that nobody needs it any more, in milliseconds. */
const ATTENTION = 250;

/** A pause for all requests of one run: once a service has asked for one, nobody may hurry past. */
export class Cooldown {
	private end = 0;

	/** Makes it last at least so many milliseconds from now. */
	extend(milliseconds: number): void {
		this.end = Math.max(this.end, Date.now() + milliseconds);
	}

	/** How long it still lasts, in milliseconds. */
	get remaining(): number {
		return Math.max(0, this.end - Date.now());
	}

	/**
	 * Waits for its end, however often it is extended meanwhile. See {@link wait}.
	 *
	 * @param deadline milliseconds since 1970
	 * @returns false, at once, where it lasts beyond the deadline
	 */
	async waitUntil(deadline: number, check: () => void): Promise<boolean> {
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
 * @param check throws where what follows is not wanted any more, e.g. because the workflow has been stopped
 * @throws what `check` throws, as soon as it does
 */
export async function wait(milliseconds: number, check: () => void): Promise<void> {
	const end = Date.now() + milliseconds;
	for (;;) {
		check();
		const rest = end - Date.now();
		if (rest <= 0) return;
		await sleep(Math.min(rest, ATTENTION));
	}
}
