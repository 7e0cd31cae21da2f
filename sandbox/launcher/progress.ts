import { Listr } from 'listr2';

/**
 * Does one step of what a person waits for, and shows that it goes on: in place in a terminal, line by line elsewhere.
 *
 * @param title what is being done
 * @throws what the step throws
 */
export async function step<Result>(title: string, run: () => Promise<Result>): Promise<Result> {
	const running: Array<Promise<Result>> = [];
	const task = async () => {
		running.push(run());
		// Whoever has called says what went wrong, once
		await running[0]?.catch(() => {
			throw new Error('');
		});
	};
	await new Listr([{ title, task }], {
		rendererOptions: { showErrorMessage: false, collapseErrors: false },
		fallbackRenderer: 'simple',
		exitOnError: false,
		// Nor does it end what is running
		registerSignalListeners: false,
	}).run();
	return (await running[0]) as Result;
}
