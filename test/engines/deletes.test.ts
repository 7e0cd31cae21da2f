import { type Answer, byId, numberedService } from '../support/numberedService';

const service = numberedService();

/** Deletes report 0 on a service that answers like this. */
async function deleted(answer: Answer) {
	await service.start(() => answer);
	const outcome = await service.run(byId('delete'), 1);
	expect(service.asked).toEqual([0]);
	return outcome;
}

it.each<[string, Answer]>([
	['a record of it', { body: { id: 0, object: 'report', deleted: true, status: 200 } }],
	['one in an envelope', { body: { data: { deleted: true } } }],
	['nothing', { body: '' }],
	['204', { status: 204, body: '' }],
	['202', { status: 202, body: {} }],
	['OK', { body: 'OK', headers: { 'Content-Type': 'text/plain' } }],
	['a text in JSON', { body: '"deleted"' }],
	['true', { body: 'true' }],
	['null', { body: 'null' }],
	['a list', { body: [] }],
	['an empty error', { body: { error: '', deleted: true } }],
	['no error', { body: { error: null, errors: [] } }],
	['a message', { body: { message: 'Report deleted.' } }],
	[
		'true, with a record that has an error',
		{ body: { deleted: true, data: { id: 0, url: 'https://a.example', error: 'No DNS' } } },
	],
])('a delete that is answered with %s is done', async (_, answer) => {
	const { error, items } = await deleted(answer);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: '0' }]);
});

it.each<[string, unknown, string]>([
	['deleted: false', { deleted: false }, ''],
	['deleted: false in an envelope', { data: { deleted: false, message: 'Locked.' } }, ': Locked.'],
	['deleted: "false"', { deleted: 'false' }, ''],
	['deleted: 0', { deleted: 0 }, ''],
	['success: false', { success: false, message: 'Locked.' }, ': Locked.'],
	['an error', { error: 'Report is locked' }, ': Report is locked'],
	['an error beside the ID', { id: 0, error: 'Report is locked' }, ': Report is locked'],
	['an error with a code', { error: { code: 7, message: 'Locked.' } }, ': Locked.'],
	['errors', { errors: ['One.', 'Two.'] }, ': One. Two.'],
])('a delete that is answered with %s has failed', async (_, body, words) => {
	const { error, items } = await deleted({ body });
	expect(error?.message).toBe(`The service did not delete report 0${words}`);
	expect(error?.description).toBe('Nothing was deleted. Correct what the service complains about.');
	expect(items).toEqual([]);
});

// Without Accept, frameworks answer "not found" with a page
it.each<[string, Answer]>([
	['in JSON', { status: 404, body: { message: 'Resource not found.', status: 404 } }],
	['as a page', { status: 404, body: '<!DOCTYPE html><h1>Not Found</h1>' }],
	['by 410', { status: 410, body: '' }],
])('a delete whose answer was lost is done where its repeat is not found, %s', async (_, gone) => {
	await service.start((_number, before) => (before === 0 ? { status: 502, body: '' } : gone));
	const { error, items } = await service.run(byId('delete'), 1);
	expect(service.asked).toEqual([0, 0]);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: '0' }]);
});
