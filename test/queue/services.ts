import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort, startProgram } from '../../sandbox/launcher/program';

/** Starts an empty Redis and an empty PostgreSQL. Returns the environment variables that point n8n to them. */
export async function startServices(): Promise<NodeJS.ProcessEnv> {
	const redisPort = String(await freePort());
	// Without persistence
	const args = ['--port', redisPort, '--bind', '127.0.0.1', '--save', ''];
	await startProgram(
		'Redis',
		{ command: 'redis-server', args, cwd: tmpdir() },
		{ resources: [`tcp:127.0.0.1:${redisPort}`] },
	);

	const port = String(await freePort());
	const folder = await mkdtemp(join(tmpdir(), 'postgresql-'));
	// Started by root, PostgreSQL runs as another user, who must be able to create its data folder in here
	await chmod(folder, 0o777);
	const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
	// Debian keeps the programs of each version in a folder of their own
	const path = "PATH=$(printf '%s:' /usr/lib/postgresql/*/bin)$PATH";
	const create = `initdb -D ${folder}/data -U postgres --auth=trust --no-locale --encoding=UTF8`;
	const script = `${path}; ${create} && exec postgres -D ${folder}/data -h 127.0.0.1 -p ${port} -k ''`;
	await startProgram(
		'PostgreSQL',
		{ command: 'env', args: [...asPostgres, 'sh', '-c', script], cwd: '/' },
		// The port opens before PostgreSQL accepts connections
		{ resources: [`command:pg_isready -h 127.0.0.1 -p ${port}`] },
	);
	return {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: redisPort,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: port,
		DB_POSTGRESDB_DATABASE: 'postgres',
	};
}
