import { asFailure } from '../../../nodes/WebPageReport/errors/thrown';
import { notFound } from '../../../nodes/WebPageReport/errors/failure';
import { notSentByN8n } from '../../../nodes/WebPageReport/errors/networkFailure';
import { failures } from '../../support/failures';
import { type Operation, operations, OPERATIONS } from '../../support/operations';
import { expectInFile } from '../../support/outcomes';
import { explain, explained } from './errors/explained';

const { create, get } = OPERATIONS;

it('failures.txt says what comes of each failure', () => {
	expect(new Set(failures.map(({ name }) => name)).size).toBe(failures.length);
	expectInFile(failures, explain);
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

	it('has a title of at most 80 characters, whatever could not be found, sent or done', () => {
		const named = { ...create, target: { ...create.target, url: long } };
		const looked = notFound(explained({ status: 504 }, named), named.target, 60_000);
		const failed = [looked, asFailure(new TypeError(long), get.target)];
		for (const { message } of [...failed, notSentByN8n(long)]) {
			expect(message).toMatch(/^([A-Z]|n8n ).{9,79}$/);
		}
	});
});
