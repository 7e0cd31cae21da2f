import { resolve } from 'node:path';

import { runProgram } from '../../../sandbox/launcher/program';

const cwd = resolve(__dirname, '../../..');

/** What a script prints that does steps, where there is no terminal. */
async function printed(script: string) {
	const code = `const { step } = require('./sandbox/launcher/progress.ts'); ${script}`;
	const args = ['--require', 'tsx/cjs', '-e', code];
	const env = { ...process.env, TSX_DISABLE_CACHE: '1', NO_COLOR: '1', FORCE_COLOR: undefined };
	return await runProgram({ command: process.execPath, args, cwd, env });
}

describe('A step that a person waits for', () => {
	it('is shown when it begins and when it is done, and gives what it has brought', async () => {
		const { output } = await printed(
			`step('Counting', async () => 42).then((count) => console.log(count))`,
		);

		expect(output).toBe('❯ Counting\n✔ Counting\n42\n');
	});

	it('that fails leaves it to its caller to say why', async () => {
		const { output, errors } = await printed(
			`step('Counting', async () => { throw new Error('No fingers.'); }).catch(({ message }) => console.log(message))`,
		);

		expect([output, errors]).toEqual(['❯ Counting\nNo fingers.\n', '']);
	});
});
