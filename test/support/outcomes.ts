import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { QUOTA, type Row, TRY_LATER, WORDS } from './failures';
import { OPERATIONS, type Operation, operations } from './operations';

/** What comes of each row of the table of failures. Rows with the same outcome are one paragraph. */
const FILE = resolve(__dirname, 'failures.txt');

/** A failure of the node. Not its own type, because engine tests import nothing of the sources. */
interface Failure {
	message: string;
	advice: string;
	details: {
		fate: 'not sent' | 'refused' | 'rate-limited' | 'unknown';
		isTransient?: boolean;
		isUnclear?: boolean;
		isGone?: boolean;
		endedBy?: string;
		code?: string;
		words?: string;
		retryAfterMs?: number;
	};
}

/** An outcome as it stands in failures.txt, with placeholders filled in. */
interface Outcome {
	/** The request's fate. Together with `isTransient`, it determines the number of attempts. */
	fate: 'done' | Failure['details']['fate'];
	isTransient: boolean;
	/** The pause that the service asks for, in milliseconds. */
	after: number;
	title: string;
	/** The service's own words. */
	words: string;
	advice: string;
}

/** Operations with one message are named together. */
const { listProjects, list, get, create, update, remove, removeProject, analyse } = OPERATIONS;
const SETS: Array<[string, Operation[]]> = [
	['all', operations],
	['writes', [create, update, remove, removeProject, analyse]],
	['reads', [listProjects, list, get]],
	['lists', [listProjects, list]],
	['updates', [update, analyse]],
	['deletes', [remove, removeProject]],
	...Object.entries(OPERATIONS).map(([name, one]): [string, Operation[]] => [name, [one]]),
];

/** What stands for which part of a line. Some stand for nothing in some operations. */
function placeholders(row: Row, operation: Operation, host = 'reports.example.com:443') {
	const { kind, mayHaveWritten = TRY_LATER, action, about, path, target } = operation;
	const { status, headers, body } = row.answer?.(path) ?? { body: row.error };
	const said = typeof body === 'string' ? body : (Object(body) as { message?: unknown }).message;
	const getter = target.resource === 'report' ? 'Get' : 'Get Many';
	const reason = ` This can also mean that API Key is wrong, or that you may not delete it: ${getter} shows the reason.`;
	return [
		['{host}', host],
		['{pause}', headers?.['retry-after'] ? `${headers['retry-after']}000` : ''],
		[
			'{words}',
			JSON.stringify([body]).includes(WORDS) ? WORDS : typeof said === 'string' ? said : '',
		],
		['{check}', mayHaveWritten],
		[' {reason}', target.operation === 'delete' ? reason : ''],
		[' {quota}', kind === 'create' || kind === 'analysis' ? ` ${QUOTA}` : ''],
		['{location}', headers?.location?.replace(/\/?(\?.*)?$/, '') ?? ''],
		['{action}', action],
		['{about}', about],
		['{About}', about.charAt(0).toUpperCase() + about.slice(1)],
		['{path}', path],
		['{which}', `which ${target.resource}s exist`],
		['{status}', status?.toString() ?? ''],
		['{done}', kind === 'read' ? '' : `Nothing was ${target.operation}d`],
	] as const;
}

const filled = (line: string, ...[row, operation, host]: Parameters<typeof placeholders>) =>
	placeholders(row, operation, host).reduce(
		(text, [name, part]) => text.replaceAll(name, part),
		line,
	);

/** The title and the advice as a user sees them: words that do not fit the title precede the advice. */
export function worded(title: string, words: string, advice: string): [string, string] {
	const whole = `${title}: ${words}`;
	if (words === '') return [title, advice];
	if (whole.length <= 80) return [whole, advice];
	return [title, `The service says: "${words}"${/[.!?]$/.test(words) ? '' : '.'} ${advice}`];
}

