import { sleep } from 'n8n-workflow';

import type { Failure } from '../errors/failure';

/** n8n's sleep cannot be cancelled. A wait that ends early leaves a sleep of at most so many milliseconds behind. */
export const SLICE = 250;

/** The first pause if the service asks for none, in milliseconds. Each later one is twice as long. */
const FIRST_PAUSE = 500;

const LONGEST_BACKOFF = 60_000;

/** Calls a listener when a signal is aborted. Returns how to stop listening: a listener that stays keeps its memory. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
	// A signal for each listener: Node.js warns of more than ten listeners on one
	const own = AbortSignal.any([signal]);
	own.addEventListener('abort', listener);
	return () => {
		own.removeEventListener('abort', listener);
	};
}

/** Gives what a promise gives, or undefined as soon as a signal is aborted. */
export async function unlessAborted<T>(
	signal: AbortSignal,
	promise: Promise<T>,
): Promise<T | undefined> {
	let stopListening: () => void = () => undefined;
	const aborted = new Promise<undefined>((resolve) => {
		stopListening = onAbort(signal, () => {
			resolve(undefined);
		});
	});
	return await Promise.race([promise, aborted]).finally(stopListening);
}

/**
 * Waits, unless and until a signal ends that.
 *
 * @throws the reason of the signal
 */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
	const end = Date.now() + milliseconds;
	while (!signal.aborted && Date.now() < end) {
		await unlessAborted(signal, sleep(Math.min(end - Date.now(), SLICE)));
	}
	signal.throwIfAborted();
}

/**
 * Does work that must end in time. Some work never ends by itself: in n8n before 2.1, a request whose answer cannot be
 * unpacked never settles, and an answer can trickle in for hours.
 *
 * @throws what the work throws, or the reason if the time is over
 */
export async function inTime<T>(
	milliseconds: number,
	reason: () => Failure,
	work: () => Promise<T>,
): Promise<T> {
	const end = new AbortController();
	const late = wait(milliseconds, end.signal).then(() => {
		throw reason();
	});
	try {
		return await Promise.race([work(), late]);
	} finally {
		// Without a reason, Node.js would make an error for every request, which takes time
		end.abort(null);
	}
}

/**
 * The pause after so many attempts, in whole milliseconds. If the service asks for less than the first pause, or for a
 * time that is over by its clock, it is exponential backoff with jitter, so that requests do not come back all at once.
 */
export function backoff(attempts: number, asked = 0): number {
	if (asked > FIRST_PAUSE) return Math.ceil(asked);
	const longest = Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_BACKOFF);
	return Math.ceil(longest * (0.5 + Math.random() / 2));
}
