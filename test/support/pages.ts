import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The pages with test results. */
const PAGES = ['README.md', 'docs/reliability.md'].map((page) => resolve(__dirname, '../..', page));

/**
 * Asserts that a page shows a table between `<!-- name -->` and `<!-- /name -->`. With the
 * environment variable UPDATE_DOCS it writes the table there instead.
 *
 * @param rows the first row is the header
 */
export function expectOnPage(name: string, rows: string[][]): void {
	if (process.env.UPDATE_DOCS) writeOnPage(name, markdownTable(rows));
	else expect(rowsOf(textOnPage(name))).toEqual(rows);
}

/** What a page says between `<!-- name -->` and `<!-- /name -->`. */
export function textOnPage(name: string): string {
	return between(name).exec(pageWith(name).text)?.[0] ?? '';
}

export function writeOnPage(name: string, said: string): void {
	const { page, text } = pageWith(name);
	writeFileSync(
		page,
		text.replace(between(name), () => said),
	);
	execFileSync(process.execPath, [require.resolve('prettier/bin/prettier.cjs'), '--write', page]);
}

function pageWith(name: string): { page: string; text: string } {
	const pages = PAGES.map((page) => ({ page, text: readFileSync(page, 'utf8') }));
	const found = pages.find(({ text }) => between(name).test(text));
	if (!found) throw new Error(`No page has <!-- ${name} -->`);
	return found;
}

const between = (name: string) =>
	new RegExp(`(?<=<!-- ${name} -->\\n\\n).*?(?=\\n<!-- /${name} -->)`, 's');

function markdownTable(rows: string[][]): string {
	const [head = '', ...body] = rows.map(
		(row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`,
	);
	return [head, `${'| - '.repeat(rows[0]?.length ?? 0)}|\n`, ...body].join('');
}

/** The rows of a `markdownTable`; the first row is the header. */
export function rowsOf(table: string): string[][] {
	const [head = [], , ...body] = table
		.trim()
		.split('\n')
		.map((line) =>
			line
				.split(/(?<!\\)\|/)
				.slice(1, -1)
				.map((cell) => cell.trim().replaceAll('\\|', '|')),
		);
	return [head, ...body];
}
