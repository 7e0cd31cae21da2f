import { UserError } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { ownError, refusal } from '../../../../nodes/WebPageReport/errors/ownError';
import { bugs } from '../../../../package.json';
import { create, get, MAY_HAVE_HAPPENED, remove } from './explained';

const REPORT_IT = `Please report this message at ${bugs.url}`;

describe('an error before anything was sent', () => {
	it.each([
		['Credential not found', 'Credential not found'],
		['<b>No</b>', 'No'],
	])('is a refusal: %p', (error, words) => {
		const { title, advice, details } = refusal(error);
		expect(title).toBe(`n8n did not send the request: ${words}`);
		expect(advice).toBe(
			'Correct the expression, or Allowed HTTP Request Domains in the credential.',
		);
		expect(details).toEqual({});
	});

	it('that says what to do already is not explained again', () => {
		const failure = new Failure('Known', 'Do this.');
		expect(ownError(failure, remove.target)).toBe(failure);
	});
});

describe('an error of this node itself', () => {
	it.each([
		[get, REPORT_IT, false],
		[create, `${MAY_HAVE_HAPPENED.create} ${REPORT_IT}`, true],
		[remove, `${MAY_HAVE_HAPPENED.remove} ${REPORT_IT}`, true],
	])('on %j says so', (request, advice, mayHaveHappened) => {
		const failure = ownError(new TypeError('x is not a function'), request.target);
		expect(failure.title).toBe('This node failed: x is not a function');
		expect(failure.advice).toBe(advice);
		expect(failure.details.mayHaveHappened).toBe(mayHaveHappened);
		expect(failure.details.retry).toBeUndefined();
	});

	it('says that nothing was sent, where it happens before that', () => {
		const { advice, details } = ownError(new TypeError('x is not a function'), undefined);
		expect(advice).toBe(`Nothing was sent. ${REPORT_IT}`);
		expect(details).toEqual({});
	});

	it('is one even with a code', () => {
		const error = Object.assign(new UserError('no'), { code: 'EPIPE' });
		expect(ownError(error, get.target).title).toBe('This node failed: no');
	});

	it('can be anything that was thrown', () => {
		expect(ownError(7, get.target).title).toBe('This node failed: 7');
	});
});
