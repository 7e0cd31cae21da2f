import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(__dirname, '../../.github/workflows');

describe.each(readdirSync(FOLDER))('%s', (file) => {
	const text = readFileSync(join(FOLDER, file), 'utf8');

	it('takes actions by commit, with the version beside it', () => {
		const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
		expect(actions).not.toEqual([]);
		const loose = actions.filter(
			(action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action),
		);
		expect(loose).toEqual([]);
	});

	it('may read the code and nothing else, unless one job needs more', () => {
		expect(/^permissions:\n((?: .*\n)*)/m.exec(text)?.[1]).toBe('  contents: read\n');
		expect(text).not.toContain('write-all');
	});

	it('does not run the code of a stranger with the rights of this project', () => {
		expect(text).not.toContain('pull_request_target');
		expect(text).not.toContain('workflow_run');
	});
});
