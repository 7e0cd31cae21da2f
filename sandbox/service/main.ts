import { parseArgs } from 'node:util';

import { startSandbox } from './service';

const USAGE = `npm run sandbox -- [options]

  --port N         port on this machine (default 3939)
  --key TEXT       API key to accept (default sandbox-key)
  --reports N      reports there are at the start (default 12)
  --projects N     projects they belong to (default 3)
  --seed N         which ones: the same seed gives the same records (default 1)
  --rate-limit N   requests a minute that are taken, the rest is answered with 429
  --delay N        milliseconds that every answer takes
  --shape FORM     bare or old, instead of records and lists under "data"
  --help           this text`;

/** Starts the sandbox service alone and says where it is. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '3939' },
			key: { type: 'string', default: 'sandbox-key' },
			reports: { type: 'string', default: '12' },
			projects: { type: 'string', default: '3' },
			seed: { type: 'string', default: '1' },
			'rate-limit': { type: 'string' },
			delay: { type: 'string' },
			shape: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(USAGE);
		return;
	}
	const { 'rate-limit': rateLimit, delay, shape } = values;
	if (shape !== undefined && shape !== 'bare' && shape !== 'old') {
		throw new Error(`--shape takes bare or old, not "${shape}".`);
	}
	const sandbox = await startSandbox({
		port: whole('port', values.port, 65_535),
		keys: [values.key],
		reports: whole('reports', values.reports),
		projects: whole('projects', values.projects),
		seed: whole('seed', values.seed),
		rateLimit:
			rateLimit === undefined ? undefined : { max: whole('rate-limit', rateLimit), window: 60_000 },
		conditions: [{ delay: delay === undefined ? undefined : whole('delay', delay), shape }],
	});
	console.log(`The sandbox service is running. Ctrl+C stops it; nothing is kept.

  Base URL  ${sandbox.baseUrl}
  API Key   ${sandbox.apiKey}

Try it:  curl -H "Authorization: Bearer ${sandbox.apiKey}" ${sandbox.baseUrl}/reports`);
}

function whole(option: string, text: string, most = Infinity): number {
	if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
	const range = most < Infinity ? ` up to ${String(most)}` : '';
	throw new Error(`--${option} takes a whole number${range}, not "${text}".`);
}

main().catch((error: unknown) => {
	const { code, message } = error as NodeJS.ErrnoException;
	console.error(
		code === 'EADDRINUSE'
			? 'The port is taken, perhaps by a sandbox that is still running. Stop that one, or choose another port: npm run sandbox -- --port 4000'
			: // Node.js goes on to explain how a shell is used
				message.split('\n', 1).join(),
	);
	process.exitCode = 1;
});
