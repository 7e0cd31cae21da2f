import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { fastTime, type Outcome, run, type RunOptions } from '../../support/engine';
import { expectOnPage } from '../../support/pages';
import { type Service, startService } from '../../support/service';
import { answers, redirects } from './answers';
import { connections, timeOut } from './connections';
import { failures } from './failures';
import { expectationOf, type Fault, MOST } from './fault';
import { limits } from './limits';
import { type Operation, operations, PASSWORD, record } from './operations';
import { refusals } from './refusals';
import { MAY_HAVE_HAPPENED, NOT_THERE, type Observation, tableOf } from './observations';
import { API_KEY, type FaultyService, keyFor, startFaultyService } from './service';

/** In the order of the table in docs/reliability.md. */
const faults: Fault[] = [
	...refusals,
	...limits,
	...failures,
	...redirects(() => elsewhere),
	...answers,
	...connections,
];

/** Only for redirects to it. */
let elsewhere: Service;

const time = fastTime();

beforeAll(async () => {
	elsewhere = await startService();
});

const credentialFor = ({ baseUrl }: FaultyService, operation: Operation) => ({
	baseUrl,
	apiKey: keyFor(operation),
});

async function perform(
	service: FaultyService,
	operation: Operation,
	requestOptions: INodeParameters,
	options: Partial<RunOptions>,
): Promise<Outcome> {
	return await run({
		credential: credentialFor(service, operation),
		parameters: { ...operation.parameters, requestOptions },
		...options,
	});
}

const observations: Observation[] = [];

/** Everything that holds for a message, whatever it is about. */
function checkMessage(message: string, fault: Fault, { kind, ...operation }: Operation): void {
	for (const text of fault.says?.({ kind, ...operation }) ?? []) expect(message).toContain(text);
	expect(message).not.toMatch(/<[a-z!/]/i);
	const isOpen = fault.fateUnknown === true && kind !== 'read';
	expect(MAY_HAVE_HAPPENED.test(message)).toBe(isOpen);
	expect(message.includes(NOT_THERE)).toBe(isOpen && kind === 'create');
	if (isOpen && kind !== 'create') expect(message).toContain(operation.fate);
}

/** What a failed item says. */
function messageOf({ json }: INodeExecutionData): string {
	const { error, message } = json as { error: string; message: string };
	return `${error}\n${message}`;
}

function checkSecrets(outcome: Outcome): void {
	const all = JSON.stringify(outcome);
	expect(all).not.toContain(API_KEY);
	expect(all).not.toContain(PASSWORD);
}

