import { resolve } from 'node:path';

import { agrees, outcome, type Result, resultOf, rowsWith, totals } from './results';

const test = (fullName: string, status = 'passed') => ({
	fullName,
	status,
	failureMessages: status === 'failed' ? ['Expected: 1'] : null,
});

const file = (status: string, ...assertionResults: ReturnType<typeof test>[]) => ({
	name: resolve(__dirname, '../b.test.ts'),
	message: 'Cannot find module',
	status,
	assertionResults,
});

const all: Result = { line: '2.0.0', passed: 1234, failures: [] };
const some: Result = { line: '1.0.0', passed: 2, failures: [{ name: 'a', message: 'b' }] };
const none: Result = { line: '3.0.0', passed: 0, failures: [], trouble: 'does not install' };

it('a line has failed where a test did, was left out, or a file could not be run', () => {
	const ran = file('failed', test('one'), test('two', 'failed'), test('three', 'pending'));
	expect(resultOf('1.0.0', { testResults: [ran, file('failed')] })).toEqual({
		line: '1.0.0',
		passed: 1,
		failures: [
			{ name: 'two', message: 'Expected: 1' },
			{ name: 'three', message: 'pending' },
			{ name: 'test/b.test.ts', message: 'Cannot find module' },
		],
	});
	expect(resultOf('1.0.0', { testResults: [] }).trouble).toBe('no test has run');
});

it('a line that cannot be tested counts as a test that has failed', () => {
	expect([all, some, none].map(outcome)).toEqual(['1,234 of 1,234', '2 of 3', 'does not install']);
	expect(totals([all, some, none])).toBe('Tests:       2 failed, 1236 passed, 1238 total');
	expect(totals([all])).toBe('Tests:       1234 passed, 1234 total');
});

it('the table changes in the lines that have run, and loses those that are not tested any more', () => {
	const head = ['`n8n-core`', 'Engine of n8n', 'Tests passed'];
	const old = ['0.9.0', '', '1 of 1'];
	const kept = ['3.0.0', '', '2 of 2'];
	const lines = { '1.0.0': '1.1', '2.0.0': '2.1', '3.0.0': '', '4.0.0': '4.1' };
	expect(rowsWith([head, old, ['2.0.0', '2.1', '1 of 1'], kept], lines, [all, some, none])).toEqual(
		[head, ['1.0.0', '1.1', '2 of 3'], ['2.0.0', '2.1', '1,234 of 1,234'], kept],
	);
});

it.each([
	['passes, whatever the number', '1 of 1', all, true],
	['passes, but is said to fail', '1 of 2', all, false],
	['fails, but is said to pass', '1 of 1', { ...some, line: '2.0.0' }, false],
	['fails, and is said to', '1 of 2', { ...some, line: '2.0.0' }, true],
	['is not in it', '1 of 1', some, false],
])('the table is compared with a line that %s', (_, said, result, isTrue) => {
	const lines = { '1.0.0': '1.1', '2.0.0': '2.1' };
	expect(agrees([['2.0.0', '2.1', said]], lines, [result])).toBe(isTrue);
});
