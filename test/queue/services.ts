import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../sandbox/launcher/n8n';
import { runStep, startService } from '../../sandbox/launcher/step';
import { installDebianPackage } from '../support/debian';

const POSTGRES = '/usr/lib/postgresql';
const USER = 'n8n';

/** A Redis and a PostgreSQL of their own, with nothing in them. */
export interface Services {
	/** Tells n8n where they are. */
	settings: NodeJS.ProcessEnv;
	/** The rows that a query gives, each as its columns. */
	query(sql: string): Promise<string[][]>;
	stop(): Promise<void>;
}

/** Starts both on free ports, from Debian's packages, which are installed where they are missing. */
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
	const command = '/usr/bin/redis-server';
	await installDebianPackage('redis-server', command);
	const port = String(await freePort());
	// Keeps nothing on disk
	const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const { stop } = await startService('Redis', { command, args, cwd: tmpdir() }, (output) =>
		output.includes('Ready to accept connections'),
	);
	return { settings: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port }, stop };
}

async function startPostgres() {
	// The folder of the programs is there with nothing but the clients, too
	await installDebianPackage('postgresql', '/var/lib/dpkg/info/postgresql.list');
	const program = (name: string) => join(POSTGRES, readdirSync(POSTGRES).at(-1) ?? '', 'bin', name);
	// PostgreSQL does not run as root
	const asItself = (...args: string[]) =>
		process.getuid?.() === 0
			? { command: 'runuser', args: ['-u', 'postgres', '--', ...args], cwd: '/' }
			: { command: args[0] ?? '', args: args.slice(1), cwd: '/' };
	const folder = (await runStep('Making a database', asItself('mktemp', '-d'))).trim();
	const newDatabase = ['-D', folder, '-U', USER, '--auth=trust', '--locale=C', '--encoding=UTF8'];
	await runStep('Filling it', asItself(program('initdb'), ...newDatabase));

	const port = String(await freePort());
	const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
	const { stop } = await startService(
		'PostgreSQL',
		asItself(
			program('postgres'),
			...['-D', folder, '-p', port],
			...settings.flatMap((setting) => ['-c', setting]),
		),
		(output) => output.includes('ready to accept connections'),
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
			const { stdout } = await promisify(execFile)(program('psql'), [...server, '-Atc', sql]);
			return stdout
				.trim()
				.split('\n')
				.map((line) => line.split('|'));
		},
		stop: async () => {
			await stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
