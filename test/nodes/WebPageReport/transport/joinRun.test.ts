import type { IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { joinRun } from '../../../../nodes/WebPageReport/transport/joinRun';
import type { Run } from '../../../../nodes/WebPageReport/transport/run';

const own: Partial<INode> = { name: 'Web Page Report', type: 'webPageReport' };

interface Given {
	item?: number;
	node?: Partial<INode>;
	/** How many items there are; undefined where n8n hands over none. */
	items?: number;
	continues?: boolean;
	requestOptions?: IDataObject;
	/** How many runs of the node n8n has brought to their end; undefined where it knows of none. */
	runs?: () => number | undefined;
	/** The arguments that an agent gives to a tool. */
	arguments?: object;
	/** Hears what is written into the log of n8n. */
	info?: (line: string) => void;
}

/** What n8n keeps for one execution of a node with so many items. */
const executionOf = (node: Partial<INode>, items?: number) => ({
	node,
	data: items === undefined ? {} : { main: [Array.from({ length: items }, () => ({ json: {} }))] },
});

/** What n8n gives to an item of an execution. */
function context(execution: object, given: Given = {}): IExecutePaginationFunctions {
	const { item = 0, node = own, continues = false, requestOptions = {}, runs = () => 0 } = given;
	return {
		getItemIndex: () => item,
		getExecuteData: () => execution,
		getNode: () => node,
		logger: { info: given.info },
		getNodeParameter: (name: string, fallback: unknown) =>
			name === 'requestOptions' ? requestOptions : fallback,
		continueOnFail: () => continues,
		getWorkflowDataProxy: (index: number) => {
			expect(index).toBe(item);
			const count = runs();
			return { $node: count === undefined ? {} : { [String(node.name)]: { runIndex: count - 1 } } };
		},
		getInputData: (index: number, type: string) => {
			expect([index, type]).toEqual([0, 'ai_tool']);
			return { json: given.arguments };
		},
	} as unknown as IExecutePaginationFunctions;
}

/** Writes for the first item, and tells how often that was done. */
function writer() {
	const write = jest.fn(async () => await Promise.resolve([{ id: 1 }]));
	return { write, once: async (run: Run) => await run.once(0, write) };
}

describe('the run of an item', () => {
	it('is one for all items of an execution, and another for another execution', () => {
		const execution = executionOf(own, 8);
		const run = joinRun(context(execution));
		for (const item of [1, 2, 7]) expect(joinRun(context(execution, { item }))).toBe(run);
		expect(joinRun(context(executionOf(own, 8), { item: 1 }))).not.toBe(run);
	});

	it.each([
		['the first item', 0],
		['an item that has begun', 1],
	])('begins anew with %s', (_, item) => {
		const execution = executionOf(own, 3);
		const run = joinRun(context(execution));
		joinRun(context(execution, { item: 1 }));
		const next = joinRun(context(execution, { item }));
		expect(next).not.toBe(run);
		expect(joinRun(context(execution, { item: 2 }))).toBe(next);
	});

	it.each([
		['remembers what was written', { ...own, retryOnFail: true }, 1],
		['knows nothing of what was written without Retry On Fail', own, 2],
		['knows nothing of it with Retry On Fail off', { ...own, retryOnFail: false }, 2],
	])('%s, through every further try', async (_, node, writes) => {
		const execution = executionOf(node, 1);
		const { write, once } = writer();
		for (let time = 0; time < writes; time++) await once(joinRun(context(execution, { node })));
		await once(joinRun(context(executionOf(node, 1), { node })));
		expect(write).toHaveBeenCalledTimes(writes === 1 ? 2 : writes + 1);
		if (writes > 1) return;
		await once(joinRun(context(execution, { node })));
		await once(joinRun(context(execution, { node })));
		expect(write).toHaveBeenCalledTimes(2);
	});

	it('writes into the log of n8n, with the name of the node', () => {
		const info = jest.fn();
		const node = { ...own, name: 'Audit' };
		joinRun(context(executionOf(node, 1), { node, info })).log('Something was lost');
		expect(info.mock.calls).toEqual([['Web Page Report, node "Audit": Something was lost']]);
	});

	it.each<[string, Partial<INode>, number | undefined]>([
		['as long as it takes', own, undefined],
		['45 seconds, where it is a tool', { ...own, type: 'webPageReportTool' }, 45_000],
	])('is waited for %s', (_, node, patience) => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
		const { deadline } = joinRun(context(executionOf(node, 1), { node }));
		now.mockRestore();
		expect(deadline).toBe(patience && 1_000 + patience);
	});

	it('is not stopped by the failure of the try before', async () => {
		const execution = executionOf(own, 1);
		joinRun(context(execution)).progress.fail(0);
		await expect(joinRun(context(execution)).progress.ready(0)).resolves.toBeUndefined();
	});
});

