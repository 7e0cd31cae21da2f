import { sleep } from 'n8n-workflow';

import type { Failure } from '../errors/failure';

/** n8n's sleep cannot be cancelled: a wait that ends early leaves a timer running for at most this long, in ms. */
export const SLICE = 250;

/** First and longest backoff, in ms. Each is twice as long as the one before. */
const FIRST_PAUSE = 500;
const LONGEST_BACKOFF = 60_000;

/** Calls a listener when a signal is aborted. Returns how to stop listening: a leaked listener retains its closure. */
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

/** Waits until a signal ends that. Throws the reason of the signal. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
	const end = Date.now() + milliseconds;
	while (!signal.aborted && Date.now() < end) {
		await unlessAborted(signal, sleep(Math.min(end - Date.now(), SLICE)));
	}
	signal.throwIfAborted();
}

/**
 * Does work that must end in time, or throws the reason. In n8n before 2.1, a request whose answer cannot be unpacked
 * never settles, and an answer can trickle in for hours.
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
		// abort() would allocate a DOMException per request; null avoids it
		end.abort(null);
	}
}

/**
 * The delay before the next attempt, in ms. If the service asks for less than the first pause, or the time it names is in
 * the past, it is exponential backoff with jitter.
 */
export function backoff(attempts: number, asked = 0): number {
	if (asked > FIRST_PAUSE) return Math.ceil(asked);
	const longest = Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_BACKOFF);
	return Math.ceil(longest * (0.5 + Math.random() / 2));
}
