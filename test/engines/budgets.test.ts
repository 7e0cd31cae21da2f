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

describe('240 creates on a service that takes 60 in 2 s', () => {
	const WINDOW = 2000;

	it.each<[NonNullable<SandboxOptions['rateLimit']>['headers'], number]>([
		// One a window tells its end, where the service does not
		['remaining', 5],
		['reset', 5],
		// The first window teaches: without that, ten in each. The simulation has more kinds, and exact figures
		['retry-after', 30],
	])(
		'with the headers "%s" are all done, with at most %i refused',
		async (headers, most) => {
			const rateLimit = { max: 60, window: WINDOW, headers };
			const sandbox = await startSandbox({ reports: 0, projects: 0, rateLimit });
			sandboxes.push(sandbox);
			const { baseUrl, apiKey } = sandbox;
			const { items, error } = await run({
				credential: { baseUrl, apiKey },
				parameters: CREATE,
				items: numbered(240),
			});
			const refused = sandbox.requests.length - 240;
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.url)).toEqual(addresses(240));
			expect(sandbox.data.reports.size).toBe(240);
			expect(refused).toBeLessThanOrEqual(most);
		},
		60_000,
	);
});
