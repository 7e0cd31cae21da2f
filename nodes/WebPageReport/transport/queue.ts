/** A request that wants to leave, once or, after a failure, again. */
export interface Request {
	/** Whoever takes turns with others: a run, however many requests it has. */
	lane: object;
	/** When it wanted to leave first: milliseconds since 1970. */
	since: number;
	/** How long it can wait: milliseconds since 1970; ten minutes without an answer to anybody where left out. */
	deadline?: number;
	/**
	 * Whether it may leave as soon as there is room.
	 *
	 * @throws where it is not wanted any more
	 */
	isReady: () => boolean;
	/** Hears that nothing leaves before a time: milliseconds since 1970. */
	onPause?: (until: number) => void;
}

/** A request under way. */
export interface Departure {
	/** Requests are numbered in the order in which they leave. */
	ticket: number;
	/** Milliseconds since 1970. */
	at: number;
}

/** A request in the queue. */
interface Waiting {
	request: Request;
	leave: (departure: Departure) => void;
	refuse: (reason: unknown) => void;
}

/** Requests that wait for their turn: lane by lane, and within a lane in order. */
export class Queue {
	/** The lane whose turn it is stands first. */
	private readonly lanes = new Map<object, Waiting[]>();

	get isEmpty(): boolean {
		return this.lanes.size === 0;
	}

	/** Adds one at the end of its lane, also one that was refused before: it may be refused whatever the others are. */
	add(waiting: Waiting): void {
		const { lane } = waiting.request;
		const line = this.lanes.get(lane) ?? [];
		line.push(waiting);
		this.lanes.set(lane, line);
	}

	/** Takes the one whose turn it is; undefined where none is ready. The others keep their turns. */
	take(): Waiting | undefined {
		for (const [lane, line] of [...this.lanes]) {
			while (line.length > 0) {
				const isReady = this.isReady(line[0]);
				if (isReady === false) break;
				const first = line.shift();
				if (isReady === undefined) continue;
				this.lanes.delete(lane);
				if (line.length > 0) this.lanes.set(lane, line);
				return first;
			}
			if (line.length === 0) this.lanes.delete(lane);
		}
		return undefined;
	}

	/**
	 * Ends the wait of those that are not wanted any more.
	 *
	 * @param reasonFor gives the reason why one cannot wait any longer; undefined where it can
	 */
	sweep(reasonFor: (request: Request) => unknown): void {
		for (const [lane, line] of [...this.lanes]) {
			const left = line.filter((waiting) => {
				const reason = reasonFor(waiting.request);
				if (reason !== undefined) waiting.refuse(reason);
				return reason === undefined && this.isReady(waiting) !== undefined;
			});
			if (left.length > 0) this.lanes.set(lane, left);
			else this.lanes.delete(lane);
		}
	}

	/** The first of every lane. */
	get firsts(): Request[] {
		return [...this.lanes.values()].flatMap(([first]) => first?.request ?? []);
	}

	/** Whether one is ready; undefined where it is not wanted any more, which it has been told then. */
	private isReady(waiting: Waiting | undefined): boolean | undefined {
		try {
			return waiting?.request.isReady();
		} catch (reason) {
			waiting?.refuse(reason);
			return undefined;
		}
	}
}
