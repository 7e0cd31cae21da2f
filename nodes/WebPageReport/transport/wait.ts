import { sleep } from 'n8n-workflow';

import type { Failure } from '../errors/failure';

/** How soon a wait notices that nobody needs it any more, in milliseconds. */
export const ATTENTION = 250;

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

/** How long something may take, and what is said when it takes longer. */
export interface Limit {
	milliseconds: number;
	tooLate: () => Failure;
	/** Ends it early, as the person who waits may. */
	signal?: AbortSignal;
}

/**
 * Does work that has to end in time, also where it would never end by itself: in n8n before 2.1, a
 * request never settles whose answer cannot be unpacked, and an answer can trickle in for hours.
 *
 * @param work is given a signal to end by, which may be of no use
 * @throws {Failure} that it was too late
 */
export async function inTime<T>(
	work: (signal: AbortSignal) => Promise<T>,
	{ milliseconds, tooLate, signal }: Limit,
): Promise<T> {
	const end = new AbortController();
	const stop = () => {
		end.abort();
	};
	if (signal?.aborted) stop();
	signal?.addEventListener('abort', stop);
	let isOver = false;
	const late = wait(milliseconds, () => {
		if (isOver) throw tooLate();
		// What has been told to end has until the next look to do so by itself
		isOver = end.signal.aborted;
	}).then(() => {
		stop();
		throw tooLate();
	});
	try {
		return await Promise.race([work(end.signal), late]);
	} finally {
		isOver = true;
		signal?.removeEventListener('abort', stop);
	}
}
