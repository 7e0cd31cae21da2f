import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const README = resolve(__dirname, '../README.md');

/**
 * Asserts that the README shows a table between `<!-- name -->` and `<!-- /name -->`. With the
 * environment variable UPDATE_README it writes the table there instead.
 *
 * @param rows the first one is the head
 */
export function expectInReadme(name: string, rows: string[][]): void {
	const text = readFileSync(README, 'utf8');
	const between = new RegExp(`(?<=<!-- ${name} -->\\n).*?(?=<!-- /${name} -->)`, 's');
	const table = `\n${markdownTable(rows)}\n`;
	expect(text).toMatch(between);
	if (process.env.UPDATE_README)
		writeFileSync(
			README,
			text.replace(between, () => table),
		);
	else expect(between.exec(text)?.[0]).toBe(table);
}

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
