import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The pages with tables of test results. */
const PAGES = ['README.md', 'docs/reliability.md'].map((page) => resolve(__dirname, '../..', page));

/**
 * Asserts that a page shows a table between `<!-- name -->` and `<!-- /name -->`. With the
 * environment variable UPDATE_DOCS it writes the table there instead.
 *
 * @param rows the first row is the header
 */
export function expectOnPage(name: string, rows: string[][]): void {
	if (process.env.UPDATE_DOCS) writeOnPage(name, rows);
	else expect(rowsOf(tableOnPage(name))).toEqual(rows);
}

/** The table of a page between `<!-- name -->` and `<!-- /name -->`. */
export function tableOnPage(name: string): string {
	const [table = ''] = between(name).exec(pageWith(name).text) ?? [];
	return table;
}

export function writeOnPage(name: string, rows: string[][]): void {
	const { page, text } = pageWith(name);
	writeFileSync(
		page,
		text.replace(between(name), () => markdownTable(rows)),
	);
}

function pageWith(name: string): { page: string; text: string } {
	const pages = PAGES.map((page) => ({ page, text: readFileSync(page, 'utf8') }));
	const found = pages.find(({ text }) => between(name).test(text));
	if (!found) throw new Error(`No page has <!-- ${name} -->`);
	return found;
}

const between = (name: string) =>
	new RegExp(`(?<=<!-- ${name} -->\\n\\n).*?(?=\\n<!-- /${name} -->)`, 's');

/** Formatted like Prettier. */
export function markdownTable(rows: string[][]): string {
	const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
	const columns = (escaped[0] ?? []).map((_, column) => escaped.map((row) => row[column] ?? ''));
	const widths = columns.map((cells) => Math.max(...cells.map(({ length }) => length)));
	const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
	const [head = '', ...body] = escaped.map((row) =>
		line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
	);
	return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('');
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
