import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = resolve(__dirname, '..');

/** What is built from the small project below. */
const BUILT = [
	'credentials/Api.js',
	'nodes/Node.json',
	'nodes/Node.js',
	'nodes/icon.svg',
	'nodes/part/Part.js',
];

describe('the build, in a small project', () => {
	let folder: string;

	const path = (file: string) => join(folder, file);
	const read = (file: string) => readFileSync(path(file), 'utf8');
	const asides = () => readdirSync(folder).filter((name) => name.startsWith('dist-'));

	function write(file: string, text: string): void {
		mkdirSync(dirname(path(file)), { recursive: true });
		writeFileSync(path(file), text);
	}

	/** The arguments for a task, and where it has to run. */
	function gulp(task: string, env = {}) {
		const args = [path('node_modules/gulp/bin/gulp.js'), task];
		return { args, options: { cwd: folder, env: { ...process.env, ...env } } };
	}

	async function build(env = {}): Promise<string> {
		const { args, options } = gulp('build', env);
		return (await promisify(execFile)(process.execPath, args, options)).stdout;
	}

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'build-'));
		mkdirSync(path('sandbox/launcher'), { recursive: true });
		for (const file of [
			'gulpfile.js',
			'package.json',
			'sandbox/launcher/keep.js',
			'tsconfig.build.json',
		]) {
			copyFileSync(join(ROOT, file), path(file));
		}
		mkdirSync(path('node_modules'));
		for (const module of ['gulp', 'typescript']) {
			symlinkSync(join(ROOT, 'node_modules', module), path(`node_modules/${module}`), 'junction');
		}
		write('credentials/Api.ts', 'export const api = 1;\n');
		write('nodes/Node.ts', 'export const node = 1;\n');
		write('nodes/part/Part.ts', 'export const part = 1;\n');
		write('nodes/Node.json', '{}\n');
		write('nodes/icon.svg', '<svg/>\n');
		await build();
	});

	afterAll(() => {
		rmSync(folder, { recursive: true, force: true });
	});

	it('compiles, and copies what the compiler leaves behind', () => {
		expect(BUILT.filter((file) => !existsSync(path(`dist/${file}`)))).toEqual([]);
		expect(read('dist/nodes/Node.js')).toContain('exports.node = 1');
	});

	it('does nothing where dist is what the sources give', async () => {
		const before = BUILT.map((file) => statSync(path(`dist/${file}`)).ino);
		await build();
		expect(BUILT.map((file) => statSync(path(`dist/${file}`)).ino)).toEqual(before);
	});

	it.each([
		[
			'a file of it is gone',
			() => {
				rmSync(path('dist/nodes/icon.svg'));
			},
		],
		[
			'a file of it is another',
			() => {
				writeFileSync(path('dist/nodes/icon.svg'), '<svg></svg>\n');
			},
		],
	])('builds anew where %s', async (_, harm) => {
		harm();
		await build();
		expect(read('dist/nodes/icon.svg')).toBe('<svg/>\n');
	});

	it.each(['tsconfig.build.json', 'package.json', 'gulpfile.js', 'nodes/Node.ts'])(
		'builds anew where %s is another',
		async (file) => {
			const before = statSync(path('dist/nodes/Node.js')).ino;
			write(file, `${read(file)}\n`);
			await build();
			expect(statSync(path('dist/nodes/Node.js')).ino).not.toBe(before);
		},
	);

	it('takes out what has no source any more', async () => {
		write('nodes/Old.ts', 'export const old = 1;\n');
		await build();
		expect(existsSync(path('dist/nodes/Old.js'))).toBe(true);
		rmSync(path('nodes/Old.ts'));
		await build();
		expect(existsSync(path('dist/nodes/Old.js'))).toBe(false);
	});

	it('leaves dist as it is where it fails, and says what the compiler says', async () => {
		write('nodes/Node.ts', "export const node: number = 'one';\n");
		await expect(build()).rejects.toMatchObject({
			stderr: expect.stringContaining('nodes/Node.ts(1,14): error TS2322') as unknown,
		});
		expect(read('dist/nodes/Node.js')).toContain('exports.node = 1');
		expect(asides()).toEqual([]);
		write('nodes/Node.ts', 'export const node = 1;\n');
	});

	it('lets whoever reads dist find every file throughout, also with two builds at once', async () => {
		for (const value of [2, 3]) {
			write('nodes/Node.ts', `export const node = ${String(value)};\n`);
			const state = { building: true };
			const builds = Promise.all([build(), build()]).finally(() => {
				state.building = false;
			});
			const missing = new Set<string>();
			while (state.building) {
				for (const file of BUILT) if (!existsSync(path(`dist/${file}`))) missing.add(file);
				await setImmediate();
			}
			await builds;
			expect([...missing]).toEqual([]);
			expect(read('dist/nodes/Node.js')).toContain(`exports.node = ${String(value)}`);
			expect(asides()).toEqual([]);
		}
	});

	it('removes what a build has left that was stopped halfway, not what another one is at', async () => {
		const ended = spawnSync(process.execPath, ['--version']).pid;
		mkdirSync(path(`dist-${String(ended)}/nodes`), { recursive: true });
		mkdirSync(path(`dist-${String(process.pid)}`));
		await build();
		expect(asides()).toEqual([`dist-${String(process.pid)}`]);
		rmSync(path(`dist-${String(process.pid)}`), { recursive: true });
	});

	it('builds into the folder that BUILD_FOLDER names, and nowhere else', async () => {
		await build();
		const before = statSync(path('dist/nodes/Node.js')).ino;
		await build({ BUILD_FOLDER: path('elsewhere') });
		expect(readdirSync(path('elsewhere'))).toEqual(['dist']);
		expect(BUILT.filter((file) => !existsSync(path(`elsewhere/dist/${file}`)))).toEqual([]);
		expect(statSync(path('dist/nodes/Node.js')).ino).toBe(before);
	});

	describe('that watches', () => {
		let watching: ChildProcess;
		let output = '';

		/** Waits until something holds. */
		async function until(holds: () => boolean): Promise<void> {
			while (!holds()) await pause(50);
		}

		const builtValue = () =>
			existsSync(path('watched/dist/nodes/Node.js')) && read('watched/dist/nodes/Node.js');

		beforeAll(async () => {
			const { args, options } = gulp('watch', { BUILD_FOLDER: path('watched') });
			watching = spawn(process.execPath, args, options);
			watching.stdout?.setEncoding('utf8').on('data', (data: string) => (output += data));
			await until(() => output.includes('Watching for file changes'));
		});

		afterAll(async () => {
			const ended = new Promise((done) => watching.once('close', done));
			watching.kill();
			await ended;
		});

		it('builds all at first', () => {
			const missing = BUILT.filter((file) => !existsSync(path(`watched/dist/${file}`)));
			expect(missing).toEqual([]);
		});

		it('compiles what changes, and says what is wrong without compiling it', async () => {
			write('nodes/Node.ts', "export const node: number = 'four';\n");
			await until(() => output.includes('nodes/Node.ts(1,14): error TS2322'));
			expect(builtValue()).not.toContain('four');
			write('nodes/Node.ts', 'export const node = 4;\n');
			await until(() => String(builtValue()).includes('exports.node = 4'));
		});

		it('copies what changes', async () => {
			write('nodes/icon.svg', '<svg>new</svg>\n');
			// Node.js removes a file before it copies another one there
			const copied = () => {
				try {
					return read('watched/dist/nodes/icon.svg');
				} catch {
					return '';
				}
			};
			await until(() => copied() === '<svg>new</svg>\n');
		});

		it('removes what has no source any more', async () => {
			write('nodes/Extra.ts', 'export const extra = 1;\n');
			write('nodes/extra.svg', '<svg/>\n');
			const built = [path('watched/dist/nodes/Extra.js'), path('watched/dist/nodes/extra.svg')];
			await until(() => built.every((file) => existsSync(file)));
			rmSync(path('nodes/Extra.ts'));
			rmSync(path('nodes/extra.svg'));
			await until(() => !built.some((file) => existsSync(file)));
		});
	});
});
