const { default: Sequencer } = require('@jest/test-sequencer');

/** The tests that wait longest. Started last, one of them would still be running when all others have finished. */
const LONGEST = /(limits|hours|failures|lostCreates|retryOnFail|stopping)\.test\.ts$/;

/** @param {import('@jest/test-result').Test} test */
const isLong = ({ path }) => Number(LONGEST.test(path));

/** Starts the longest tests first. jest itself only knows durations from earlier runs. */
module.exports = class extends Sequencer {
	/**
	 * @override
	 * @param {import('@jest/test-result').Test[]} tests
	 */
	async sort(tests) {
		return (await super.sort(tests)).sort((one, other) => isLong(other) - isLong(one));
	}
};
