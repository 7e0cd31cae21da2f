import type { Failure } from '../../../nodes/WebPageReport/errors/failure';
import { notSentByN8n } from '../../../nodes/WebPageReport/errors/networkFailure';
import { asFailure } from '../../../nodes/WebPageReport/errors/thrown';
import { failures, type Row, WORDS } from '../../support/failures';
import { grouped, type Operation, operations, OPERATIONS } from '../../support/operations';
import { explain, explained } from '../../support/explained';

const { create, get } = OPERATIONS;

/** What a failure says: its fate and facts, its title, the service's words and its advice. */
function told({ answer, error }: Row, { path }: Operation, failure: Failure | undefined): string {
	if (!failure) return 'done';
	const { message, advice, details } = failure;
	const { fate, words = '', speaker = 'The service says', retryAfterMs, code, endedBy } = details;
	const known = answer?.('').status ?? (Object(error) as { code?: string }).code;
	const facts = [
		fate,
		details.isTransient && 'transient',
		details.isGone && 'gone',
		details.says && `says ${details.says}`,
		endedBy && `ended by ${endedBy}`,
		retryAfterMs && `after ${String(retryAfterMs)} ms`,
		String(code) !== String(known) && (code === undefined ? 'no code' : `code ${code}`),
	];
	// Words that do not fit the title precede the advice
	const isInTitle = words !== '' && message.endsWith(`: ${words}`);
	const title = isInTitle ? message.slice(0, -words.length - 2) : message;
	const quote = `${speaker} "${words}"${/[.!?…]$/.test(words) ? '' : '.'}`;
	const todo = advice.startsWith(quote) ? advice.slice(quote.length).trim() : advice;
	const shown = words.endsWith(path) ? `${words.slice(0, -path.length)}{path}` : words;
	const said = isInTitle || todo !== advice ? `«${shown.replaceAll(WORDS, '…')}»` : '';
	return [
		facts.filter(Boolean).join(', '),
		title.replace(`(${String(known)})`, '({status})'),
		said,
		todo,
	]
		.filter(Boolean)
		.join(' | ');
}

it('each failure of each operation says what it did', () => {
	expect(new Set(failures.map(({ name }) => name)).size).toBe(failures.length);
	const names = new Map<string, string[]>();
	for (const row of failures) {
		const outcome = grouped((operation) => told(row, operation, explain(row, operation)));
		names.set(outcome, [...(names.get(outcome) ?? []), row.name]);
	}
	const paragraphs = [...names].map(([outcome, rows]) => `${rows.join('\n')}\n${outcome}`);
	expect(paragraphs.join('\n\n')).toMatchSnapshot();
});

describe('every message', () => {
	const long = `https://example.com/${'a'.repeat(500)}`;
	const secrets = { apiKey: 's3cret-key', password: 'hunter22' };
	/** Long messages of a service, for the fields of all parameters. */
	const wordy = Object.fromEntries(
		['url', 'privacy', 'password', 'results', 'search', 'sort_by', 'per_page'].map((field) => [
			field,
			`The ${field} is <b>not</b> as s3cret-key should be. `.repeat(20),
		]),
	);
	const longNamed = operations.map(({ target, ...operation }): Operation => ({
		...operation,
		target: { ...target, ...(target.url ? { url: long } : { identifier: long }) },
	}));

	it.each(failures)('says whether a write may have been done, and no more: $name', (row) => {
		for (const operation of operations) {
			const failure = explain(row, operation);
			if (!failure) continue;
			const { advice, mayHaveWritten, details } = failure;
			expect(mayHaveWritten).toBe(details.fate === 'unknown' && operation.kind !== 'read');
			expect(/may have been/.test(advice)).toBe(mayHaveWritten);
		}
	});

	it.each(failures)(
		'has a title of 80 characters at most, and no system error, markup or secret: $name',
		(row) => {
			const { answer } = row;
			const spoken = (path: string) => {
				const said = answer?.(path) ?? {};
				// A success with a complaint is a failure
				const isFailure = (said.status ?? 200) >= 300;
				return { ...said, body: isFailure ? { message: wordy } : { data: [], error: wordy } };
			};
			for (const said of [row, ...(answer ? [{ ...row, answer: spoken }] : [])]) {
				for (const operation of [...operations, ...longNamed]) {
					const failure = explain(said, operation, { baseUrl: long, ...secrets });
					if (!failure) continue;
					const { message, advice } = failure;
					expect(message).toMatch(/^([A-Z]|n8n ).{9,79}$/);
					const own = advice.replace(/says: ".*"|(N8N|HTTPS?)_\w+/g, '');
					expect(`${message} ${own}`).not.toMatch(/\bE[A-Z]{4}|_/);
					expect(`${message} ${advice}`).not.toMatch(/<\/?\w|s3cret|hunter22/);
				}
			}
		},
	);

	it('has a title of at most 80 characters, whatever could not be sent or done', () => {
		const named = { ...create, target: { ...create.target, url: long } };
		const failed = [explained({ status: 504 }, named), asFailure(new TypeError(long), get.target)];
		for (const { message } of [...failed, notSentByN8n(long)]) {
			expect(message).toMatch(/^([A-Z]|n8n ).{9,79}$/);
		}
	});
});
