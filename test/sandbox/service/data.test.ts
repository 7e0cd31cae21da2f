import type { SandboxOptions } from '../../../sandbox/service/service';
import { projects, reports, start } from './client';

describe('The records', () => {
	async function records(options: SandboxOptions) {
		await start(options);
		return [await reports('?per_page=100'), await projects('?per_page=100')].map(
			({ data }) => data,
		);
	}

	it('are as many as the options say', async () => {
		const [withReports, withProjects] = await records({ reports: 40, projects: 7 });

		expect(withReports).toHaveLength(40);
		expect(withProjects).toHaveLength(7);
	});

	it('are the same with the same seed, and others with another', async () => {
		const first = await records({ seed: 5 });

		expect(await records({ seed: 5 })).toEqual(first);
		expect(await records({ seed: 6 })).not.toEqual(first);
	});
});
