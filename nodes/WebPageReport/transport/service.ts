import { sleep } from 'n8n-workflow';

import { tooLong } from '../errors/advice';
import type { Failure } from '../errors/failure';
import { Capacity } from './capacity';
import { LONGEST_WAIT } from './delay';
import { type Departure, Queue, type Request } from './queue';
import { Reports } from './reports';
import type { Hear } from './send';
import { ATTENTION } from './wait';

/** Sends a request once. */
export type Attempt = (hear: Hear) => Promise<unknown>;

/**
 * One report service, for all runs of one n8n process that use it with the same key: what is known of
 * it, and whose turn it is. Does not know what is sent.
 */
export class Service {
	/** What it has shown of its reports, and what is being created there. */
	readonly reports = new Reports();

	readonly capacity: Capacity;

	private readonly queue = new Queue();

	private isWatched = false;

	/** @param atOnce how many requests it gets at once, at the most */
	constructor(atOnce: number) {
		this.capacity = new Capacity(atOnce);
	}

	/**
	 * Sends a request once, when it is its turn.
	 *
	 * @throws what the attempt fails with, and what `isReady` throws while it waits
	 * @throws {Failure} where the service asks for a longer pause than the request can wait
	 */
	async turn(request: Request, attempt: Attempt): Promise<unknown> {
		const departure = await new Promise<Departure>((leave, refuse) => {
			this.queue.add({ request, leave, refuse });
			this.next();
			if (!this.isWatched) void this.watch();
		});
		let headers: Parameters<Hear>[0] = {};
		let failure: unknown;
		return await attempt((said) => {
			headers = said;
		})
			.catch((error: unknown) => {
				failure = error;
				throw error;
			})
			.finally(() => {
				const now = Date.now();
				this.capacity.arrive(departure, headers, failure, now);
				this.reports.clock.hear(headers.date, departure.at, now);
				this.next();
			});
	}

	/** Lets out as many as may leave now. */
	private next(): void {
		const now = Date.now();
		while (this.capacity.hasRoom(now)) {
			const waiting = this.queue.take();
			if (!waiting) return;
			waiting.leave(this.capacity.depart(now));
		}
	}

	/** Looks after those that wait, as long as there are any. */
	private async watch(): Promise<void> {
		this.isWatched = true;
		while (!this.queue.isEmpty) {
			this.queue.sweep((request) => this.impatienceOf(request));
			this.next();
			const { pausedUntil } = this.capacity;
			const pause = pausedUntil - Date.now();
			if (pause > 0) this.queue.firsts.forEach(({ onPause }) => onPause?.(pausedUntil));
			await sleep(pause > 0 ? Math.min(pause, ATTENTION) : ATTENTION);
		}
		this.isWatched = false;
	}

	/** Why a request cannot wait for the end of the pause; undefined where it can. */
	private impatienceOf(request: Request): Failure | undefined {
		const { pausedUntil, lastTaken, refusal } = this.capacity;
		const { since, deadline = Math.max(since, lastTaken) + LONGEST_WAIT } = request;
		const now = Date.now();
		return pausedUntil > Math.max(deadline, now) ? tooLong(pausedUntil - now, refusal) : undefined;
	}
}
