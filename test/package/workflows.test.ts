import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(__dirname, '../../.github/workflows');

it.each(readdirSync(FOLDER))('%s takes actions by commit, with the version beside it', (file) => {
	const text = readFileSync(join(FOLDER, file), 'utf8');
	const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
	expect(actions).not.toEqual([]);
	const loose = actions.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action));
	expect(loose).toEqual([]);
});
