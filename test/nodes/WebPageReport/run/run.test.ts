import type { IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { ABANDONED } from '../../../../nodes/WebPageReport/errors/failure';
import { startItem } from '../../../../nodes/WebPageReport/run/item';
import { Limiter } from '../../../../nodes/WebPageReport/transport/limiter';
import { Throttle } from '../../../../nodes/WebPageReport/transport/throttle';

// Simulates how each version of n8n starts items; a real workflow only covers the installed version

const joinRun = (context: IExecutePaginationFunctions) => startItem(context).group;

/** The functions that n8n gives to one of two items. */
const contextOf = (
	node: Partial<INode>,
	execution: object,
	{ item = 0, input = {}, goesOn = true, batchInterval = 0 } = {},
) =>
	({
		getItemIndex: () => item,
		getNode: () => node,
		getExecuteData: () => execution,
		getInputData: () => ({ json: input }),
		getNodeParameter: () => batchInterval,
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => goesOn,
		getMode: () => 'manual',
	}) as unknown as IExecutePaginationFunctions;

const executionOf = (node: Partial<INode>) => ({ node, data: { main: [[{}, {}]] } });

it.each([
	['with Continue', false, { goesOn: true }],
	['with Batching', false, { goesOn: false, batchInterval: 1_000 }],
	['otherwise', true, { goesOn: false, batchInterval: 0 }],
])('%s, an item waits for the input of the last one: %j', async (_, waits, settings) => {
	const node = { name: 'Reports', type: 'webPageReport' };
	const execution = executionOf(node);
	const run = joinRun(contextOf(node, execution, settings));
	let hasStarted = false;
	const starting = run.mayStart(new Limiter(new Throttle(1))).then(() => (hasStarted = true));
	await new Promise(setImmediate);
	expect(hasStarted).toBe(!waits);
	expect(joinRun(contextOf(node, execution, { item: 1, ...settings }))).toBe(run);
	await starting;
	expect(run.signal.aborted).toBe(false);
});

it('calls of a tool with different arguments are separate runs, even in one execution of an agent', () => {
	const tool = { name: 'Tool', type: 'webPageReportTool' };
	const agent = executionOf({ name: 'Agent' });
	const call = (input: IDataObject) => joinRun(contextOf(tool, agent, { input }));
	const [input, other] = [{ page: 1 }, { page: 2 }];
	const [first, second] = [call(input), call(other)];
	expect(second).not.toBe(first);
	expect(first.signal.aborted).toBe(false);
	const again = call(input);
	expect([again === first, first.signal.aborted]).toEqual([false, true]);
	for (const run of [second, again]) run.stop(ABANDONED);
});

it('logs nothing if nobody stopped the workflow', async () => {
	const node = { name: 'Reports', type: 'webPageReport' };
	const info = jest.fn();
	const context = { ...contextOf(node, executionOf(node)), logger: { info } };
	const run = joinRun(context as unknown as IExecutePaginationFunctions);
	const target = { resource: 'report', operation: 'create' } as const;
	const write = { item: 0, target, accountId: '1' };
	await run.writes.inOrder(write, async () => Promise.resolve([]));
	for (const item of [0, 1]) run.finish(item);
	expect(info).not.toHaveBeenCalled();
});
