import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.test.ts'),
);

// All in one file: n8n's modules take a second to load, once a file and mutant
for (const suite of (process.env.SUITES ?? '').split(' ')) {
	for (const file of files.filter((path) => path.replaceAll('\\', '/').startsWith(suite))) {
		describe(file, () => {
			// Declares its tests
			jest.requireActual(join(root, file));
		});
	}
}
