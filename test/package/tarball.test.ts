import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { WebPageReportApi } from '../../credentials/WebPageReportApi.credentials';
import { WebPageReport } from '../../nodes/WebPageReport/WebPageReport.node';
import manifest from '../../package.json';

import { textOnPage, writeOnPage } from '../support/pages';
import { pack, root } from './tarball';

describe('the tarball', () => {
	const { files, size, unpackedSize } = pack();

	it('contains what is built from credentials/ and nodes/, and nothing else', () => {
		const sources = ['credentials', 'nodes'].flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((path) => /\.[a-z]+$/.test(path))
				.map((path) => `dist/${folder}/${path.replace(/\.ts$/, '.js')}`),
		);
		const expected = [...sources, 'LICENSE', 'README.md', 'package.json'];
		expect(files.map(({ path }) => path).sort()).toEqual(expected.sort());
	});

	it('is as large as the README says, give or take a tenth: if not, UPDATE_DOCS=1 writes it', () => {
		const kB = (bytes: number) => `${String(Math.round(bytes / 1000))} kB`;
		const sentence = `It has no dependencies, and is ${kB(size)} to download (${kB(unpackedSize)} unpacked).`;
		if (process.env.UPDATE_DOCS) writeOnPage('size', `${sentence}\n`);
		const [packed, unpacked] = (textOnPage('size').match(/\d+/g) ?? []).map(Number);
		expect(Math.abs(Number(packed) / (size / 1000) - 1)).toBeLessThan(0.1);
		expect(Math.abs(Number(unpacked) / (unpackedSize / 1000) - 1)).toBeLessThan(0.1);
	});

	it('has no dependencies, runs no scripts on installation, and is public', () => {
		const fields = /dependencies|private|publishConfig/i;
		expect(Object.keys(manifest).filter((name) => fields.test(name))).toEqual([
			'devDependencies',
			'peerDependencies',
		]);
		const lifecycle = /^(pre|post)|^(install|prepare|publish|uninstall|version|dependencies)$/;
		expect(Object.keys(manifest.scripts).filter((name) => lifecycle.test(name))).toEqual([]);
	});

	it.each([new WebPageReport().description, new WebPageReportApi()])(
		'has different icons of $name for light and dark screens',
		({ name, icon }) => {
			const folder = name === 'webPageReport' ? 'nodes/WebPageReport' : 'credentials';
			const { light, dark } = icon as Record<'light' | 'dark', string>;
			const [one, other] = [light, dark].map((file) => {
				const path = posix.join('dist', folder, file.replace('file:', ''));
				expect(files).toContainEqual(expect.objectContaining({ path }));
				return readFileSync(join(root, path), 'utf8');
			});
			expect(one).not.toBe(other);
		},
	);
});
