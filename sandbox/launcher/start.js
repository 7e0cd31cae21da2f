// Plain JavaScript: installs what the TypeScript beside it needs, then hands over.
const { report, setup } = require('./setup');
const { endProcesses, endTogether } = require('./step');

async function main() {
	const ending = endTogether(0);
	try {
		await setup();
		require('tsx/cjs');
		await require('./start.ts').start(process.argv.slice(2));
	} catch (error) {
		if (ending.begun) return;
		report(error);
		await endProcesses();
	}
}

void main();
