import { endAll } from '../../sandbox/launcher/program';

// Even if a test failed before it could stop what it started
afterAll(async () => {
	await endAll();
});
