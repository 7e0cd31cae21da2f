import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const README = resolve(__dirname, '../../README.md');

/**
 * Asserts that the README shows a table between `<!-- name -->` and `<!-- /name -->`. With the
 * environment variable UPDATE_README it writes the table there instead.
 *
 * @param rows the first one is the head
 */
export function expectInReadme(name: string, rows: string[][]): void {
	if (process.env.UPDATE_README) writeInReadme(name, rows);
	else expect(tableInReadme(name)).toBe(markdownTable(rows));
}

/** The table that the README shows between `<!-- name -->` and `<!-- /name -->`. */
export function tableInReadme(name: string): string {
	const [table] = between(name).exec(readFileSync(README, 'utf8')) ?? [];
	if (table === undefined) throw new Error(`The README has no <!-- ${name} -->`);
	return table;
}

export function writeInReadme(name: string, rows: string[][]): void {
	const text = readFileSync(README, 'utf8');
	writeFileSync(
		README,
		text.replace(between(name), () => markdownTable(rows)),
	);
}

const between = (name: string) =>
	new RegExp(`(?<=<!-- ${name} -->\\n\\n).*?(?=\\n<!-- /${name} -->)`, 's');

/** Laid out as Prettier does. */
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

/** The rows that `markdownTable` has laid out; the first one is the head. */
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
