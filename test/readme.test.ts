import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { WebPageReportApi } from '../credentials/WebPageReportApi.credentials';
import codex from '../nodes/WebPageReport/WebPageReport.node.json';
import manifest from '../package.json';
import { markdownTable, rowsOf } from './support/pages';

const root = resolve(__dirname, '..');

function read(file: string): string {
	return readFileSync(join(root, file), 'utf8');
}

/** The anchors that the headings of a text have, as GitHub and npm make them. */
function anchorsOf(text: string): string[] {
	return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\w\- ]/g, '')
			.replaceAll(' ', '-'),
	);
}

const PAGES = [
	'README.md',
	'CONTRIBUTING.md',
	'AGENTS.md',
	'SECURITY.md',
	'sandbox/README.md',
	'docs/development.md',
	'docs/installing.md',
	'docs/queue-mode.md',
	'docs/releasing.md',
	'docs/reliability.md',
	'examples/README.md',
];

describe.each(PAGES)('a link in %s', (file) => {
	const text = readFileSync(join(root, file), 'utf8');
	const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
	const local = links.filter((link) => !/^https?:/.test(link));

	it('leads to a file or a heading that is there', () => {
		expect(local.length).toBeGreaterThan(0);
		const dead = local.filter((link) => {
			const [path = '', anchor] = link.split('#');
			const page = path === '' ? join(root, file) : join(root, dirname(file), path);
			if (!existsSync(page)) return true;
			return anchor !== undefined && !anchorsOf(readFileSync(page, 'utf8')).includes(anchor);
		});
		expect(dead).toEqual([]);
	});
});

it('the links in the node and in its credential lead to headings of the README', () => {
	// GitHub's name for the whole of it
	const anchors = ['readme', ...anchorsOf(readFileSync(join(root, 'README.md'), 'utf8'))];
	const { documentationUrl } = new WebPageReportApi();
	const links = [codex.resources.credentialDocumentation, codex.resources.primaryDocumentation]
		.flat()
		.map(({ url }) => url);
	expect(links).toContain(documentationUrl);
	for (const link of links) {
		const [page, anchor] = link.split('#');
		expect(page).toBe('https://github.com/web-page-report/n8n-nodes-web-page-report');
		if (anchor !== undefined) expect(anchors).toContain(anchor);
	}
});

/** The scripts that a text names as commands. */
function scriptsIn(text: string): string[] {
	const commands = text.matchAll(/\bnpm (?:run ([\w:]+)|(test|start)\b)/g);
	return [...commands].map(([, script, short = '']) => script ?? short);
}

describe('a command', () => {
	it.each(PAGES)('that %s names is a script', (file) => {
		const unknown = scriptsIn(read(file)).filter((script) => !(script in manifest.scripts));
		expect(unknown).toEqual([]);
	});

	it('has a line in the table of CONTRIBUTING.md', () => {
		const rows = [...read('CONTRIBUTING.md').matchAll(/^\| (`.*?`) *\|/gm)].map(
			([, cell = '']) => cell,
		);
		expect(rows.flatMap(scriptsIn).sort()).toEqual(Object.keys(manifest.scripts).sort());
	});
});

describe('the Node.js that is needed', () => {
	const [, least = '', major = ''] = /^>=((\d+)\.\d+)$/.exec(manifest.engines.node) ?? [];

	it('is the one in package.json on every page', () => {
		const named = PAGES.flatMap((file) => [
			...read(file).matchAll(/Node\.js (\d[\d.]*) or later/g),
		]).map(([, version]) => version);
		expect([...new Set(named)]).toEqual([least]);
	});

	it('is the one that editors and version managers take, and that the types are of', () => {
		expect(read('.nvmrc').trim()).toBe(least);
		expect(manifest.devDependencies['@types/node']).toMatch(new RegExp(`^${least}\\.`));
	});

	it('is what CI tries first, with those that docs/development.md names', () => {
		const workflow = read('.github/workflows/ci.yml');
		const [tried = '', ...later] = (/^ +node: \[(.*)\]$/m.exec(workflow)?.[1] ?? '').split(', ');
		expect(tried).toBe(major);
		expect(read('docs/development.md')).toContain(`with Node.js ${later.join(' and ')}`);
		const images = [...workflow.matchAll(/container: node:(\d+)/g)].map(([, version]) => version);
		expect([...new Set(images)]).toEqual([major]);
	});
});

it('a table is read as it was written', () => {
	const rows = [
		['What', 'Which'],
		['a | b', ''],
		['', 'longer than the others'],
	];
	expect(rowsOf(markdownTable(rows))).toEqual(rows);
	expect(rowsOf(markdownTable(rows.slice(0, 1)))).toEqual(rows.slice(0, 1));
});
