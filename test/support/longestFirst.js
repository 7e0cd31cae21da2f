const { default: Sequencer } = require('@jest/test-sequencer');

/** The tests that wait most: begun last, one of them would go on alone when all else is done. */
const LONGEST = /(limits|hours|failures|lostCreates|longRuns)\.test\.ts$/;

/**
 * Begins the longest tests first. jest itself knows how long a test takes only after it has run once.
 */
module.exports = class extends Sequencer {
	/**
	 * @override
	 * @param {import('@jest/test-result').Test[]} tests
	 */
	async sort(tests) {
		const sorted = await super.sort(tests);
		const [first, later] = [true, false].map((isLong) =>
			sorted.filter(({ path }) => LONGEST.test(path) === isLong),
		);
		return [...(first ?? []), ...(later ?? [])];
	}
};
