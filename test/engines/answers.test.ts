import type { INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { fastTime } from '../support/engine';
import { byId, CREATE, numberedService } from '../support/service';

fastTime();

const service = numberedService();

// What each answer means: test/nodes/WebPageReport/errors and transport/settle

/** The first output of an operation on a service with this answer, or its message. */
async function said(parameters: INodeParameters, answer: Condition): Promise<unknown> {
	await service.start(() => answer);
	const { error, items } = await service.run(parameters, 1);
	return error?.message ?? items[0]?.json;
}

it.each<[string, Condition]>([
	['a record of it', { body: { id: 0, object: 'report', deleted: true, status: 200 } }],
	['nothing', { body: '' }],
	['OK', { body: 'OK', headers: { 'Content-Type': 'text/plain' } }],
])('treats a delete answered with %s as done', async (_, answer) => {
	expect(await said(byId('delete'), answer)).toEqual({ deleted: true, id: 0 });
});

it.each([
	['Unauthorized', 'The service did not delete report 0: Unauthorized'],
	// The number of deleted rows
	['0', 'The service did not delete report 0'],
	['false', 'The service did not delete report 0'],
])('does not treat a delete answered with the text %s as done', async (body, message) => {
	const answer = { body, headers: { 'Content-Type': 'text/html' } };
	expect(await said(byId('delete'), answer)).toContain(message);
});

describe('a delete with a lost response whose retry gets "not found"', () => {
	const gone = { status: 404, body: { message: 'Resource not found.', status: 404 } };
	const lost = (_number: number, before: number) => (before === 0 ? { status: 502 } : gone);

	it('is done if the report is missing while the list answers', async () => {
		await service.start(lost, () => gone);
		const { items } = await service.run(byId('delete'), 1);
		expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: 0 }]);
		expect(service.asked).toEqual([0, 0]);
	});
});

it.each([1, 3])(
	'a 500 with %i requests at once advises fewer only if there are several',
	async (count) => {
		await service.start(() => ({ status: 500 }));
		const { error } = await service.run(byId('get'), count);
		expect(error?.description?.includes('lower Requests at Once')).toBe(count > 1);
	},
);

it('does not blame this node for an endlessly nested answer', async () => {
	const body = `{"message":${'{"message":'.repeat(5000)}"x"${'}'.repeat(5000)}}`;
	expect(await said(CREATE, { status: 422, body })).toMatch(
		/^The service rejected the input \(422\)/,
	);
});
