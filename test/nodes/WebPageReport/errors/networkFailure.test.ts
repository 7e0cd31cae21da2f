import { asFailure } from '../../../../nodes/WebPageReport/errors/thrown';
import { tooLate, callerTooLate } from '../../../../nodes/WebPageReport/errors/ended';
import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import {
	networkFailure,
	notSentByN8n,
} from '../../../../nodes/WebPageReport/errors/networkFailure';
import { bugs } from '../../../../package.json';
import { systemError } from '../../../support/failures';
import { OPERATIONS } from '../../../support/operations';
import { NEVER_AGAIN, sent } from './explained';

const { create, get, remove } = OPERATIONS;

const said = (error: unknown, ...[operation, more]: Partial<Parameters<typeof sent>>) =>
	networkFailure(error, sent(operation ?? get, more));

const LOST = 'The connection was lost before the service responded';

const REPORT_IT = `Please report this message at ${bugs.url} and include the node's version.`;

it('hides secrets in the text of an error', () => {
	const secrets = { apiKey: 's3cret', password: 'hunter22' };
	const shown = (words: string) => said(new Error(words), get, secrets).message;
	expect(shown('no s3cret')).toBe(`${LOST}: no ***`);
	expect(shown('no hunter22')).toBe(LOST);
	expect(shown('Domain not allowed: s3cret')).toBe(
		'n8n did not send the request: Domain not allowed: ***',
	);
});

it("reports its own timeout in the same words as n8n's", () => {
	for (const operation of [get, create]) {
		const failure = said(systemError('ETIMEDOUT'), operation);
		const { message, advice, details } = failure;
		expect(tooLate(operation.target)).toMatchObject({ message, advice, details });
	}
	const { advice, details } = callerTooLate(create.target);
	expect([advice, details.endedBy]).toEqual([
		`${create.mayHaveWritten} As a tool, this node has to answer within 45 seconds.`,
		'time',
	]);
});

it.each([
	[said(new Error('x'.repeat(80))), 'n8n'],
	[notSentByN8n('x'.repeat(80)), 'n8n'],
	[asFailure(new Error('x'.repeat(80)), get.target), 'The error'],
])('attributes words that do not fit the title to their source: %p', (failure, who) => {
	expect(failure.advice).toContain(`${who} says: "xxx`);
});

it.each([
	['https://reports.example.com/api/v1', 'reports.example.com:443'],
	['http://reports.example.com/api/v1', 'reports.example.com:80'],
	['https://reports.example.com:8443/api/v1', 'reports.example.com:8443'],
	['http://[::1]:8080', '[::1]:8080'],
])(
	'names the host and port of %s as %s, and those of the proxy if there is one',
	(baseUrl, host) => {
		const proxy = { host: 'proxy.example', port: 3128 };
		for (const error of ['ECONNREFUSED', 'ENOTFOUND'].map((code) =>
			systemError(code, {}, 'connect'),
		)) {
			const { advice } = said(error, get, { baseUrl });
			expect(advice).toContain(` (${host})`);
			expect(said(error, get, { baseUrl, proxy }).advice).toBe(
				`${advice} Also check Proxy (proxy.example:3128) under Request Options in the node's Settings.`,
			);
		}
	},
);

describe('an error of this node itself', () => {
	it.each([
		[get.target, REPORT_IT, 'unknown'],
		[create.target, `${create.mayHaveWritten} ${REPORT_IT}`, 'unknown'],
		[remove.target, `${remove.mayHaveWritten} ${REPORT_IT}`, 'unknown'],
		[undefined, `Nothing was sent. ${REPORT_IT}`, 'not sent'],
	])('on %j says so, and is not repeated', (target, advice, fate) => {
		const message = 'This node failed: x is not a function';
		for (const thrown of [new TypeError('x is not a function'), 'x is not a function']) {
			const failure = asFailure(thrown, target);
			expect(failure).toMatchObject({ message, advice, details: NEVER_AGAIN });
			expect(failure.details.fate).toBe(fate);
		}
	});

	it('is never a Failure, which already says what to do', () => {
		const failure = new Failure('Known', 'Do this.');
		expect(asFailure(failure, remove.target)).toBe(failure);
	});
});
