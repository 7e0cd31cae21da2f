const { TestEnvironment } = require('jest-environment-node');

/** Skips what is left after the first failure: the mutant is dead. jest does so from file to file only. */
module.exports = class extends TestEnvironment {
	hasFailed = false;

	/** @param {import('@jest/types').Circus.AsyncEvent | import('@jest/types').Circus.SyncEvent} event */
	async handleTestEvent(event) {
		if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.hasFailed = true;
		if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
	}
};
