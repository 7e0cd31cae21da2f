import { type INode, NodeApiError } from 'n8n-workflow';

import { Failure, wrong } from '../../../../nodes/WebPageReport/errors/failure';
import { toNodeError } from '../../../../nodes/WebPageReport/errors/thrown';

const node: INode = {
	id: '1',
	name: 'Web Page Report',
	type: 'n8n-nodes-web-page-report.webPageReport',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

it.each<[string, string | undefined]>([
	['It broke', '503'],
	['Report PREEXISTING was not found', 'ECONNRESET'],
	['It was ECONNREFUSED', undefined],
])('becomes an error of n8n with its own words and code: %j, %j', (title, code) => {
	const error = toNodeError(new Failure(title, 'Mend it.', { fate: 'refused', code }), node, 3);
	expect(error).toBeInstanceOf(NodeApiError);
	const { message, description, httpCode, context } = error;
	expect([message, description, httpCode]).toEqual([title, 'Mend it.', code ?? null]);
	expect(context.itemIndex).toBe(3);
	expect(error.node).toEqual(node);
});

it('shows no password to whoever reads the log of n8n, and leaves the node as it is', () => {
	const parameters = { url: 'x', password: 'hunter22', updateFields: { password: 'hunter22' } };
	const error = toNodeError(new Failure('It broke', 'Mend it.'), { ...node, parameters });
	expect(JSON.stringify(error)).not.toContain('hunter22');
	expect(error.node.parameters).toMatchObject({ url: 'x', updateFields: { password: '***' } });
	expect(parameters.password).toBe('hunter22');
});

const EXPRESSION = 'The expression in Page Size returned nothing for this item. ';

it.each([
	[undefined, 'is empty', EXPRESSION],
	['', 'is empty', ''],
	[{ a: [1] }, 'cannot be "{"a":[1]}"', ''],
	['a\n b', 'cannot be "a b"', ''],
	['x'.repeat(31), `cannot be "${'x'.repeat(29)}…"`, ''],
])('wrong input has one sentence: %j', (value, is, expression) => {
	const { message, advice, details } = wrong('Page Size', value, 'one of 10 and 25');
	expect(message).toBe(`Page Size ${is}`);
	expect(advice).toBe(`${expression}It must be one of 10 and 25.`);
	expect(details.fate).toBe('not sent');
});
