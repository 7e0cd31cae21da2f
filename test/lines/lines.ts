/**
 * `npm run test:lines`: the tests in test/engines in many lines of n8n-core, not only in the two ends
 * that `npm test` tries; `-- 1.115.1 newest` in these alone, `-- all newest` in the newest one as well.
 */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { Listr } from 'listr2';

import { install, npm, runNpm } from '../../sandbox/launcher/install';
import { endAll, endTogether, isEnding, report, StepError } from '../../sandbox/launcher/keep';
import { runStep } from '../../sandbox/launcher/program';
import config from '../../jest.config';
import { engineProject } from '../support/project';
import { markdownTable, rowsOf, tableOnPage, writeOnPage } from '../support/pages';
import useTemporaryFolder from '../support/temporary';

import {
	agrees,
	HEAD,
	type JestResults,
	type Lines,
	outcome,
	type Result,
	resultOf,
	rowOf,
	rowsWith,
	totals,
} from './results';

const ROOT = resolve(__dirname, '../..');

/**
 * Those in between are where most installations are. Some releases cannot be installed any more, such
 * as 1.90.0, 1.95.0, 1.105.0 and 1.110.0.
 */
const LINES: Lines = {
	'1.84.0': '1.85',
	'1.100.0': '1.101',
	'1.115.1': '1.116',
	'1.122.48': '1.123',
	'2.0.2': '2.0',
	'2.8.1': '2.8',
	'2.16.1': '2.16',
	'2.25.0': '',
	'2.33.2': '2.33',
	'2.39.8': '2.39',
	'2.41.1': '2.41',
};

/** So many lines are tested at once. */
const AT_ONCE = availableParallelism();

/** The lines that the arguments name. */
async function wanted(args: string[]): Promise<string[]> {
	const named = await Promise.all((args.length > 0 ? args : ['all']).map(versionsOf));
	return [...new Set(named.flat())];
}

async function versionsOf(arg: string): Promise<string[]> {
	if (arg === 'all') return Object.keys(LINES);
	if (arg === 'newest') return [await newest()];
	if (/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(arg)) return [arg];
	throw new StepError(
		`Not a line of n8n-core: ${arg}. Give versions such as 2.25.0, all, or newest.`,
	);
}

async function newest(): Promise<string> {
	const view = npm('view', 'n8n-core', 'version', '--loglevel=error');
	return (await runNpm('Asking for the newest n8n-core', { ...view, cwd: ROOT })).trim();
}

/** Installs a line in a folder of its own; gives the folder of its n8n-core. */
async function installLine(line: string): Promise<string> {
	const folder = join(__dirname, 'engines', line);
	await mkdir(folder, { recursive: true });
	const dependencies = { 'n8n-core': line, 'reflect-metadata': '*' };
	const overrides = {
		// That of n8n's own lock files; later ones do not go with the zod of lines before 1.100
		'zod-to-json-schema': '3.23.3',
		// Later ones are ES modules, which jest does not load for 2.0
		'@langchain/core': { 'p-retry': '4.6.2' },
	};
	const manifest = JSON.stringify({ private: true, dependencies, overrides });
	await writeFile(join(folder, 'package.json'), manifest);
	const options = [
		'--ignore-scripts',
		'--legacy-peer-deps',
		'--no-package-lock',
		'--no-save',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
	];
	await install(`Installing n8n-core ${line}`, {
		folder,
		files: ['package.json'],
		installer: npm('install', ...options),
		afresh: true,
	});
	return join(folder, 'node_modules/n8n-core');
}

