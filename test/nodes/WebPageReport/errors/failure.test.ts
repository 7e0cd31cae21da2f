import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';

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
	it('is an error with a name, what happened, what to do, and what else is known', () => {
		const details = {
			retry: { of: 'reads', after: 5 },
			mayHaveHappened: true,
			code: '503',
		} as const;
		const failure = new Failure('It broke', 'Mend it.', details);
		expect(failure).toBeInstanceOf(Error);
		expect([failure.name, failure.message, failure.title, failure.advice, failure.details]).toEqual(
			['Failure', 'It broke', 'It broke', 'Mend it.', details],
		);
		expect(new Failure('It broke', 'Mend it.').details).toEqual({});
	});

	it.each([
		['It broke', 'It broke. Mend it.'],
		['It broke: no disk.', 'It broke: no disk. Mend it.'],
		['It broke: why?', 'It broke: why. Mend it.'],
		['It broke: help!', 'It broke: help. Mend it.'],
		['It broke: really?!', 'It broke: really. Mend it.'],
		['It broke. Twice', 'It broke. Twice. Mend it.'],
	])('%j becomes one text: %j', (title, text) => {
		expect(new Failure(title, 'Mend it.').toSentences()).toBe(text);
	});

	it('becomes the json that both engines route to the error output', () => {
		expect(new Failure('It broke', 'Mend it.').toJson(node)).toEqual({
			error: 'It broke',
			message: 'Mend it.',
		});
	});

	it.each(['It broke', 'Report PREEXISTING was not found', 'It was ECONNREFUSED'])(
		'becomes an error of n8n with its own words: %j',
		(title) => {
			const error = new Failure(title, 'Mend it.').toNodeError(node, 3);
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error.message).toBe(title);
			expect(error.description).toBe('Mend it.');
			expect(error.context.itemIndex).toBe(3);
			expect(error.node).toEqual(node);
		},
	);

	it.each(['503', 'ECONNRESET', undefined])('hands its code %j to an error workflow', (code) => {
		const error = new Failure('It broke', 'Mend it.', { code }).toNodeError(node);
		expect([error.httpCode, error.message, error.description]).toEqual([
			code ?? null,
			'It broke',
			'Mend it.',
		]);
	});

	it('shows no password to whoever reads the log of n8n, and leaves the node as it is', () => {
		const parameters = { url: 'x', password: 'hunter22', updateFields: { password: 'hunter22' } };
		const secret = { ...node, parameters };
		const error = new Failure('It broke', 'Mend it.').toNodeError(secret);
		expect(JSON.stringify(error)).not.toContain('hunter22');
		expect(error.node.parameters).toEqual({
			url: 'x',
			password: '***',
			updateFields: { password: '***' },
		});
		expect(parameters.password).toBe('hunter22');
	});

	it('tells a language model all in the message and in the description, either of which it may get', () => {
		const error = new Failure('It broke', 'Mend it.').toNodeError(tool);
		const sentences = 'It broke. Mend it.';
		expect([error.message, error.description]).toEqual([sentences, sentences]);
	});

	it('tells a language model what that can do, and nobody else', () => {
		const failure = new Failure('URL is empty', 'Correct it.', { forModel: 'Provide URL.' });
		const forModel = { error: 'URL is empty', message: 'Provide URL.' };
		const toError = ({ message, description }: NodeApiError) => [message, description];
		expect(failure.toJson(tool)).toEqual(forModel);
		expect(failure.without('other').toJson(tool)).toEqual(forModel);
		expect(failure.toJson(node)).toEqual({ error: 'URL is empty', message: 'Correct it.' });
		expect(toError(failure.toNodeError(tool))).toEqual([
			'URL is empty. Provide URL.',
			'URL is empty. Provide URL.',
		]);
		expect(toError(failure.toNodeError(node))).toEqual(['URL is empty', 'Correct it.']);
		expect(failure.details).toEqual({});
	});

	it('shows all but the word that repeats the key in another form', () => {
		const shown = new Failure('It broke', 'Look at https://a.example/?t=1%7Cs3cret-key first.');
		expect(shown.without('1|s3cret-key').advice).toBe('Look at *** first.');
	});

	it('shows no API key to a language model either', () => {
		const details = { forModel: 'Provide s3cret-key.' };
		const failure = new Failure('It broke', 'Mend it.', details).without('s3cret-key');
		expect(failure.toJson(tool).message).toBe('Provide ***.');
	});

	// n8n wraps it once more, and would put a text of its own in place of one with such a name
	it.each(['preexisting', 'FreeAccess', 'page-not-found/PageNotFound', 'getaddrinfo'])(
		'leaves a word with the name of a system error out of the message to a model: %s',
		(name) => {
			const failure = new Failure(`Report ${name} broke`, `Mend ${name} at once.`);
			const error = failure.toNodeError(tool);
			const kept = 'Report … broke. Mend … at once.';
			expect([error.message, error.description]).toEqual([
				kept,
				`Report ${name} broke. Mend ${name} at once.`,
			]);
			expect(new NodeOperationError(node, error).message).toBe(kept);
		},
	);

	it('belongs to no item where it is about none', () => {
		const error = new Failure('It broke', 'Mend it.').toNodeError(node);
		expect(error.context.itemIndex).toBeUndefined();
	});
});
