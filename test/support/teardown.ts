import { endAll } from '../../sandbox/launcher/keep';

// Also where a test has failed before it could stop what it had started
afterAll(async () => {
	await endAll();
});
