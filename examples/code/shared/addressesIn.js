const { withoutComments } = require('./withoutComments');

/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The text of an XML element, with <![CDATA[…]]> unwrapped and &amp;, &#38; and &#x26; decoded.
 *
 * @param {string} xml
 */
const textOf = (xml) =>
	xml.replace(
		/<!\[CDATA\[([^]*?)\]\]>|&(?:#0*(\d{1,6})|#x0*([\da-f]{1,5})|(amp|lt|gt|quot|apos));/gi,
		(_, text, decimal, hex, name) =>
			text ?? ENTITIES[name?.toLowerCase()] ?? String.fromCodePoint(decimal ?? parseInt(hex, 16)),
	);

/**
 * The addresses in the <loc> tags of a sitemap.
 *
 * @param {string} xml
 */
const addressesIn = (xml) =>
	[...withoutComments(xml).matchAll(/<loc(?:\s[^>]*)?>([^]*?)<\/loc>/g)]
		.map(([, content = '']) => textOf(content).trim())
		.filter((address) => address);

module.exports = { addressesIn };
