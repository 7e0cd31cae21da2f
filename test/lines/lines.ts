/**
 * `npm run test:lines`: the tests in test/engines in many lines of n8n-core, not only in the two ends
 * that `npm test` tries; `-- 1.115.1 newest` in these alone, `-- all newest` in the newest one as well.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import {
	endProcesses,
	endTogether,
	explainInstallFailure,
	installOnce,
	runStep,
	StepError,
} from '../../sandbox/launcher/step';
import config from '../../jest.config';
import { engineProject } from '../support/project';
import { markdownTable, rowsOf, tableOnPage, writeOnPage } from '../support/pages';

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

const ending = endTogether(130);

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
	const args = ['view', 'n8n-core', 'version', '--loglevel=error'];
	const npm = { command: 'npm', args, cwd: ROOT, explain: explainInstallFailure };
	return (await runStep('Asking for the newest n8n-core', npm)).trim();
}

/** Installs a line in a folder of its own; gives the folder of its n8n-core. */
async function install(line: string): Promise<string> {
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
	await installOnce(folder, ['package.json'], `Installing n8n-core ${line}`, {
		command: 'npm',
		args: [
			'install',
			'--ignore-scripts',
			'--legacy-peer-deps',
			'--no-package-lock',
			'--no-save',
			'--no-audit',
			'--no-fund',
			'--loglevel=error',
		],
		afresh: true,
	});
	return join(folder, 'node_modules/n8n-core');
}

/** Runs the tests in an n8n-core, in a process of their own. */
async function test(line: string, core: string, temporary: string): Promise<Result> {
	const settings = join(temporary, `${line}.config.json`);
	const output = join(temporary, `${line}.json`);
	const project = engineProject(`n8n-core ${line}`, core);
	await writeFile(settings, JSON.stringify({ ...config, projects: [project] }));
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

async function run(line: string, temporary: string): Promise<Result> {
	let trouble = 'does not install';
	try {
		const core = await install(line);
		trouble = 'no test has run';
		return await test(line, core, temporary);
	} catch (error) {
		if (ending.begun || !(error instanceof StepError)) throw error;
		console.error(error.message);
		return { line, passed: 0, failures: [], trouble };
	}
}

/** All failures by their names; what the first one says. */
function show(results: Result[]): void {
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
	const lines = await wanted(process.argv.slice(2));
	const temporary = mkdtempSync(join(tmpdir(), 'lines-'));
	process.on('exit', () => {
		rmSync(temporary, { recursive: true, force: true });
	});
	const results: Result[] = [];
	for (const [index, line] of lines.entries()) {
		console.log(`\nn8n-core ${line}, ${String(index + 1)} of ${String(lines.length)}`);
		const result = await run(line, temporary);
		console.log(`n8n-core ${line}: ${outcome(result)}`);
		results.push(result);
	}
	show(results);
	const passed = results.every(
		({ failures, trouble }) => failures.length === 0 && trouble === undefined,
	);
	// The totals come last, for those that read them
	const readme = checkReadme(results);
	console.log(totals(results));
	if (!passed || !readme) process.exitCode = 1;
}

main().catch(async (error: unknown) => {
	if (ending.begun) return;
	console.error(error instanceof StepError ? error.message : error);
	process.exitCode = 1;
	await endProcesses();
});
