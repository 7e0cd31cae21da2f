const { default: Sequencer } = require('@jest/test-sequencer');

/** The tests that wait most: begun last, one of them would go on alone when all else is done. */
const LONGEST = /(limits|hours|failures|lostCreates|longRuns|retryOnFail|stopping)\.test\.ts$/;

/** @param {import('@jest/test-result').Test} test */
const isLong = ({ path }) => Number(LONGEST.test(path));

/** Begins the longest tests first. jest itself knows how long a test takes only after it has run once. */
module.exports = class extends Sequencer {
	/**
	 * @override
	 * @param {import('@jest/test-result').Test[]} tests
	 */
	async sort(tests) {
		return (await super.sort(tests)).sort((one, other) => isLong(other) - isLong(one));
	}
};
