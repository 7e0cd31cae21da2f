import type { IDataObject } from 'n8n-workflow';

import { failureOf } from '../../../support/failureOf';
import { prepared } from './prepared';

const url = 'https://example.com';

const create = (body?: IDataObject) =>
	prepared('report.create', { method: 'POST', url: '/reports', body });
const update = (body?: IDataObject) =>
	prepared('report.update', { method: 'PUT', url: '/reports/42', body });
const list = (qs?: IDataObject, parameters: Record<string, unknown> = {}) =>
	prepared('report.getAll', { method: 'GET', url: '/reports', qs }, parameters);

describe('what is sent', () => {
	it.each<[IDataObject, IDataObject]>([
		[{ search: '', result: 'bad', sort: '', per_page: '' }, { result: 'bad' }],
		[{ search: ' ' }, { search: ' ' }],
		[{ search: 0 }, { search: 0 }],
		[
			{ other: null, more: 0 },
			{ other: null, more: 0 },
		],
	])('of the query %j is %j', (qs, kept) => {
		expect(list(qs).request).toEqual({ method: 'GET', url: '/reports', qs: kept, body: {} });
	});

	it.each<[IDataObject, IDataObject]>([
		[{ password: '', results: 0 }, { results: 0 }],
		[{ privacy: '', password: ' x ' }, { password: ' x ' }],
		...[0, '0', 1, '1'].map((privacy): [IDataObject, IDataObject] => [
			{ privacy, password: 'x' },
			{ privacy },
		]),
		...[2, '2'].map((privacy): [IDataObject, IDataObject] => [
			{ privacy, password: 'x' },
			{ privacy, password: 'x' },
		]),
	])('of the fields %j is %j', (fields, kept) => {
		const given = { ...fields };
		expect(update(given).request.body).toEqual(kept);
		expect(create({ url, ...given }).request.body).toMatchObject({
			url,
			privacy: kept.privacy ?? 1,
		});
		expect(given).toEqual(fields);
	});

	it.each([
		'http://example.com/a?b=c#d',
		'HTTPS://EXAMPLE.COM',
		'  https://example.com\n',
		'https://münchen.example/ä b',
	])('of the URL %j is all but the spaces around it', (address) => {
		const { request, target } = create({ url: address });
		expect(request.body).toEqual({ url: address.trim(), privacy: 1 });
		expect(target).toMatchObject({ url: address.trim(), privacy: '1' });
	});

	it.each<[IDataObject, boolean]>([
		[{ results: 1 }, true],
		[{ results: '1', privacy: 0 }, true],
		[{ results: '0' }, false],
		[{ privacy: 1 }, false],
	])('by the update %j has a page analysed again: %j', (fields, isAnalysed) => {
		expect(update(fields).target).toMatchObject({ identifier: '42', isAnalysed });
	});
});

describe('nothing is sent', () => {
	const choices = 'Choose one of these: Password (2), Private (1), Public (0).';
	const enterOne = 'Enter a password, or choose another Privacy.';
	const addOne = 'Add at least one field under Update Fields: New Results, Password or Privacy.';

	it.each<[IDataObject | undefined, string, string]>([
		[{ privacy: true }, 'Privacy cannot be "true"', choices],
		[{ privacy: 'x'.repeat(30) }, `Privacy cannot be "${'x'.repeat(30)}"`, choices],
		[{ privacy: 'x'.repeat(31) }, `Privacy cannot be "${'x'.repeat(30)}…"`, choices],
		[{ privacy: 2 }, 'Password is empty', enterOne],
		[{ privacy: '2', password: '' }, 'Password is empty', enterOne],
		[undefined, 'Nothing to update', addOne],
		[{ password: '' }, 'Nothing to update', addOne],
	])('by an update of %j: %s', async (fields, title, todo) => {
		const { message, advice, fate } = await failureOf(() => update(fields));
		expect([message, advice, fate]).toEqual([title, todo, 'not sent']);
	});

	it.each([
		'see https://example.com',
		'https:example.com',
		'https://',
		'https://exa\nmple.com',
		'https://exa\rmple.com',
		'https://exa\tmple.com',
		`x${'y'.repeat(100)}`,
	])('for the URL %j', async (address) => {
		const { message, advice } = await failureOf(() => create({ url: address }));
		const shown = address.length > 100 ? `${address.slice(0, 100)}…` : address;
		expect(message).toBe('URL is not a web address');
		expect(advice).toBe(
			`Enter the full address, starting with https:// or http://. It is now "${shown}".`,
		);
	});

	it.each([0, -1, 1.5, '', 'many', null, true, [5], Infinity, NaN])(
		'with the limit %p',
		async (limit) => {
			const { message } = await failureOf(() => list({}, { returnAll: false, limit }));
			expect(message).toMatch(/^Limit must be (1 or more|a whole number), not ("|empty)/);
		},
	);

	it.each(['yes', '', null, undefined, 1, {}])('with the switch %j', async (simplify) => {
		const { message, advice } = await failureOf(() => list({}, { simplify }));
		expect(message).toMatch(/^Simplify must be true or false, not ("|empty)/);
		expect(advice).toBe('Correct the expression in Simplify.');
	});
});

it('a limit and switches can be texts', () => {
	expect(list({}, { returnAll: 'false', limit: '7', simplify: 'true' })).toMatchObject({
		limit: 7,
		simplify: true,
	});
	expect(list({}, { returnAll: true, simplify: 'false' })).toMatchObject({
		limit: Infinity,
		simplify: false,
	});
});
