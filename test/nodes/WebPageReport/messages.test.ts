import type { Failure } from '../../../nodes/WebPageReport/errors/failure';
import { notSentByN8n } from '../../../nodes/WebPageReport/errors/networkFailure';
import { asFailure } from '../../../nodes/WebPageReport/errors/thrown';
import { failures, type Row, WORDS } from '../../support/failures';
import { grouped, type Operation, operations, OPERATIONS } from '../../support/operations';
import { explain } from '../../support/explained';

/** What a failure says: its fate and facts, its title and its advice. */
function told({ answer, error }: Row, failure: Failure | undefined): string {
	if (!failure) return 'done';
	const { message, advice, details } = failure;
	const { fate, isTransient, isGone, says, retryAfterMs, code, endedBy } = details;
	const known = String(answer?.('').status ?? (Object(error) as { code?: string }).code);
	const facts = [
		fate,
		isTransient && 'transient',
		isGone && 'gone',
		says && `says ${says}`,
		endedBy && `ended by ${endedBy}`,
		retryAfterMs && `after ${String(retryAfterMs)} ms`,
		String(code) !== known && (code === undefined ? 'no code' : `code ${code}`),
	];
	const text = `${message} | ${advice}`.replace(`(${known})`, '({status})').replaceAll(WORDS, '…');
	return `${facts.filter(Boolean).join(', ')} | ${text}`;
}

it('each failure of each operation says what it did', () => {
	expect(new Set(failures.map(({ name }) => name)).size).toBe(failures.length);
	const names = new Map<string, string[]>();
	for (const row of failures) {
		// The same path, so that words that contain it do not differ
		const all = operations.map((operation) => explain(row, { ...operation, path: '/path' }));
		const outcome = grouped(all.map((failure) => told(row, failure)));
		names.set(outcome, [...(names.get(outcome) ?? []), row.name]);
	}
	const paragraphs = [...names].map(([outcome, rows]) => `${rows.join('\n')}\n${outcome}`);
	expect(paragraphs.join('\n\n')).toMatchSnapshot();
});

it('each operation says what it could not do, and how to check what was done', () => {
	const lost = { answer: () => ({ status: 504 }) };
	const said = operations.map((operation) => explain(lost, operation)?.toSentences());
	expect(said.join('\n')).toMatchSnapshot();
});

const long = `https://example.com/${'a'.repeat(500)}`;
const secrets = { apiKey: 's3cret-key', password: 'hunter22' };
const TITLE = /^([A-Z]|n8n ).{9,79}$/;

/** Long messages of a service, for the fields of all parameters. */
const wordy = Object.fromEntries(
	['url', 'privacy', 'password', 'results', 'search', 'sort_by', 'per_page'].map((field) => [
		field,
		`The ${field} is <b>not</b> as s3cret-key or hunter22 should be. `.repeat(20),
	]),
);
const longNamed = operations.map(({ target, ...operation }): Operation => ({
	...operation,
	target: { ...target, ...(target.url ? { url: long } : { identifier: long }) },
}));

/** The same answer, with those messages. */
const spoken = (row: Row): Row => ({
	...row,
	answer: (path) => {
		const said = row.answer?.(path) ?? {};
		// A success with a complaint is a failure
		const isFailure = (said.status ?? 200) >= 300;
		return { ...said, body: isFailure ? { message: wordy } : { data: [], error: wordy } };
	},
});

it.each(failures)(
	'$name: the title has at most 80 characters, and nobody reads a system error, markup or a secret',
	(row) => {
		for (const said of row.answer ? [row, spoken(row)] : [row]) {
			for (const operation of [...operations, ...longNamed]) {
				const failure = explain(said, operation, { baseUrl: long, ...secrets });
				if (!failure) continue;
				const { message, advice, mayHaveWritten, details } = failure;
				expect(message).toMatch(TITLE);
				const own = advice.replace(/says: ".*"|(N8N|HTTPS?)_\w+/g, '');
				expect(`${message} ${own}`).not.toMatch(/\bE[A-Z]{4}|_/);
				expect(`${message} ${advice}`).not.toMatch(/<\/?\w|s3cret|hunter22/);
				// Nor does any say that a write may have been done, unless it may
				expect(mayHaveWritten).toBe(details.fate === 'unknown' && operation.kind !== 'read');
				expect(/may have been/.test(advice)).toBe(mayHaveWritten);
			}
		}
	},
);

it('the title of what n8n or the node itself could not do has at most 80 characters', () => {
	const failed = [asFailure(new TypeError(long), OPERATIONS.get.target), notSentByN8n(long)];
	for (const { message } of failed) expect(message).toMatch(TITLE);
});
