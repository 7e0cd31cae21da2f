// Plain JavaScript: installs what the TypeScript beside it needs, then hands over.
const { report, setup } = require('./setup');
const { endProcesses } = require('./step');

/** The process that has started this one; when it is gone, nobody can press Ctrl+C any more. */
const parent = process.ppid;

let stopping = false;

async function stop() {
	if (stopping) return;
	stopping = true;
	console.log('\nStopping …');
	await endProcesses();
	process.exit(0);
}

async function main() {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
	setInterval(() => process.ppid !== parent && stop(), 1000).unref();
	try {
		await setup();
		require('tsx/cjs');
		await require('./start.ts').start(process.argv.slice(2));
	} catch (error) {
		if (stopping) return;
		report(error);
		await endProcesses();
	}
}

void main();
