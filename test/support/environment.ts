import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n reads its settings from this folder on load, and writes to it
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-'));
process.env.N8N_LOG_LEVEL = 'silent';
