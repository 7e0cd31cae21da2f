import { PrivateN8n } from '../../sandbox/launcher/n8n';
import type { Program } from '../../sandbox/launcher/program';

/** An n8n in Docker, where n8n 3 runs only; `program` is the name of its image. It shares the network of the machine. */
export class ContainerN8n extends PrivateN8n {
	/** Docker gets the image when it is first needed. */
	override async install(): Promise<void> {
		await Promise.resolve();
	}

	override async process(...args: string[]): Promise<Program> {
		const program = await super.process(...args);
		const names = Object.keys(program.env ?? {}).filter((name) => /^(N8N|NODE)_/.test(name));
		const options = [
			'--rm',
			'--network=host',
			`--volume=${this.home}:${this.home}`,
			`--user=${String(process.getuid?.())}:${String(process.getgid?.())}`,
			...names.map((name) => `--env=${name}`),
			// n8n 3 loads no other packages
			'--env=N8N_UNVERIFIED_PACKAGES_ENABLED=true',
		];
		return {
			...program,
			command: 'docker',
			args: ['run', ...options, this.program, ...args],
			cwd: this.home,
		};
	}
}
