import { runProgram, runStep } from '../../../sandbox/launcher/program';

/** A Node.js that runs a script. */
const script = (code: string) => ({
	command: process.execPath,
	args: ['-e', code],
	cwd: __dirname,
});

describe('A program', () => {
	it('is waited for; what it has printed and its exit code are known then', async () => {
		const program = script('console.log("out ä"); console.error("error ö"); process.exit(3)');

		expect(await runProgram(program)).toEqual({ code: 3, output: 'out ä\n', errors: 'error ö\n' });
	});

	it('loses nothing of what it prints, also where it exits before anybody has read it', async () => {
		const program = script('console.log("ä".repeat(4e6)); setTimeout(() => process.exit(), 100)');
		const running = runProgram(program);
		// This process is busy, as on a machine with much to do: nothing would be read from a pipe
		const end = performance.now() + 3000;
		while (performance.now() < end);

		expect((await running).output).toHaveLength(4_000_001);
	});

	it('that ends by a signal has failed, as one that cannot be started', async () => {
		const killed = script('process.kill(process.pid, "SIGKILL")');
		const missing = { command: '/there/is/no/such/program', args: [], cwd: __dirname };
		const nowhere = { ...killed, cwd: '/there/is/no/such/folder' };

		expect(await runProgram(killed)).toMatchObject({ code: 137 });
		expect(await runProgram(missing)).toMatchObject({
			code: 127,
			errors: 'spawn /there/is/no/such/program ENOENT\n',
		});
		expect(await runProgram(nowhere)).toMatchObject({ code: 127 });
	});

	it('gets its environment, and nobody else does', async () => {
		const program = script('console.log(process.env.NODE_OPTIONS, process.env.WHAT)');
		const env = { ...process.env, NODE_OPTIONS: '--no-warnings', WHAT: 'this' };

		expect((await runProgram({ ...program, env })).output).toBe('--no-warnings this\n');
	});
});

describe('A step', () => {
	it('gives what was printed, and says why it has failed', async () => {
		expect(await runStep('Counting', script('console.log("one")'))).toBe('one\n');
		const failing = script('console.error("no fingers"); process.exit(1)');
		await expect(runStep('Counting', failing)).rejects.toThrow(
			'Counting: this failed. Its last words:\n\n  no fingers',
		);
		await expect(runStep('Counting', failing, () => 'Use toes.')).rejects.toThrow(
			'Counting: this failed. Use toes.\n\n  no fingers',
		);
	});
});
