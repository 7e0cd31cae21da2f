import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';
import { run } from '../support/engine';
import { addresses, CREATE, numbered } from '../support/numberedService';

const sandboxes: Sandbox[] = [];

afterAll(async () => {
	await Promise.all(
		sandboxes.map(async (sandbox) => {
			await sandbox.close();
		}),
	);
});

describe('240 creates on a service that takes 60 in 4 s', () => {
	const WINDOW = 4000;

	it.concurrent.each<[NonNullable<SandboxOptions['rateLimit']>['headers'], boolean, number]>([
		// One a window tells its end, where the service does not
		['remaining', false, 5],
		['remaining', true, 14],
		['reset', false, 5],
		['reset', true, 14],
		['retry-after', false, 14],
		// A place becomes free at a time, and nothing says how many: a slow machine meets the end more often
		['retry-after', true, 72],
	])(
		'with the headers "%s", sliding: %j, are all done, with at most %i refused',
		async (headers, sliding, most) => {
			const rateLimit = { max: 60, window: WINDOW, headers, sliding };
			const sandbox = await startSandbox({ reports: 0, projects: 0, rateLimit });
			sandboxes.push(sandbox);
			const { baseUrl, apiKey } = sandbox;
			const began = Date.now();
			const { items, error } = await run({
				credential: { baseUrl, apiKey },
				parameters: CREATE,
				items: numbered(240),
			});
			const took = Date.now() - began;
			const refused = sandbox.requests.length - 240;
			process.stdout.write(
				`${String(headers)}, sliding ${String(sliding)}: ${String(refused)} refused, ${String(took)} ms\n`,
			);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.url)).toEqual(addresses(240));
			expect(sandbox.data.reports.size).toBe(240);
			expect(refused).toBeLessThanOrEqual(most);
		},
		60_000,
	);
});
