import { Listr } from 'listr2';

/**
 * Does one step of what a person waits for, and shows that it goes on: in place in a terminal, line by line elsewhere.
 *
 * @param title what is being done
 * @throws what the step throws
 */
export async function step<Result>(title: string, run: () => Promise<Result>): Promise<Result> {
	const results: Result[] = [];
	const task = async () => {
		results.push(await run());
	};
	await new Listr([{ title, task }], {
		// Whoever has called says what went wrong, and ends what is running
		rendererOptions: { showErrorMessage: false, collapseErrors: false },
		fallbackRenderer: 'simple',
		registerSignalListeners: false,
	}).run();
	return results[0] as Result;
}
