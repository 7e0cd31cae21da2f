const { escaped } = require('./escaped');

/**
 * Escapes text for one line of a Slack message.
 *
 * @param {string} text
 */
const plain = (text) => escaped(text).replace(/\s+/g, ' ');

module.exports = { plain };
