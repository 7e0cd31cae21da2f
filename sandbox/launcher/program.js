// Plain JavaScript: install.js needs it before anything is installed.
const { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const { keep, StepError } = require('./keep');

/**
 * @typedef {object} Program what to run, and where
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env] environment variables; those of this process where left out
 */

/**
 * @typedef {object} Result what a program has left behind
 * @property {number} code as shells give it: 127 where it could not be started, 128 and the number of the signal where
 *   one has ended it
 * @property {string} output what it has written to standard output
 * @property {string} errors what it has written to standard error
 */

/**
 * A file without a name that a program prints into: it is gone when nobody has it open any more. A pipe would lose all
 * that has not been taken when the program exits by itself, as n8n does 100 ms after it has printed a result, and would
 * hold it for ever when nobody reads it any more.
 */
class Printed {
	constructor() {
		const folder = mkdtempSync(join(tmpdir(), 'printed-'));
		/** Its number, for the program. */
		this.file = openSync(join(folder, 'output'), 'w+');
		rmSync(folder, { recursive: true, force: true });
		/** @type {string | undefined} */
		this.known = undefined;
	}

	/** What is in it by now. */
	text() {
		if (this.known !== undefined) return this.known;
		const bytes = Buffer.alloc(fstatSync(this.file).size);
		// From the beginning, whatever has been written meanwhile
		return bytes.toString('utf8', 0, readSync(this.file, bytes, 0, bytes.length, 0));
	}

	/** What is in it at the end. */
	close() {
		if (this.known === undefined) {
			this.known = this.text();
			closeSync(this.file);
		}
		return this.known;
	}
}

/**
 * The exit code of a program that is kept, when it has ended.
 *
 * @param {import('node:child_process').ChildProcess} keeper
 * @returns {Promise<number>}
 */
async function exitOf(keeper) {
	// Without a code, somebody has killed the keeper itself
	return await new Promise((done) => keeper.once('exit', (code) => done(code ?? 137)));
}

/**
 * Runs a program to its end.
 *
 * @param {Program} program
 * @returns {Promise<Result>}
 */
async function runProgram(program) {
	const [output, errors] = [new Printed(), new Printed()];
	const code = await exitOf(keep(program, ['ignore', output.file, errors.file]));
	return { code, output: output.close(), errors: errors.close() };
}

/**
 * Runs one step of something.
 *
 * @param {string} title what is being done, for a person
 * @param {Program} program
 * @param {(printed: string) => string | undefined} [explain] turns what a failed program has printed into a sentence
 * @returns {Promise<string>} what the program has written to standard output
 * @throws {StepError} if it fails
 */
async function runStep(title, program, explain = () => undefined) {
	const { code, output, errors } = await runProgram(program);
	if (code === 0) return output;
	const printed = `${output}\n${errors}`;
	throw failure(title, printed, explain(printed));
}

/**
 * What to say of a step that has failed.
 *
 * @param {string} title what was being done
 * @param {string} printed by the program
 * @param {string} [why] in a sentence
 */
function failure(title, printed, why = 'Its last words:') {
	return new StepError(`${title}: this failed. ${why}\n\n  ${lastWords(printed)}`);
}

/**
 * The last lines of what a program has printed.
 *
 * @param {string} printed
 */
function lastWords(printed) {
	return printed.trim().split('\n').slice(-15).join('\n  ');
}

module.exports = { exitOf, failure, lastWords, Printed, runProgram, runStep };
