import { sleep } from 'n8n-workflow';

import type { Failure } from '../errors/failure';

/** n8n's sleep cannot be cancelled: a wait that ends early leaves a timer running for at most this long, in ms. */
export const SLICE = 250;

/** First and longest backoff, in ms. It doubles with each attempt. */
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 60_000;

/** Calls a listener when a signal aborts. Returns a function that stops listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
	// A signal per listener: Node.js warns about more than ten on one
	const own = AbortSignal.any([signal]);
	own.addEventListener('abort', listener);
	return () => {
		own.removeEventListener('abort', listener);
	};
}

/** Resolves like a promise, or with undefined as soon as a signal aborts. */
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

/** Waits. Throws the reason of a signal as soon as it aborts. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
	const end = Date.now() + milliseconds;
	while (!signal.aborted && Date.now() < end) {
		await unlessAborted(signal, sleep(Math.min(end - Date.now(), SLICE)));
	}
	signal.throwIfAborted();
}

/**
 * Does work within a time limit, or throws: a response can trickle in for hours. In n8n before 2.1, a request whose
 * response cannot be decompressed never settles.
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

/** Delay before the next attempt, in ms: what the service asked for, or backoff with jitter if that is too short. */
export function backoff(attempts: number, retryAfterMs = 0): number {
	if (retryAfterMs > FIRST_BACKOFF) return Math.ceil(retryAfterMs);
	const longest = Math.min(FIRST_BACKOFF * 2 ** (attempts - 1), LONGEST_BACKOFF);
	return Math.ceil(longest * (0.5 + Math.random() / 2));
}
