import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import manifest from '../package.json';

const root = resolve(__dirname, '..');

function read(file: string): string {
	return readFileSync(join(root, file), 'utf8');
}

const PAGES = ['', '.github', 'docs', 'examples', 'sandbox'].flatMap((folder) =>
	readdirSync(join(root, folder)).flatMap((file) =>
		file.endsWith('.md') ? [join(folder, file)] : [],
	),
);

it.each(PAGES)('every command that %s names is a script', (file) => {
	const commands = read(file).matchAll(/\bnpm (?:run ([\w:]+)|(test|start)\b)/g);
	const scripts = [...commands].map(([, script, short = '']) => script ?? short);
	expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
});

/** The anchors that GitHub generates from a page's headings. */
const anchorsOf = (page: string) =>
	[...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);

it.each(PAGES)('every link in %s leads to an existing file or heading', (file) => {
	const links = [...read(file).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
		.map(([, link, inHtml = '']) => link ?? inHtml)
		.filter((link) => !/^\w+:/.test(link));
	const dead = links.filter((link) => {
		const [path = '', anchor] = link.split('#');
		const target = path === '' ? file : join(dirname(file), path);
		if (!existsSync(join(root, target))) return true;
		return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
	});
	expect(dead).toEqual([]);
});

it('every page names the same minimum version of Node.js as package.json', () => {
	const named = PAGES.flatMap((file) => [
		...read(file).matchAll(/Node\.js (\d[\d.]*) or later/g),
	]).map(([, version = '']) => `>=${version}`);
	expect([...new Set(named)]).toEqual([manifest.engines.node]);
});