/** The outcome of a row for an operation, as a line of failures.txt without the operation. */
function lineFor(row: Row, operation: Operation, failure: Failure | undefined): string {
	if (!failure) return 'done';
	const { message, advice, details } = failure;
	const { fate, words = '', retryAfterMs, code, endedBy } = details;
	const known = row.answer?.('').status ?? (Object(row.error) as { code?: string }).code;
	const isIn = words !== '' && message.endsWith(`: ${words}`);
	const title = isIn ? message.slice(0, -words.length - 2) : message;
	const [, before] = worded(title, words, '');
	const isBefore = !isIn && before !== '' && advice.startsWith(before);
	const facts = [
		fate,
		details.isTransient && 'transient',
		details.isUnclear && 'unclear',
		details.isGone && 'gone',
		endedBy && `ended by ${endedBy}`,
		retryAfterMs && `after ${String(retryAfterMs)} ms`,
		String(code) !== String(known) && (code === undefined ? 'no code' : `code ${code}`),
	].filter(Boolean);
	const said = isIn || isBefore ? `: «${words}»` : '';
	const todo = isBefore ? advice.slice(before.length) : advice;
	return placeholders(row, operation).reduce(
		(text, [name, part]) => (part === '' ? text : text.replaceAll(part, name)),
		`${facts.join(', ')} | ${title}${said} | ${todo}`,
	);
}

type Explain = (row: Row, operation: Operation) => Failure | undefined;

/** What comes of a row: one line for all operations that it fits, once filled in. */
function paragraphOf(row: Row, explain: Explain): string {
	const own = operations.map((operation) => lineFor(row, operation, explain(row, operation)));
	const fitting = (line: string) =>
		operations.filter((one, at) => filled(line, row, one) === filled(own[at] ?? '', row, one));
	const lines = [...new Set(own)].map((line) => ({ line, all: fitting(line) }));
	let left = operations;
	return lines
		.sort((one, other) => other.all.length - one.all.length)
		.flatMap(({ line, all }) => {
			const names = SETS.flatMap(([name, some]) => {
				if (!some.every((one) => left.includes(one) && all.includes(one))) return [];
				left = left.filter((one) => !some.includes(one));
				return [name];
			});
			return names.length > 0 ? [`  ${names.join(', ')}: ${line}\n`] : [];
		})
		.join('');
}

/** Asserts that failures.txt says what comes of all rows. With the environment variable UPDATE_DOCS it is written instead. */
export function expectInFile(rows: Row[], explain: Explain): void {
	const names = new Map<string, string[]>();
	for (const row of rows) {
		const paragraph = paragraphOf(row, explain);
		names.set(paragraph, [...(names.get(paragraph) ?? []), row.name]);
	}
	const wrapped = (all: string[]) => all.join(' | ').replace(/(.{1,140})(?: \| |$)/g, '$1\n');
	const text = [...names].map(([paragraph, all]) => wrapped(all) + paragraph).join('');
	if (process.env.UPDATE_DOCS) writeFileSync(FILE, text);
	else expect(text.split('\n')).toEqual(readFileSync(FILE, 'utf8').split('\n'));
}

/** What failures.txt says about a row. */
export function outcomeOf(row: Row, operation: Operation, host?: string): Outcome {
	const paragraphs = readFileSync(FILE, 'utf8').matchAll(/((?:^\S.*\n)+)((?:^ .*\n)+)/gm);
	const [, , lines = ''] =
		[...paragraphs].find(([, names = '']) => names.split(/ \| |\n/).includes(row.name)) ?? [];
	const found = [...lines.matchAll(/^ {2}(.+?): (.*)$/gm)].find(([, names = '']) =>
		SETS.some(([name, all]) => names.split(', ').includes(name) && all.includes(operation)),
	);
	if (!found) throw new Error(`failures.txt lacks "${row.name}": set UPDATE_DOCS=1`);
	const [facts = '', what = '', advice = ''] = filled(found[2] ?? '', row, operation, host).split(
		' | ',
	);
	const [, title = '', words = ''] = /^(.*?)(?:: «(.*)»)?$/.exec(what) ?? [];
	return {
		fate: facts.replace(/,.*/, '') as Outcome['fate'],
		isTransient: facts.includes(', transient'),
		after: Number(/after (\d+) ms/.exec(facts)?.[1] ?? 0),
		title,
		words,
		advice,
	};
}
