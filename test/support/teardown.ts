import { endAll } from '../../sandbox/launcher/program';

// Also where a test has failed before it could stop what it had started
afterAll(async () => {
	await endAll();
});