/** Runs the tests in an n8n-core, in a process of their own. */
async function test(line: string, core: string, temporary: string): Promise<Result> {
	const settings = join(temporary, `${line}.config.json`);
	const output = join(temporary, `${line}.json`);
	const project = engineProject(`n8n-core ${line}`, core);
	// Each of those that run at once has its share of what one alone would take
	const maxWorkers = config.maxWorkers / AT_ONCE;
	await writeFile(settings, JSON.stringify({ ...config, maxWorkers, projects: [project] }));
	// This test alone writes to docs/reliability.md
	const env = { ...process.env, UPDATE_DOCS: '' };
	const jest = require.resolve('jest/bin/jest');
	const args = [jest, '--config', settings, '--rootDir', ROOT, '--json', '--outputFile', output];
	// A test that fails can leave a connection open, which jest would wait for
	args.push('--forceExit');
	const step = { command: process.execPath, args, cwd: ROOT, env };
	let problem: StepError | undefined;
	try {
		await runStep(`Testing in n8n-core ${line}`, step);
	} catch (error) {
		if (!(error instanceof StepError)) throw error;
		problem = error;
	}
	if (!existsSync(output)) throw problem ?? new StepError('jest has written no results.');
	const result = resultOf(line, JSON.parse(readFileSync(output, 'utf8')) as JestResults);
	// It fails without a failed test, too
	if (problem && result.failures.length === 0) throw problem;
	return result;
}

async function run(line: string, temporary: string, say: (what: string) => void): Promise<Result> {
	let trouble = 'does not install';
	try {
		say(`installing ${line}`);
		const core = await installLine(line);
		trouble = 'no test has run';
		say(`testing in ${line}`);
		return await test(line, core, temporary);
	} catch (error) {
		if (isEnding() || !(error instanceof StepError)) throw error;
		return { line, passed: 0, failures: [], trouble, said: error.message };
	}
}

/** Runs the tests in all lines, several at once, and shows how it goes. */
async function runAll(lines: string[]): Promise<Result[]> {
	const temporary = mkdtempSync(join(tmpdir(), 'lines-'));
	const results: Result[] = [];
	const tasks = lines.map((line, index) => ({
		title: `n8n-core ${line}`,
		task: async (_: unknown, task: { title: string; output: string }) => {
			const result = await run(line, temporary, (what) => (task.output = what));
			results[index] = result;
			task.title = `n8n-core ${line}: ${outcome(result)}`;
		},
	}));
	await new Listr(tasks, {
		concurrent: AT_ONCE,
		fallbackRenderer: 'simple',
		registerSignalListeners: false,
	}).run();
	return results;
}

/** All failures by their names; what the first one says, or what has gone wrong before any test. */
function show(results: Result[]): void {
	for (const { said } of results) if (said !== undefined) console.error(`\n${said}`);
	for (const { line, failures } of results.filter((result) => result.failures.length > 0)) {
		console.log(`\nNot passed in n8n-core ${line}:`);
		for (const { name } of failures) console.log(`  ${name}`);
		console.log(`\nThe first of them:\n\n${failures[0]?.message ?? ''}`);
	}
	console.log(`\n${markdownTable([HEAD, ...results.map((result) => rowOf(result, LINES))])}`);
}

/** Whether docs/reliability.md says what was seen; with UPDATE_DOCS it does so afterwards. */
function checkReadme(results: Result[]): boolean {
	const shown = rowsOf(tableOnPage('lines'));
	if (process.env.UPDATE_DOCS) {
		writeOnPage('lines', rowsWith(shown, LINES, results));
		return true;
	}
	if (agrees(shown, LINES, results)) return true;
	const lines = results.map(({ line }) => line).join(' ');
	console.error(
		`The table of versions in docs/reliability.md does not say this. Write it anew: UPDATE_DOCS=1 npm run test:lines -- ${lines}\n`,
	);
	return false;
}

async function main(): Promise<void> {
	useTemporaryFolder();
	const lines = await wanted(process.argv.slice(2));
	const results = await runAll(lines);
	show(results);
	const passed = results.every(
		({ failures, trouble }) => failures.length === 0 && trouble === undefined,
	);
	// The totals come last, for those that read them
	const readme = checkReadme(results);
	console.log(totals(results));
	if (!passed || !readme) process.exitCode = 1;
}

endTogether();
main().catch(async (error: unknown) => {
	if (isEnding()) return;
	report(error);
	await endAll();
});
