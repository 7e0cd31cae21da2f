import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.test.ts'))
	// It takes half a minute
	.filter((file) => !file.endsWith('simulation.test.ts'));

// All in one file, because loading n8n's modules takes a second per test file and mutant
for (const suite of (process.env.SUITES ?? '').split(' ')) {
	const found = files.filter((path) => path.replaceAll('\\', '/').startsWith(suite));
	if (found.length === 0) throw new Error(`No suite begins with ${suite}`);
	for (const file of found) {
		describe(file, () => {
			// Declares its tests
			jest.requireActual(join(root, file));
			afterAll(() => jest.useRealTimers());
		});
	}
}
