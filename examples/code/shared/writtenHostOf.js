/**
 * The host of an address as it is written, if it is the host of its key in capitals: some services tell upper from lower
 * case when they search. Empty otherwise.
 *
 * @param {string} url
 * @param {string} host
 */
const writtenHostOf = (url, host) => {
	const [, written = ''] = /^\s*https?:\/\/(?:www\.)?([^/?#]*)/i.exec(url) ?? [];
	return written !== host && written.toLowerCase() === host ? written : '';
};

module.exports = { writtenHostOf };
