import type { ILoadOptionsFunctions, INode } from 'n8n-workflow';

import {
	secretsOf,
	withoutPassword,
	withoutSecrets,
} from '../../../../nodes/WebPageReport/request/secrets';

/** A caller whose credential holds this key. */
function callerWith(apiKey: unknown) {
	const getCredentials = jest.fn(async () => await Promise.resolve({ apiKey }));
	return { caller: { getCredentials } as unknown as ILoadOptionsFunctions, getCredentials };
}

describe('the secrets of a request', () => {
	it.each([
		['the key and the password', ' key ', { password: ' pass ' }, ['key', ' pass ']],
		['a password that is a number', 'key', { password: 1234 }, ['key', '1234']],
		['no password', 'key', { url: 'x' }, ['key', '']],
		['no body', 'key', undefined, ['key', '']],
		['no key', undefined, undefined, ['', '']],
	])('are %s', async (_, apiKey, body, secrets) => {
		const { caller, getCredentials } = callerWith(apiKey);
		expect(await secretsOf(caller, { body })).toEqual(secrets);
		expect(getCredentials.mock.calls).toEqual([['webPageReportApi']]);
	});
});

describe('a text without secrets', () => {
	it.each([
		['key was used', ['key'], '*** was used'],
		['a key, key and pass', ['key', 'pass'], 'a ***, *** and ***'],
		['a.c abc', ['a.c'], '*** abc'],
		['nothing to hide', ['', 'key'], 'nothing to hide'],
		['nothing to hide', [], 'nothing to hide'],
		['', ['key'], ''],
	])('%j, hiding %j, is %j', (text, secrets, shown) => {
		expect(withoutSecrets(text, secrets)).toBe(shown);
	});
});

it('a secret that is a part of another one does not leave the rest of that', () => {
	expect(withoutSecrets('password abcdef', ['abc', 'abcdef'])).toBe('password ***');
});

it('a node is shown without the password of a report, and is not changed itself', () => {
	const parameters = { url: 'x', password: 'a', updateFields: { privacy: 2, password: 'b' } };
	const node = { name: 'Mine', parameters } as unknown as INode;
	expect(withoutPassword(node, '***')).toEqual({
		name: 'Mine',
		parameters: { url: 'x', password: '***', updateFields: { privacy: 2, password: '***' } },
	});
	expect(parameters.password).toBe('a');
});

it('a record is without a password, wherever that stands, and the answer stays as it was', () => {
	const record = {
		id: 1,
		password: 'a',
		report: { password: 'b', privacy: 2 },
		list: [{ password: 'c' }],
	};
	expect(withoutPassword(record)).toEqual({ id: 1, report: { privacy: 2 }, list: [{}] });
	expect(record.password).toBe('a');
});
