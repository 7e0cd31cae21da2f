const { timeOf } = require('./timeOf');

/**
 * Of two reports with the same date, the one with the higher ID is newer.
 *
 * @param {import('../n8n').Report} one
 * @param {import('../n8n').Report} other
 */
const isNewer = (one, other) => (timeOf(one) - timeOf(other) || one.id - other.id) > 0;

module.exports = { isNewer };
