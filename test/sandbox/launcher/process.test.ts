import { freePort } from '../../../sandbox/launcher/alone';
import { startProgram } from '../../../sandbox/launcher/process';

/** A Node.js that runs a script. */
const script = (code: string) => ({
	command: process.execPath,
	args: ['-e', code],
	cwd: __dirname,
});

describe('A program that stays', () => {
	const serving = (port: number, status = 200) =>
		script(`
			console.log('coming');
			require('node:http').createServer((request, response) => {
				response.statusCode = ${String(status)};
				response.end();
			}).listen(${String(port)}, '127.0.0.1');`);
	const resources = (port: number) => [`http-get://127.0.0.1:${String(port)}/`];

	it('is there when it answers, says what it has printed, and ends when it is told to', async () => {
		const port = await freePort();
		const running = await startProgram('The server', serving(port), { resources: resources(port) });

		expect((await fetch(`http://127.0.0.1:${String(port)}`)).status).toBe(200);
		expect(running.output()).toBe('coming\n');
		await running.stop();
		expect(await running.ended).toBe(143);
		expect(running.output()).toBe('coming\n');
		await expect(fetch(`http://127.0.0.1:${String(port)}`)).rejects.toThrow();
	});

	it('that ends by itself has failed, with its last words', async () => {
		const program = script('console.log("no room"); process.exit(1)');
		const signs = { resources: resources(await freePort()) };

		await expect(startProgram('The server', program, signs)).rejects.toThrow(
			'The server did not start. Its last words:\n\n  no room',
		);
	});

	it('is not waited for without an end', async () => {
		const port = await freePort();
		const signs = { resources: resources(port), timeout: 2000 };

		await expect(startProgram('The server', serving(port, 503), signs)).rejects.toThrow(
			'The server did not start within 2 seconds. Its last words:\n\n  coming',
		);
		await expect(fetch(`http://127.0.0.1:${String(port)}`)).rejects.toThrow();
	});
});
