import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { toNodeError } from '../../../../nodes/WebPageReport/errors/thrown';
import { OPERATIONS } from '../../../support/operations';

const { target } = OPERATIONS.create;
const read = OPERATIONS.get.target;

const node: INode = {
	id: '1',
	name: 'Web Page Report',
	type: 'n8n-nodes-web-page-report.webPageReport',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const tool: INode = { ...node, type: 'n8n-nodes-web-page-report.webPageReportTool' };

describe('a failure', () => {
	it('has the fate "not sent" by default', () => {
		const { name, message, advice, details } = new Failure('It broke', 'Mend it.');
		expect([name, message, advice]).toEqual(['Failure', 'It broke', 'Mend it.']);
		expect(details).toEqual({ fate: 'not sent' });
	});

	it('keeps everything but its advice if that is replaced', () => {
		const known = {
			fate: 'unknown',
			isTransient: true,
			retryAfterMs: 5,
			code: '503',
			target,
		} as const;
		const words = 'words that a title of eighty characters would not have any room left for';
		const failure = new Failure('It broke', 'Mend it.', { ...known, words, more: 'Or call us.' });
		const other = failure.advising('Buy another.');
		expect(other).toMatchObject({ details: known, message: 'It broke' });
		expect(other.advice).toBe(`The service says: "${words}". Buy another. Or call us.`);
		const more = other.adding('Soon.');
		expect(more).toMatchObject({ details: known, advice: `${other.advice} Soon.` });
		expect(new Failure('It broke', 'Mend it.').adding('Soon.').advice).toBe('Mend it. Soon.');
	});

	it.each([
		['It broke', 'It broke. Mend it.'],
		['It broke: no disk.', 'It broke: no disk. Mend it.'],
		['It broke: really?!', 'It broke: really. Mend it.'],
		['It broke. Twice', 'It broke. Twice. Mend it.'],
	])('%j becomes one text: %j', (title, text) => {
		expect(new Failure(title, 'Mend it.').toSentences()).toBe(text);
	});

	it.each<[string, string | undefined]>([
		['It broke', '503'],
		['Report PREEXISTING was not found', 'ECONNRESET'],
		['It was ECONNREFUSED', undefined],
	])('becomes an error of n8n with its own words and code: %j, %j', (title, code) => {
		const error = toNodeError(new Failure(title, 'Mend it.', { fate: 'refused', code }), node, 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: title,
			description: 'Mend it.',
			httpCode: code ?? null,
			context: { itemIndex: 3 },
			node,
		});
	});

	it.each([
		[{ fate: 'rate-limited', code: '429' }, 'rate-limited'],
		[{ fate: 'rate-limited', retryAfterMs: 5_000 }, 'rate-limited'],
		[{ fate: 'refused', code: '402' }, 'quota-exhausted'],
		[
			{ fate: 'unknown', target: read, isTransient: true, code: 'ECONNRESET' },
			'temporarily-unavailable',
		],
		[{ fate: 'not sent', endedBy: 'time' }, 'temporarily-unavailable'],
		[{ fate: 'not sent', isTransient: true, code: 'ECONNREFUSED' }, 'temporarily-unavailable'],
		[{ fate: 'unknown', target: read, code: '500' }, 'temporarily-unavailable'],
		[{ fate: 'refused', code: '401' }, 'credential-invalid'],
		[{ fate: 'refused', code: '404' }, 'configuration-invalid'],
		[{ fate: 'not sent' }, 'configuration-invalid'],
		[{ fate: 'unknown', target, isDefect: true }, 'node-defect'],
		[{ fate: 'unknown', target: read }, undefined],
		[{ fate: 'unknown', target, isTransient: true, code: '503' }, undefined],
	] as const)('%j tells machines why it failed: %s', (details, cause) => {
		const failure = new Failure('It broke', 'Mend it.', details);
		const pause = 'retryAfterMs' in details && { retryAfterMs: details.retryAfterMs };
		expect(toNodeError(failure, node).failure).toEqual(cause && { cause, ...pause });
	});

	it('shows no password to whoever reads the log of n8n, and leaves the node as it is', () => {
		const parameters = { url: 'x', password: 'hunter22', updateFields: { password: 'hunter22' } };
		const secret = { ...node, parameters };
		const error = toNodeError(new Failure('It broke', 'Mend it.'), secret);
		expect(JSON.stringify(error)).not.toContain('hunter22');
		expect(error.node.parameters).toEqual({
			url: 'x',
			password: '***',
			updateFields: { password: '***' },
		});
		expect(parameters.password).toBe('hunter22');
	});

	// n8n wraps the error again, and replaces a message that contains the name of a system error with its own
	it.each([
		['42', '42'],
		['preexisting', '…'],
		['FreeAccess', '…'],
		['page-not-found/PageNotFound', '…'],
		['getaddrinfo', '…'],
	])(
		'puts everything for a language model into the message, except names of system errors: %s',
		(id, shown) => {
			const error = toNodeError(new Failure(`Report ${id} broke`, `Mend ${id} at once.`), tool);
			const kept = `Report ${shown} broke. Mend ${shown} at once.`;
			expect([error.message, error.description]).toEqual([
				kept,
				`Report ${id} broke. Mend ${id} at once.`,
			]);
			expect(new NodeOperationError(node, error).message).toBe(kept);
		},
	);
});
