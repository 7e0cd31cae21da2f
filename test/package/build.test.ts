import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** Relative paths of all files in a folder. */
function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

it("n8n's own tool builds the same files as gulp, except the codex", () => {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-node-build-'));
	for (const name of ['nodes', 'credentials', 'package.json']) {
		cpSync(join(ROOT, name), join(folder, name), { recursive: true });
	}
	cpSync(join(ROOT, 'tsconfig.build.json'), join(folder, 'tsconfig.json'));
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
	const tool = join(ROOT, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
	execFileSync(process.execPath, [tool, 'build'], { cwd: folder, stdio: 'pipe' });

	const ours = join(ROOT, 'dist');
	const theirs = join(folder, 'dist');
	const files = filesIn(ours).filter((file) => !file.endsWith('.node.json'));
	expect(filesIn(theirs)).toEqual(files);
	for (const file of files) {
		expect(readFileSync(join(theirs, file), 'utf8')).toBe(readFileSync(join(ours, file), 'utf8'));
	}
	rmSync(folder, { recursive: true });
}, 60_000);
