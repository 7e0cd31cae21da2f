import { asFailure } from '../../../nodes/WebPageReport/errors/thrown';
import { type Failure, notFound } from '../../../nodes/WebPageReport/errors/failure';
import { notSentByN8n } from '../../../nodes/WebPageReport/errors/networkFailure';
import { failures, isTransientFor, messageOf } from '../../support/failures';
import { type Operation, operations, OPERATIONS } from '../../support/operations';
import { explain, explained } from './errors/explained';

const { create, get } = OPERATIONS;

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
