/**
 * An address without what makes no difference: the scheme, www. and slashes at the end.
 *
 * @param {string | undefined} url
 */
const keyOf = (url) => String(url ?? '').replace(/^https?:\/\/(www\.)?|\/+$/gi, '');

module.exports = { keyOf };
