// Loaded by the process that is measured, before its own program.
const { writeFileSync } = require('node:fs');

const { PEAK_FILE = '' } = process.env;

// However it ends: n8n calls process.exit
process.on('exit', () => writeFileSync(PEAK_FILE, String(process.resourceUsage().maxRSS)));
