import { accountOf } from '../../../credentials/WebPageReportApi.credentials';
import { asFailure } from '../../../nodes/WebPageReport/errors/thrown';
import { tooLate } from '../../../nodes/WebPageReport/errors/ended';
import { type Failure, notFound } from '../../../nodes/WebPageReport/errors/failure';
import { notSentByN8n } from '../../../nodes/WebPageReport/errors/networkFailure';
import { failureOf } from '../../support/failureOf';
import { failures, isTransientFor, messageOf } from '../../support/failures';
import { type Operation, operations, OPERATIONS } from '../../support/operations';
import { expectOnPage } from '../../support/pages';
import { explain, explained } from './errors/explained';

const { analyse, create, get, list, remove } = OPERATIONS;

const explainable = failures.filter(({ answer, error }) => answer ?? error);

describe.each(operations)('the message for an attempt to $name', (operation) => {
	it.each(explainable)('after $name', (row) => {
		const { answer, error, fate, after } = row;
		const { message, advice, mayHaveWritten, details } = explain(row, operation);
		expect([message, advice]).toEqual(messageOf(row, operation));
		const status = answer?.(operation.path).status;
		const code = status?.toString() ?? (error as { code?: string } | undefined)?.code;
		expect([details.fate, details.isTransient ?? false]).toEqual([
			fate,
			isTransientFor(row, operation),
		]);
		expect([details.retryAfterMs, details.code]).toEqual([after, code]);
		expect(mayHaveWritten).toBe(fate === 'unknown' && operation.kind !== 'read');
	});
});

/** The message for a create with this status whose report was not found. */
const looked = (status: number, operation: Operation = create): Failure =>
	notFound(explained({ status }, operation), operation.target, 60_000);

it('messages.md shows every message in the words of the node', async () => {
	const all = [
		...explainable.flatMap((row) => [explain(row, get), explain(row, create)]),
		looked(504),
		tooLate(analyse.target),
		explained({ status: 301, headers: { location: 'https://new.example/v1/reports' } }, list),
		explained({ body: '' }, list),
		explained({ body: '' }, create),
		explained({ body: { error: 'It is locked.' } }, remove),
		explained({ body: { error: 'Something went wrong.' } }, create),
		await failureOf(() => accountOf({ requestsAtOnce: 0 })),
		asFailure(new TypeError('x is not a function'), get.target),
	];
	// Sentences that differ only in status are shown once
	const messages = new Map<string, string[]>();
	for (const { message, advice } of all) {
		const sentence = `${message.replace(/ \(\d+\)/, '')} ${advice}`;
		if (!messages.has(sentence)) messages.set(sentence, [message, advice]);
	}
	expectOnPage('messages', [['What you see', 'What to do'], ...messages.values()]);
});

describe('every message', () => {
	const long = `https://example.com/${'a'.repeat(500)}`;
	/** Long messages of a service, for the fields of all parameters. */
	const wordy = Object.fromEntries(
		['url', 'privacy', 'password', 'results', 'search', 'sort_by', 'per_page'].map((field) => [
			field,
			`The ${field} is not as it should be. `.repeat(20),
		]),
	);
	const longNamed = operations.map(({ target, ...operation }): Operation => ({
		...operation,
		target: { ...target, ...(target.url ? { url: long } : { identifier: long }) },
	}));

	it.each(explainable)(
		'has a title of 80 characters at most, and no system error code: $name',
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
					const { message, advice } = explain(said, operation, { baseUrl: long });
					expect(message).toMatch(/^([A-Z]|n8n ).{9,79}$/);
					expect(`${message} ${advice.replace(/says: ".*"/, '')}`).not.toMatch(/\bE[A-Z]{4}|_/);
				}
			}
		},
	);

	it('has a title of at most 80 characters, whatever could not be found, sent or done', () => {
		const named = { ...create, target: { ...create.target, url: long } };
		const failed = [looked(504, named), asFailure(new TypeError(long), get.target)];
		for (const { message } of [...failed, notSentByN8n(long)]) {
			expect(message).toMatch(/^([A-Z]|n8n ).{9,79}$/);
		}
	});
});
