import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { list } from 'tar';

import { packProject } from '../../sandbox/launcher/n8n';
import { textOnPage, writeOnPage } from '../support/pages';

const root = resolve(__dirname, '../..');

describe('the tarball', () => {
	const files: string[] = [];
	let packedSize = 0;
	let unpackedSize = 0;

	beforeAll(async () => {
		const file = await packProject(join(tmpdir(), 'packed'));
		packedSize = statSync(file).size;
		await list({
			file,
			onReadEntry: ({ path, size }) => {
				files.push(path.replace('package/', ''));
				unpackedSize += size;
			},
		});
	});

	it('contains what is built from credentials/ and nodes/, and nothing else', () => {
		const sources = ['credentials', 'nodes'].flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((path) => /\.[a-z]+$/.test(path))
				.map((path) => `dist/${folder}/${path.replace(/\.ts$/, '.js')}`),
		);
		const expected = [...sources, 'LICENSE', 'README.md', 'package.json'];
		expect(files.sort()).toEqual(expected.sort());
	});

	it('is as large as the README says, give or take a tenth: if not, UPDATE_DOCS=1 writes it', () => {
		const kB = (bytes: number) => `${String(Math.round(bytes / 1000))} kB`;
		const sentence = `It has no dependencies, and is ${kB(packedSize)} to download (${kB(unpackedSize)} unpacked).`;
		if (process.env.UPDATE_DOCS) writeOnPage('size', `${sentence}\n`);
		const [packed, unpacked] = (textOnPage('size').match(/\d+/g) ?? []).map(Number);
		expect(Math.abs(Number(packed) / (packedSize / 1000) - 1)).toBeLessThan(0.1);
		expect(Math.abs(Number(unpacked) / (unpackedSize / 1000) - 1)).toBeLessThan(0.1);
	});
});
