import { dirname, join } from 'node:path';

/**
 * How to run npm: its script with this Node.js, because Windows has no npm executable. Uses the npm that started this
 * process, or the one next to Node.js.
 */
export function npm(...args: string[]): { command: string; args: string[] } {
	const beside = dirname(process.execPath);
	const paths = [beside, join(beside, '../lib')];
	const script = process.env.npm_execpath ?? require.resolve('npm', { paths });
	return { command: process.execPath, args: [script, ...args] };
}
