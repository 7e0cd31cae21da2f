import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort, runStep, startProgram } from '../../sandbox/launcher/program';

const USER = 'n8n';

/** A private, empty Redis and PostgreSQL. */
export interface Services {
	/** Environment variables that point n8n to them. */
	settings: NodeJS.ProcessEnv;
	/** Returns the rows of a query, each as its columns. */
	query(sql: string): Promise<string[][]>;
	stop(): Promise<void>;
}

/** Debian's folder for PostgreSQL, with a subfolder per version. */
const POSTGRESQL = '/usr/lib/postgresql';

/** The path of a PostgreSQL program, in the newest version installed. */
function ofPostgres(name: string): string {
	const newest = readdirSync(POSTGRESQL).sort().at(-1) ?? '';
	return join(POSTGRESQL, newest, 'bin', name);
}

/** Starts both on free ports. */
export async function startServices(): Promise<Services> {
	const redis = await startRedis();
	const postgres = await startPostgres();
	return {
		settings: { ...redis.settings, ...postgres.settings },
		query: postgres.query,
		stop: async () => {
			await Promise.all([redis.stop(), postgres.stop()]);
		},
	};
}

async function startRedis() {
	const port = String(await freePort());
	// Without persistence
	const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const redis = await startProgram(
		'Redis',
		{ command: 'redis-server', args, cwd: tmpdir() },
		{ resources: [`tcp:127.0.0.1:${port}`] },
	);
	return {
		settings: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port },
		stop: redis.stop,
	};
}

async function startPostgres() {
	const folder = await mkdtemp(join(tmpdir(), 'postgresql-'));
	// Started by root, PostgreSQL runs as another user, who must be able to create its data folder in here
	await chmod(folder, 0o777);
	const data = join(folder, 'data');
	const asItself = (name: string, ...args: string[]) =>
		process.getuid?.() === 0
			? {
					command: 'runuser',
					args: ['-u', 'postgres', '--', ofPostgres(name), ...args],
					cwd: '/',
				}
			: { command: ofPostgres(name), args, cwd: '/' };
	const newDatabase = ['-D', data, '-U', USER, '--auth=trust', '--locale=C', '--encoding=UTF8'];
	await runStep('Creating the database', asItself('initdb', ...newDatabase));

	const port = String(await freePort());
	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
	const postgres = await startProgram(
		'PostgreSQL',
		asItself('postgres', '-D', data, '-p', port, ...settings.flatMap((each) => ['-c', each])),
		// The port opens before PostgreSQL accepts connections
		{ resources: [`command:${ofPostgres('pg_isready')} -h 127.0.0.1 -p ${port}`] },
	);
	return {
		settings: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: USER,
		},
		query: async (sql: string) => {
			const server = ['-h', '127.0.0.1', '-p', port, '-U', USER, '-d', 'postgres'];
			const { stdout } = await promisify(execFile)(ofPostgres('psql'), [...server, '-Atc', sql]);
			return stdout
				.trim()
				.split('\n')
				.map((line) => line.split('|'));
		},
		stop: postgres.stop,
	};
}
