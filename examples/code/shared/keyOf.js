/**
 * One key for all spellings of an address: ignores the scheme, www., the case of the host, ports 80 and 443, trailing slashes, the fragment, percent-encoding and invisible characters.
 *
 * @param {unknown} url
 */
const keyOf = (url) => {
	const visible = String(url ?? '').replace(
		/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g,
		'',
	);
	const [, host = '', path = '', query = ''] =
		/^(?:https?:\/\/)?(?:www\.)?([^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(visible.trim()) ?? [];
	const key = host.toLowerCase().replace(/:(80|443)$/, '') + path.replace(/\/+$/, '') + query;
	try {
		return decodeURI(key);
	} catch {
		return key;
	}
};

module.exports = { keyOf };
