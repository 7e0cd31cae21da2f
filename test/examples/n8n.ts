import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { compileFunction } from 'node:vm';

import { placesIn, withCode } from '../../examples/build';

// As in n8n: what n8n-workflow evaluates expressions with
const inN8n = createRequire(require.resolve('n8n-workflow'));
const { Tournament } = inN8n('@n8n/tournament') as typeof import('@n8n/tournament');
const { DateTime } = inN8n('luxon') as typeof import('luxon');

/** n8n's default time zone. */
export const ZONE = 'America/New_York';

const tournament = new Tournament((error) => {
	throw error;
});

/** What expressions use of JavaScript. */
const BUILT_IN = { Boolean, Date, Math, Number, Object, Set, String, isNaN };

type Json = Record<string, unknown>;

/** The output of other nodes, of several items or one; nodes left out have not run. */
export type Nodes = Record<string, object | object[]>;

interface Given {
	/** What n8n stores between executions. */
	memory?: object;
	now?: string;
	/** The number of the execution, and that of the node's run in it. */
	execution?: number;
	run?: number;
}

function globals(input: object[], nodes: Nodes, given: Given) {
	const { memory = {}, now, execution = 1, run = 0 } = given;
	const items = (jsons: object | object[] | undefined) => {
		const all = [jsons ?? []].flat().map((json) => ({ json }));
		return { all: () => all, first: () => all[0], isExecuted: jsons !== undefined };
	};
	return {
		$input: items(input),
		$json: input[0],
		$: (name: string) => items(nodes[name]),
		$getWorkflowStaticData: () => memory,
		$execution: { id: String(execution) },
		$runIndex: run,
		$now: now === undefined ? DateTime.now().setZone(ZONE) : DateTime.fromISO(now, { zone: ZONE }),
		DateTime,
	};
}

function codeOf(example: string, node: string, name: string): string {
	const file = resolve(__dirname, '../../examples', `${example}.json`);
	const places = withCode(example, readFileSync(file, 'utf8')).nodes.flatMap(placesIn);
	const place = places.find((one) => one.node === node && one.name === name);
	if (!place) throw new Error(`${example} has no code in ${node}, ${name}.`);
	return place.text;
}

/** The code of an example, as its sources are now. Items are given as their JSON. */
export function example(name: string) {
	return {
		/** Runs a Code node. Returns the JSON of its items. */
		run: (node: string, input: object[] = [], nodes: Nodes = {}, more: Given = {}): Json[] => {
			const provided = globals(input, nodes, more);
			const code = compileFunction(codeOf(name, node, 'jsCode'), Object.keys(provided)) as (
				...values: unknown[]
			) => Array<{ json: Json }>;
			return code(...Object.values(provided)).map(({ json }) => json);
		},

		/** Evaluates an expression of a node, by the name of its parameter or field. */
		value: (node: string, parameter: string, input: object | object[] = [], nodes: Nodes = {}) => {
			const expression = codeOf(name, node, parameter).slice(1);
			const provided = globals([input].flat(), nodes, {});
			return tournament.execute(expression, { ...provided, ...BUILT_IN }) as unknown;
		},
	};
}

/** An expression of a node with its input, what comes of it or a pattern of that, and the other nodes. */
type Row = [node: string, parameter: string, input: object, expected: unknown, nodes?: Nodes];

/** Tests expressions of an example: a row each. */
export function expectValues(name: string, rows: Row[]): void {
	it.each(rows)('%s, %s of %j: %j', (node, parameter, input, expected, nodes = {}) => {
		const actual = example(name).value(node, parameter, input, nodes);
		if (expected instanceof RegExp) expect(actual).toMatch(expected);
		else expect(actual).toEqual(expected);
	});
}
