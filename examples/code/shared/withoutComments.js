/** @param {string} xml */
const withoutComments = (xml) => xml.replace(/<!--[^]*?-->/g, '');

module.exports = { withoutComments };
