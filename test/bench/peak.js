// Preloaded into the measured process.
const { writeFileSync } = require('node:fs');

const { PEAK_FILE = '' } = process.env;

// Not `beforeExit`: n8n calls process.exit
process.on('exit', () => writeFileSync(PEAK_FILE, String(process.resourceUsage().maxRSS)));