const PORT = /(?<=\(127\.0\.0\.1:)\d+/;

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

async function checkFault(fault: Fault): Promise<void> {
	const { requestOptions = {}, times, row, rowWhenDone = row } = fault;
	const beside = await startFaultyService(fault, { times });
	const alone = await startFaultyService(fault, { times });
	const passing = await startFaultyService(fault, { times: 2 });
	const done = await startFaultyService(fault, { done: true });
	const passingDone = await startFaultyService(fault, { times: 2, done: true });
	const bad = (operation: Operation) => ({ ...record(operation, 'bad') });
	const good = (operation: Operation) => ({ ...record(operation, 'good') });

	const besideGoodItem = async (operation: Operation) => {
		const expected = expectationOf(fault, operation);
		const outcome = await perform(beside, operation, requestOptions, {
			items: [bad(operation), good(operation)],
			onError: 'continueErrorOutput',
		});
		const requests = beside.requestsOf(operation);
		const messages = outcome.failed.map(messageOf);
		const succeeded = [
			...(expected.succeeds ? [0] : []),
			// Where nothing can be sent at all, the good item fails too
			...(expected.sent === 0 ? [] : [1]),
		];

		expect([operation.name, requests.length]).toEqual([operation.name, expected.sent]);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.map(itemOf)).toEqual(succeeded);
		expect(outcome.failed.map(itemOf)).toEqual([0, 1].filter((item) => !succeeded.includes(item)));
		if (succeeded.includes(1)) {
			expect(outcome.items.at(-1)?.json).toMatchObject(operation.gives(good(operation)));
		}
		if (times === 1) {
			expect(outcome.items[0]?.json).toMatchObject(operation.gives(bad(operation)));
		}
		for (const { json: failure } of outcome.failed) {
			expect(failure.error).toMatch(/^[A-Z]/);
			expect(failure.message).toMatch(/^[A-Z]/);
		}
		if (messages[0] !== undefined) checkMessage(messages[0], fault, operation);
		checkSecrets(outcome);
		const [first, second] = requests;
		if (first && second && fault.waits !== undefined) {
			expect(second - first).toBeGreaterThanOrEqual(fault.waits - 20);
		}
		if (operation.done) {
			const isDone = expected.succeeds === true ? 1 : 0;
			expect([operation.name, operation.done(beside.data)]).toEqual([operation.name, isDone]);
		}
		observations.push({ fault, row, operation, sent: requests.length, message: messages[0] });
		return messages[0];
	};

	const stoppingTheWorkflow = async (operation: Operation) => {
		const expected = expectationOf(fault, operation);
		const outcome = await perform(alone, operation, requestOptions, { items: [bad(operation)] });
		expect([operation.name, alone.requestsOf(operation).length]).toEqual([
			operation.name,
			expected.sent,
		]);
		expect(outcome.items).toHaveLength(expected.succeeds ? 1 : 0);
		expect(outcome.failed).toEqual([]);
		checkSecrets(outcome);
		return outcome.error && `${outcome.error.message}\n${outcome.error.description ?? ''}`;
	};

	const onceItHasPassed = async (service: FaultyService, operation: Operation) => {
		if (expectationOf(fault, operation).sent !== MOST) return;
		const outcome = await perform(service, operation, requestOptions, { items: [bad(operation)] });
		// A delete is done as soon as one answer says that there is nothing any more
		const sent = operation.name.startsWith('delete') ? [2, 3] : [3];
		expect(sent).toContain(service.requestsOf(operation).length);
		expect([operation.name, outcome.error]).toEqual([operation.name, undefined]);
		expect(outcome.items.map(({ json }) => json)).toEqual([
			expect.objectContaining(operation.gives(bad(operation))),
		]);
		if (operation.done) expect(operation.done(service.data)).toBe(1);
	};

	const afterTheWork = async (operation: Operation) => {
		if (fault.fateUnknown !== true) return;
		// One by one, so that what is found is known to be newer than what came out before
		const before =
			operation.kind === 'create' ? [good(operation), good(operation)] : [good(operation)];
		const { items, failed } = await perform(done, operation, requestOptions, {
			credential: { ...credentialFor(done, operation), requestsAtOnce: 1 },
			items: [...before, bad(operation)],
			onError: 'continueErrorOutput',
		});
		const requests = done.requestsOf(operation);
		const [message] = failed.map(messageOf);

		// A delete is done as soon as one answer says that there is nothing any more
		const isGone = operation.name.startsWith('delete') && message === undefined;
		const expected = isGone ? 2 : expectationOf(fault, operation).sent;
		expect([operation.name, requests.length]).toEqual([operation.name, expected]);
		if (operation.kind === 'create') {
			const [made] = [...done.data.reports.values()]
				.filter(({ url }) => url.endsWith('/new'))
				.filter(({ url }) => url.includes('bad'));
			expect(message).toBeUndefined();
			expect(items.at(-1)?.json).toMatchObject({
				...operation.gives(bad(operation)),
				id: made?.id,
			});
		}
		if (operation.done)
			expect([operation.name, operation.done(done.data)]).toEqual([operation.name, 1]);
		observations.push({ fault, row: rowWhenDone, operation, sent: requests.length, message });
	};

	const work = async (operation: Operation) => {
		const [message, error] = await Promise.all([
			besideGoodItem(operation),
			stoppingTheWorkflow(operation),
			onceItHasPassed(passing, operation),
			onceItHasPassed(passingDone, operation),
			afterTheWork(operation),
		]);
		// A person reads the same, whether the workflow stops or goes on; but for the port of the service
		expect(error?.replace(PORT, '')).toBe(message?.replace(PORT, ''));
	};
	await Promise.all(operations.map(work));
}

describe('what comes of all operations after', () => {
	it.concurrent.each(faults)('$name', checkFault);

	it.each([timeOut])(
		'$name',
		async (fault) => {
			// n8n gives up first, in its own time
			time.speed = 3;
			await checkFault(fault);
		},
		60_000,
	);

	it('the service that redirects point to has seen nothing', () => {
		expect(elsewhere.requests).toEqual([]);
	});

	it('all of this is what docs/reliability.md says', () => {
		const rows = tableOf([...faults, timeOut], observations);
		expect(rows.length).toBeLessThanOrEqual(25);
		expectOnPage('faults', rows);
	});
});
