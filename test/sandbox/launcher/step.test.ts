import { runProcess } from '../../../sandbox/launcher/step';

/** Runs a script in a Node.js of its own. */
const runScript = async (script: string, started?: () => void) =>
	await runProcess({ command: process.execPath, args: ['-e', script], cwd: __dirname }, started);

describe('A process', () => {
	it('is waited for; what it has printed and its exit code are known then', async () => {
		const script = 'console.log("out ä"); console.error("error ö"); process.exit(3)';

		expect(await runScript(script)).toEqual({ code: 3, output: 'out ä\n', errors: 'error ö\n' });
	});

	it('loses nothing of what it prints, also where it exits before anybody has read it', async () => {
		const script = 'console.log("ä".repeat(4e6)); setTimeout(() => process.exit(), 100)';
		const { output } = await runScript(script, () => {
			// This process is busy, as on a machine with much to do: nothing would be read from a pipe
			const end = performance.now() + 3000;
			while (performance.now() < end);
		});

		expect(output).toHaveLength(4_000_001);
	});

	it('that cannot be started has failed, too', async () => {
		const step = { command: '/there/is/no/such/program', args: [], cwd: __dirname };

		expect(await runProcess(step)).toMatchObject({ code: 1, output: '' });
	});
});
