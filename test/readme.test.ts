import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { WebPageReportApi } from '../credentials/WebPageReportApi.credentials';
import codex from '../nodes/WebPageReport/WebPageReport.node.json';
import { markdownTable, rowsOf } from './support/pages';

const root = resolve(__dirname, '..');

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
	'docs/installing.md',
	'docs/messages.md',
	'docs/queue-mode.md',
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

it('a table is read as it was written', () => {
	const rows = [
		['What', 'Which'],
		['a | b', ''],
		['', 'longer than the others'],
	];
	expect(rowsOf(markdownTable(rows))).toEqual(rows);
	expect(rowsOf(markdownTable(rows.slice(0, 1)))).toEqual(rows.slice(0, 1));
});
