import { resolve } from 'node:path';

import {
	agrees,
	type JestResults,
	outcome,
	type Result,
	resultOf,
	rowsWith,
	totals,
} from './results';

const test = (fullName: string, status = 'passed', message?: string) => ({
	fullName,
	status,
	failureMessages: message === undefined ? null : [message],
});

const file = (name: string, ...assertionResults: ReturnType<typeof test>[]) => ({
	name,
	message: '',
	status: assertionResults.every(({ status }) => status !== 'failed') ? 'passed' : 'failed',
	assertionResults,
});

const found = (...testResults: JestResults['testResults']): JestResults => ({ testResults });

const all: Result = { line: '2.0.0', passed: 1234, failures: [] };
const some: Result = { line: '1.0.0', passed: 2, failures: [{ name: 'a', message: 'b' }] };
const none: Result = { line: '3.0.0', passed: 0, failures: [], trouble: 'does not install' };

describe('what has come of a line', () => {
	it('is how many tests have passed, and what the others say', () => {
		const failed = test('two', 'failed', 'Expected: 1');
		const result = resultOf(
			'1.0.0',
			found(file('a', test('one'), failed), file('b', test('three'))),
		);
		const failures = [{ name: 'two', message: 'Expected: 1' }];
		expect(result).toEqual({ line: '1.0.0', passed: 2, failures });
	});

	it('is not all of them where one was left out', () => {
		const result = resultOf('1.0.0', found(file('a', test('one'), test('two', 'pending'))));
		expect(result).toMatchObject({ passed: 1, failures: [{ name: 'two', message: 'pending' }] });
	});

	it('is not all of them where a file could not be run', () => {
		const path = resolve(__dirname, '../b.test.ts');
		const broken = { ...file(path), status: 'failed', message: 'Cannot find module' };
		const result = resultOf('1.0.0', found(file('a', test('one')), broken));
		const failures = [{ name: 'test/b.test.ts', message: 'Cannot find module' }];
		expect(result).toEqual({ line: '1.0.0', passed: 1, failures });
	});

	it('is trouble where no test has run', () => {
		expect(resultOf('1.0.0', found()).trouble).toBe('no test has run');
	});

	it('is told as a number of all, or as the trouble', () => {
		expect([all, some, none].map(outcome)).toEqual([
			'1,234 of 1,234',
			'2 of 3',
			'does not install',
		]);
	});
});

describe('the table of docs/reliability.md', () => {
	const head = ['`n8n-core`', 'Engine of n8n', 'Tests passed'];
	const lines = { '1.0.0': '1.1', '2.0.0': '2.1', '3.0.0': '', '4.0.0': '4.1' };

	it('changes in the lines that have run, and loses those that are not tested any more', () => {
		const shown = [
			head,
			['0.9.0', '', '1 of 1'],
			['2.0.0', '2.1', '1 of 1'],
			['3.0.0', '', '2 of 2'],
		];
		expect(rowsWith(shown, lines, [all, some, none, { ...all, line: '5.0.0' }])).toEqual([
			head,
			['1.0.0', '1.1', '2 of 3'],
			['2.0.0', '2.1', '1,234 of 1,234'],
			['3.0.0', '', '2 of 2'],
		]);
	});
});

describe('the table of docs/reliability.md agrees with', () => {
	const lines = { '1.0.0': '1.1', '2.0.0': '2.1' };
	const shown = (said: string) => [['2.0.0', '2.1', said]];

	it.each([
		['a line that passes, whatever the number', '1 of 1', [all], true],
		['a line of which it says that some have failed', '1 of 2', [all], false],
		['a line that fails but is said to pass', '1 of 1', [{ ...some, line: '2.0.0' }], false],
		['a line that fails as it says', '1 of 2', [{ ...some, line: '2.0.0' }], true],
		['a line that is not in it', '1 of 1', [some], false],
		['lines that nobody asked to have in it', '1 of 1', [{ ...some, line: '9.0.0' }], true],
		['a line that does not install', '1 of 1', [{ ...none, line: '2.0.0' }], true],
	])('%s', (_, said, results, isTrue) => {
		expect(agrees(shown(said), lines, results)).toBe(isTrue);
	});
});

describe('the totals', () => {
	it('are those of all lines, in which one without tests has failed', () => {
		expect(totals([all, some, none])).toBe('Tests:       2 failed, 1236 passed, 1238 total');
	});

	it('name no failures where there are none', () => {
		expect(totals([all])).toBe('Tests:       1234 passed, 1234 total');
	});
});
