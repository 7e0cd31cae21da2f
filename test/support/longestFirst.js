const { default: Sequencer } = require('@jest/test-sequencer');

/** The tests that wait longest. Started last, one of them would still be running when all others have finished. */
const LONGEST = /(failures|unclear|limits|simulation|retryOnFail|stopping)\.test\.ts$/;

/** @param {import('@jest/test-result').Test} test */
const rank = ({ path }) => (LONGEST.test(path) ? 2 : Number(/\/(engines|package)\//.test(path)));

/**
 * Starts the longest tests first, and those that load neither n8n nor the package last. jest itself only knows durations
 * from earlier runs.
 */
module.exports = class extends Sequencer {
	/**
	 * @override
	 * @param {import('@jest/test-result').Test[]} tests
	 */
	async sort(tests) {
		return (await super.sort(tests)).sort((one, other) => rank(other) - rank(one));
	}
};
