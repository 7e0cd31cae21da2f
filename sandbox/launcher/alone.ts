import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import getPort, { portNumbers } from 'get-port';
import { lock } from 'proper-lockfile';

import { isAlive, StepError } from './keep';

/** Who works with a folder. */
interface Occupant {
	pid: number;
	/** What it does, and what that means for whoever comes second. */
	sentence: string;
}

/** After so many milliseconds without a sign of life, a lock counts as left behind. */
const STALE = 10_000;

/**
 * Takes a folder for this process alone, until it ends.
 *
 * @param sentence what this process does, and what that means for whoever comes second
 * @throws {StepError} if another process works with it
 */
export async function occupy(folder: string, sentence: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const note = join(folder, 'occupant.json');
	const lockfilePath = join(folder, 'occupied');
	// One that was killed leaves its lock behind, which is stale in a moment
	const retries = { retries: STALE / 500 + 2, factor: 1, minTimeout: 500, maxTimeout: 500 };
	const occupant = await occupantOf(note);
	const waits = occupant?.pid === undefined || !isAlive(occupant.pid);
	try {
		// What happens to it while this machine is asleep is no reason to end
		const onCompromised = () => undefined;
		await lock(folder, { lockfilePath, stale: STALE, onCompromised, ...(waits && { retries }) });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
		const { pid, sentence: theirs } = (await occupantOf(note)) ?? {};
		const which = pid === undefined ? '' : `, or end process ${String(pid)}`;
		throw new StepError(
			`${theirs ?? 'It is already running.'} Or stop it first: Ctrl+C where it runs${which}.`,
		);
	}
	await writeFile(note, JSON.stringify({ pid: process.pid, sentence } satisfies Occupant));
}

async function occupantOf(note: string): Promise<Partial<Occupant> | undefined> {
	if (!existsSync(note)) return undefined;
	try {
		return JSON.parse(await readFile(note, 'utf8')) as Partial<Occupant>;
	} catch {
		return undefined; // it is being written
	}
}

/**
 * Makes sure that nothing listens on some ports, all together.
 *
 * @param ports numbers by the options that name them, such as `--port`
 * @param command what was run, with its other options
 * @throws {StepError} with a whole command that would find free ones
 */
export async function assertFreePorts(
	ports: Record<string, number>,
	command: string,
): Promise<void> {
	const taken: number[] = [];
	for (const port of Object.values(ports)) {
		if ((await freePort([port])) !== port) taken.push(port);
	}
	if (taken.length === 0) return;
	const better: Array<[option: string, port: number]> = [];
	for (const [option, port] of Object.entries(ports)) {
		const others = portNumbers(Math.min(port + 1, 65_000), 65_535);
		better.push([option, taken.includes(port) ? await freePort(others) : port]);
	}
	const which = taken.length > 1 ? `Ports ${taken.join(' and ')} are` : `Port ${taken.join()} is`;
	throw new StepError(
		`${which} taken by another program. Stop that one, or take others: ${command} ${better.flat().join(' ')}`,
	);
}

/**
 * A port of this machine that nothing listens on, and that this process has not been given just now.
 *
 * @param wanted tried first, in this order; any where left out
 */
export async function freePort(wanted?: Iterable<number>): Promise<number> {
	return await getPort({ port: wanted, host: '127.0.0.1' });
}
