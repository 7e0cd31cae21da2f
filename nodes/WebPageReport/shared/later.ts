/**
 * A function in place of one that is loaded at the first call, once: an update of the package must not
 * change what is under way.
 *
 * @param load gives the function itself
 */
export function later<This, Args extends unknown[], Result>(
	load: () => Promise<(this: This, ...args: Args) => Promise<Result>>,
) {
	let loading: ReturnType<typeof load> | undefined;
	return async function (this: This, ...args: Args): Promise<Result> {
		loading ??= load();
		return await (await loading).apply(this, args);
	};
}
