import type { Condition, Trouble } from '../../sandbox/service/conditions';
import { ENGINE, fastTime } from '../support/engine';
import { locator, report } from '../support/node';
import { byId, CREATE, numberOf, type Service, startEmpty } from '../support/service';

fastTime();

let service: Service;

/** The numbers of the writes, in order of arrival. */
const written = () => service.requests.filter(({ method }) => method !== 'GET').map(numberOf);

/** How many writes there were for a number. */
const times = (number: number) => written().filter((one) => one === number).length;

/**
 * Starts a service with three reports.
 *
 * @param answer the fault of a write, from its number and how many there were for that number before
 * @param read the fault of every read
 */
async function start(
	answer: (number: number, before: number) => Condition,
	read?: Condition,
): Promise<void> {
	const condition: Trouble = (request) => {
		const number = numberOf(request);
		return request.method === 'GET' ? read : answer(number, times(number) - 1);
	};
	service = await startEmpty({ reports: 3, conditions: [condition] });
}

const ON_ERROR = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

const WRITES = {
	create: CREATE,
	update: byId('update', { updateFields: { privacy: 0 } }),
	delete: byId('delete'),
};

describe.each(ON_ERROR)('Retry On Fail, with On Error %s,', (onError) => {
	const options = { onError, retryOnFail: true, maxTries: 3 };

	const refusedOnce = (number: number, before: number) =>
		number === 0 && before === 0 ? { status: 422, body: { message: 'Not yet.' } } : {};

	it.each(Object.entries(WRITES))('does each %s once', async (_, parameters) => {
		await start(refusedOnce);
		await service.runMany(parameters, 3, options);
		expect([0, 1, 2].map(times)).toEqual([2, 1, 1]);
	});

	it('does each create once if the expression in URL changes with every try', async () => {
		await start(refusedOnce);
		const url = '=https://example.com/{{ $json.number }}?at={{ Math.random() }}';
		await service.runMany({ ...CREATE, url }, 3, options);
		expect([0, 1, 2].map(times)).toEqual([2, 1, 1]);
	});

	// n8n tries again after such an output, even if nothing failed
	it.each(['', 'broken', null, { code: 1 }])(
		'does each write once if the record has the field error: %j',
		async (error) => {
			await start(() => ({ shows: (record) => ({ ...record, error }) }));
			for (const parameters of [WRITES.create, WRITES.update]) {
				service.requests.length = 0;
				const { items } = await service.runMany(parameters, 2, options);
				expect([0, 1].map(times)).toEqual([1, 1]);
				const outputs = onError === 'continueErrorOutput' && error !== null ? [0, 2] : [2];
				expect(outputs).toContain(items.length);
			}
		},
	);

	it.each(['update', 'delete'] as const)(
		'repeats the %s of an item of unknown fate that no read settles',
		async (name) => {
			await start((number, before) => (number === 0 && before === 0 ? { status: 500 } : {}), {
				status: 500,
			});
			const { items, failed, error } = await service.runMany(WRITES[name], 3, options);
			expect([0, 1, 2].map(times)).toEqual([2, 1, 1]);
			expect(error).toBeUndefined();
			// Older n8n 1.x shows the output of the first try
			const isFirst = ENGINE.startsWith('1.') && failed.length === 1;
			expect([items.length, failed.length]).toEqual(isFirst ? [2, 1] : [3, 0]);
		},
	);

	it.each([
		['a create', CREATE],
		['an update with new results', byId('update', { updateFields: { results: 1 } })],
	])('does not repeat %s if its fate is unknown', async (_, parameters) => {
		await start((number) => (number === 0 ? { drop: true } : {}));
		await service.runMany(parameters, 3, options);
		expect(times(0)).toBe(1);
		expect(service.reads()).toBeGreaterThan(0);
	});
});

it('Retry On Fail does not repeat an update if a later item has updated the same report', async () => {
	await start((_, before) => (before % 2 === 0 ? { status: 422, body: { message: 'No.' } } : {}));
	const reportId = locator('id', '1');
	const parameters = report('update', {
		reportId,
		updateFields: { privacy: '={{ $json.number % 2 }}' },
	});
	const options = { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3 } as const;
	const { items } = await service.runMany(parameters, 3, options);
	// The first is not repeated after the second, but the third is
	expect(times(0)).toBe(4);
	expect(items.slice(0, 2).map(({ json }) => json.error ?? json.privacy)).toEqual([
		'The service rejected the input (422): No.',
		1,
	]);
});

it('Retry On Fail sends nothing more if a create of an earlier try may have been done', async () => {
	await start((number) => (number === 0 ? { status: 504 } : { delay: 15 }));
	const { error } = await service.runMany(CREATE, 40, { retryOnFail: true, maxTries: 5 });
	expect(error?.message).toMatch(/^The service could not create the report \(504\)/);
	expect(error?.itemIndex).toBe(0);
	// All that were in flight when it failed
	expect(service.writes()).toBeLessThanOrEqual(10);
});
