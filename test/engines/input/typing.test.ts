import type { NodeParameterValueType } from 'n8n-workflow';

import { locator, report } from '../../support/node';
import { FROM_ITEM, PAGE, sharedSandbox } from './sandbox';

const sandbox = sharedSandbox();
const { runWith } = sandbox;

const get = (mode: string, value: NodeParameterValueType) =>
	report('get', { reportId: locator(mode, value) });

describe('what a person types for a report', () => {
	it.each([
		['id', PAGE],
		['id', '7/1'],
		['id', '7, 1'],
		['id', ' '],
		['url', PAGE],
		['url', 'https://example.com/reports/'],
		['url', 'example.com/reports/7'],
	])('that cannot be one is not sent: %s "%s"', async (mode, value) => {
		const { error } = await runWith(get(mode, value));
		expect(error?.message).toMatch(/^Report (cannot be "|is empty)/);
		expect(sandbox.requests).toEqual([]);
	});

	it.each<[string, NodeParameterValueType]>([
		['id', '7'],
		['id', 7],
		['id', ' 7 '],
		['id', FROM_ITEM],
		['id', 'https://example.com/reports/7'],
		['url', 'https://example.com/reports/7'],
		['url', ' HTTP://example.com/a/b/Reports/7/edit?x#y '],
		['url', '7'],
		['url', ' 7 '],
		['id', 'https://example.com/reports/7\n'],
		['url', 'https://example.com/reports/7\n'],
		['url', FROM_ITEM],
		['url', '=https://example.com/reports/{{ $json.value }}'],
	])('leaves alone %s %p', async (mode, value) => {
		const { items, error } = await runWith(get(mode, value), [7]);
		expect(error).toBeUndefined();
		expect(items[0]?.json.id).toBe(7);
	});

	it.each([
		[0, ''],
		[1, ''],
		[2, 'secret'],
	])(
		'asks for no password where an expression gives Privacy, here %p',
		async (privacy, password) => {
			const parameters = report('create', {
				url: PAGE,
				privacy: FROM_ITEM,
				...(password && { password }),
			});
			const { items, error } = await runWith(parameters, [privacy]);
			expect(error).toBeUndefined();
			expect(items[0]?.json.privacy).toBe(privacy);
			expect(sandbox.requests[0]?.body).toEqual({
				url: PAGE,
				privacy: String(privacy),
				...(password && { password }),
			});
		},
	);
});
