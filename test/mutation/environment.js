const { TestEnvironment } = require('jest-environment-node');

/** Skips the remaining tests after the first failure: the mutant is dead. jest itself does so only between files. */
module.exports = class extends TestEnvironment {
	hasFailed = false;

	/** @param {import('@jest/types').Circus.AsyncEvent | import('@jest/types').Circus.SyncEvent} event */
	async handleTestEvent(event) {
		if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.hasFailed = true;
		if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
	}
};
