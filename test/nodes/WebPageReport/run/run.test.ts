import type { IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { ABANDONED } from '../../../../nodes/WebPageReport/errors/ended';
import { startItem } from '../../../../nodes/WebPageReport/run/item';

// Simulates how each version of n8n starts items; a real workflow only covers the installed version

const joinRun = (context: IExecutePaginationFunctions) => startItem(context).run;

const NODE: Partial<INode> = { name: 'Reports', type: 'webPageReport' };

/** The functions that n8n gives to one of two items. */
const contextOf = (
	node: Partial<INode>,
	execution: object,
	{
		item = 0,
		input = {},
		runIndex = -1,
	}: { item?: number; input?: object; runIndex?: number } = {},
) =>
	({
		getItemIndex: () => item,
		getNode: () => node,
		getExecuteData: () => execution,
		getInputData: () => ({ json: input }),
		getNodeParameter: (_: string, fallback: unknown) => fallback,
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => true,
		getMode: () => 'manual',
		getWorkflowDataProxy: () => ({
			$runIndex: 2,
			$node: runIndex < 0 ? {} : { Reports: { runIndex } },
		}),
	}) as unknown as IExecutePaginationFunctions;

const executionOf = (node: Partial<INode>) => ({ node, data: { main: [[{}, {}]] } });

describe('with Continue, if n8n starts one of two items,', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	it.each<[Partial<INode>, number]>([
		[{}, 250],
		[{ retryOnFail: true }, 1250],
		[{ retryOnFail: true, waitBetweenTries: 3000 }, 3250],
		[{ retryOnFail: true, waitBetweenTries: 9000 }, 5250],
	])(
		'with the settings %j, it continues after %d ms, or is abandoned if the node has ended',
		async (settings, wait) => {
			const node = { ...NODE, ...settings };
			for (const [runIndex, isOver] of [
				[-1, false],
				[1, false],
				[2, true],
			] as const) {
				const run = joinRun(contextOf(node, executionOf(node), { runIndex }));
				let outcome: unknown = 'It waits';
				void run.allStarted().then(
					() => (outcome = 'It goes on'),
					(reason: unknown) => (outcome = reason),
				);
				await jest.advanceTimersByTimeAsync(wait - 1);
				expect(outcome).toBe('It waits');
				await jest.advanceTimersByTimeAsync(1);
				expect(outcome).toBe(isOver ? ABANDONED : 'It goes on');
			}
		},
	);

	it('it continues as soon as n8n starts the other, even if the node has ended', async () => {
		const execution = executionOf(NODE);
		const run = joinRun(contextOf(NODE, execution, { runIndex: 2 }));
		const begun = run.allStarted();
		expect(joinRun(contextOf(NODE, execution, { item: 1 }))).toBe(run);
		await begun;
		expect(run.signal.aborted).toBe(false);
	});
});

it('starting an item again begins a new try, which ends the previous one and gives a tool no more time', () => {
	const tool = { name: 'Tool', type: 'webPageReportTool' };
	const context = contextOf(tool, executionOf(tool));
	const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000);
	const first = joinRun(context);
	clock.mockReturnValue(5_000);
	const second = joinRun(context);
	clock.mockRestore();
	expect(second).not.toBe(first);
	expect(first.signal.reason).toBe(ABANDONED);
	expect([first.deadline, second.deadline]).toEqual([46_000, 46_000]);
	second.stop(ABANDONED);
});

it('calls of a tool with different arguments are separate runs, even in one execution of an agent', () => {
	const tool = { name: 'Tool', type: 'webPageReportTool' };
	const agent = executionOf({ name: 'Agent' });
	const call = (input: IDataObject) => joinRun(contextOf(tool, agent, { input }));
	const [first, second] = [call({ page: 1 }), call({ page: 2 })];
	expect(second).not.toBe(first);
	expect(first.signal.aborted).toBe(false);
	for (const run of [first, second]) run.stop(ABANDONED);
});
