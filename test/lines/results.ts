/** What running the tests in a line of n8n-core has brought, and how it is shown. */
import { relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** What jest writes with `--json`, as far as it is read here. */
export interface JestResults {
	testResults: {
		name: string;
		message: string;
		status: string;
		assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
	}[];
}

/** A test that has not passed; a file that could not be run counts as one. */
export interface Failure {
	name: string;
	message: string;
}

export interface Result {
	line: string;
	passed: number;
	failures: Failure[];
	/** Why there are no tests. */
	trouble?: string;
	/** What was said then, for a person. */
	said?: string;
}

/** The lines that are tested, the oldest first, each with the n8n that it came with; empty where that is not known. */
export type Lines = Record<string, string>;

/** What jest has found; a test that was left out has not passed. */
export function resultOf(line: string, { testResults }: JestResults): Result {
	const tests = testResults.flatMap(({ name, message, status, assertionResults }) =>
		status === 'failed' && assertionResults.every((test) => test.status === 'passed')
			? [
					...assertionResults,
					{ fullName: relative(ROOT, name), status, failureMessages: [message] },
				]
			: assertionResults,
	);
	if (tests.length === 0) return { line, passed: 0, failures: [], trouble: 'no test has run' };
	const failures = tests
		.filter(({ status }) => status !== 'passed')
		.map(({ fullName, status, failureMessages }) => ({
			name: fullName,
			message: failureMessages?.join('\n') || status,
		}));
	return { line, passed: tests.length - failures.length, failures };
}

const inWords = (count: number) => count.toLocaleString('en-US');

/** What the last column of the tables says. */
export function outcome({ passed, failures, trouble }: Result): string {
	return trouble ?? `${inWords(passed)} of ${inWords(passed + failures.length)}`;
}

export const HEAD = ['`n8n-core`', 'Engine of n8n', 'Tests passed'];

export function rowOf(result: Result, lines: Lines): string[] {
	return [result.line, lines[result.line] ?? '', outcome(result)];
}

/** Rows of a table, with the head: what was observed of the lines in `lines`, and for the others what the table says already. */
export function rowsWith(shown: string[][], lines: Lines, results: Result[]): string[][] {
	const observed = results
		.filter(({ trouble }) => trouble === undefined)
		.map((result) => rowOf(result, lines));
	const rows = Object.keys(lines).map((line) =>
		[...observed, ...shown].find(([first]) => first === line),
	);
	return [HEAD, ...rows.filter((row) => row !== undefined)];
}

/**
 * Whether a table says of every line in `lines` what was observed: that all tests have passed, or
 * not. Their number grows with every test, and is true of the day when the table was written.
 */
export function agrees(shown: string[][], lines: Lines, results: Result[]): boolean {
	return results
		.filter(({ line, trouble }) => line in lines && trouble === undefined)
		.every(({ line, failures }) => {
			const [, , said = ''] = shown.find(([first]) => first === line) ?? [];
			const [passed, all] = said.split(' of ');
			return all !== undefined && (passed === all) === (failures.length === 0);
		});
}

/** As jest ends; a line without tests counts as a test that failed. */
export function totals(results: Result[]): string {
	const sum = (count: (result: Result) => number) =>
		results.reduce((all, result) => all + count(result), 0);
	const passed = sum((result) => result.passed);
	const failed = sum(({ failures, trouble }) => (trouble === undefined ? failures.length : 1));
	const all = [
		...(failed > 0 ? [`${String(failed)} failed`] : []),
		`${String(passed)} passed`,
		`${String(passed + failed)} total`,
	];
	return `Tests:       ${all.join(', ')}`;
}
