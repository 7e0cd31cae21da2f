// Plain JavaScript, because scan.mjs runs in Node.js without tsx.
const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');

const { npm } = require('../../sandbox/launcher/npm');

const root = resolve(__dirname, '../..');

/**
 * @typedef {object} Packed npm's description of a tarball
 * @property {string} filename
 * @property {number} size in bytes
 * @property {number} unpackedSize in bytes
 * @property {Array<{ path: string }>} files
 */

/**
 * Packs the built package into a folder that is removed when this process exits.
 *
 * @returns {Packed & { folder: string, tarball: string }} with the path of the tarball
 */
function pack() {
	const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const { command, args } = npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder);
	const output = execFileSync(command, args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	/** @type {Packed[]} */
	const [packed] = JSON.parse(output);
	if (!packed) throw new Error(`npm pack said: ${output}`);
	return { ...packed, folder, tarball: join(folder, packed.filename) };
}

module.exports = { pack, root };
