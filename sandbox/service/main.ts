import { parseArgs } from 'node:util';

import { wholeNumber } from './options';
import { startSandbox } from './service';

const USAGE = `npm run sandbox -- [options]

  --port N         port; 0 picks any free one (default 3939)
  --key TEXT       accepted API key (default sandbox-key)
  --reports N      number of reports at the start (default 12)
  --projects N     number of projects they belong to (default 3)
  --seed N         seed of the initial records (default 1)
  --rate-limit N   requests accepted per minute; further ones get a 429
  --delay N        delay of every response, in ms
  --shape FORM     bare (no "data" wrapper) or old (page numbers at the top level)
  --help           prints the options`;

/** Starts only the sandbox service and prints its address. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '3939' },
			key: { type: 'string', default: 'sandbox-key' },
			reports: { type: 'string', default: '12' },
			projects: { type: 'string', default: '3' },
			seed: { type: 'string', default: '1' },
			'rate-limit': { type: 'string' },
			delay: { type: 'string', default: '0' },
			shape: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(USAGE);
		return;
	}
	const { 'rate-limit': rateLimit, shape } = values;
	if (shape !== undefined && shape !== 'bare' && shape !== 'old') {
		throw new Error(`--shape takes bare or old, not "${shape}".`);
	}
	const sandbox = await startSandbox({
		port: wholeNumber('port', values.port, 65_535),
		keys: [values.key],
		reports: wholeNumber('reports', values.reports),
		projects: wholeNumber('projects', values.projects),
		seed: wholeNumber('seed', values.seed),
		...(rateLimit && { rateLimit: { max: wholeNumber('rate-limit', rateLimit), window: 60_000 } }),
		conditions: [{ delay: wholeNumber('delay', values.delay), shape }],
	});
	console.log(`The sandbox service is running. Ctrl+C stops it; nothing is kept.

  Base URL  ${sandbox.baseUrl}
  API Key   ${sandbox.apiKey}

Try it:  curl -H "Authorization: Bearer ${sandbox.apiKey}" ${sandbox.baseUrl}/reports`);
}

main().catch((error: unknown) => {
	const { code, message } = error as NodeJS.ErrnoException;
	console.error(
		code === 'EADDRINUSE'
			? 'The port is taken, perhaps by a sandbox that is still running. Stop that one, or choose another port: npm run sandbox -- --port 4000'
			: message,
	);
	process.exitCode = 1;
});
