import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { compileFunction } from 'node:vm';

import { withCode } from '../../examples/build';

// As in n8n
const inN8n = createRequire(require.resolve('n8n-workflow'));
const { DateTime } = inN8n('luxon') as typeof import('luxon');

/** The time in all tests of code, in n8n's default time zone. */
export const NOW = DateTime.fromISO('2026-11-28T12:00', { zone: 'America/New_York' });

/**
 * Runs the code of a Code node, as its source is now. Items are given as their JSON, those of other nodes by name.
 *
 * @param memory what n8n stores between executions
 */
export function run(
	example: string,
	node: string,
	input: object[] = [],
	nodes: Record<string, object | object[]> = {},
	memory: object = {},
): Array<Record<string, unknown>> {
	const file = resolve(__dirname, '../../examples', `${example}.json`);
	const { nodes: all } = withCode(example, readFileSync(file, 'utf8'));
	const code = all.find(({ name }) => name === node)?.parameters.jsCode;
	const items = (jsons: object | object[] = []) => {
		const all = [jsons].flat().map((json) => ({ json }));
		return { all: () => all, first: () => all[0] };
	};
	const provided = {
		$input: items(input),
		$: (name: string) => items(nodes[name]),
		$getWorkflowStaticData: () => memory,
		$now: NOW,
		DateTime,
	};
	const compiled = compileFunction(String(code), Object.keys(provided));
	const output: unknown = Reflect.apply(compiled, undefined, Object.values(provided));
	return (output as Array<{ json: Record<string, unknown> }>).map(({ json }) => json);
}