describe('the run of a tool', () => {
	const tool: Partial<INode> = { name: 'Report', type: 'webPageReportTool', retryOnFail: true };
	const agent = { name: 'AI Agent', type: 'agent' };

	it('is another one for every call of an agent', async () => {
		const execution = executionOf(agent, 1);
		const { write, once } = writer();
		const first = joinRun(context(execution, { node: tool, arguments: { a: 1 } }));
		const second = joinRun(context(execution, { node: tool, arguments: { a: 1 } }));
		expect(second).not.toBe(first);
		first.progress.fail(0);
		await expect(second.progress.ready(0)).resolves.toBeUndefined();
		await once(first);
		await once(second);
		expect(write).toHaveBeenCalledTimes(2);
	});

	it('remembers what was written for the same call', async () => {
		const given = { node: tool, arguments: { a: 1 } };
		const { write, once } = writer();
		const first = joinRun(context(executionOf(agent, 1), given));
		const second = joinRun(context(executionOf(agent, 1), given));
		expect(second).not.toBe(first);
		await once(first);
		await once(second);
		expect(write).toHaveBeenCalledTimes(1);
	});

	it('is that of the execution where n8n runs the tool as a node of its own', async () => {
		const execution = executionOf(tool, 1);
		const { write, once } = writer();
		for (const calls of [{}, {}]) {
			await once(joinRun(context(execution, { node: tool, arguments: calls })));
		}
		expect(write).toHaveBeenCalledTimes(1);
	});
});

describe('what n8n is about to do', () => {
	/** Whether an item that begins alone is ready to be sent. */
	const isReady = async (items: number | undefined, given: Given) => {
		const { node = own } = given;
		const ready = joinRun(context(executionOf(node, items), { ...given, node })).progress.ready(0);
		return await ready.then(
			() => true,
			(error: unknown) => !(error instanceof Failure),
		);
	};

	const batching = (batchInterval: unknown) => ({
		requestOptions: { batching: { batch: { batchInterval } } } as IDataObject,
	});

	it.each<[string, number | undefined, Given, boolean]>([
		['one item', 1, {}, true],
		['no items', undefined, {}, true],
		['two items', 2, {}, false],
		['two items, in batches without a pause', 2, batching(0), false],
		['two items, with a pause that is none', 2, batching('soon'), false],
		['two items, with options that are empty', 2, { requestOptions: { batching: {} } }, false],
		['two items, in batches', 2, batching(1_000), true],
		['two items, in batches, as a text', 2, batching('1000'), true],
		['two items, going on after a failure', 2, { continues: true }, true],
		['two items, of which it takes one', 2, { node: { ...own, executeOnce: true } }, true],
		['two items, as a tool', 2, { node: { ...own, type: 'webPageReportTool' } }, true],
	])('with %s', async (_, items, given, expected) => {
		expect(await isReady(items, given)).toBe(expected);
	});

	it.each<[number | undefined, number | undefined, boolean]>([
		[0, 0, true],
		[0, 1, false],
		[undefined, undefined, true],
		[undefined, 1, false],
		[3, 3, true],
		[3, 4, false],
	])('where it has ended %j runs before, and %j now', async (before, now, expected) => {
		let count = before;
		const ready = isReady(2, { continues: true, runs: () => count });
		count = now;
		expect(await ready).toBe(expected);
	});

	it.each([true, false])('after a failure, where it goes on: %j', async (continues) => {
		const run = joinRun(context(executionOf(own, 1), { continues }));
		run.progress.fail(1);
		const ready = run.progress.ready(0);
		if (continues) await expect(ready).resolves.toBeUndefined();
		else await expect(ready).rejects.toThrow('This item was not sent because the workflow stopped');
	});
});
