// The addresses of a call, in the order asked, each with what is wrong with it.
const { keyOf } = require('../shared/keyOf');

/**
 * @param {import('../n8n').N8n<{}, {
 *   'A Call': { body?: unknown },
 *   Settings: { days: number, maxPerDay: number, maxPerCall: number, seconds: number },
 * }>} n8n
 */
module.exports = ({ $now, $ }) => {
	const settings = $('Settings').first().json;
	for (const name of /** @type {const} */ (['days', 'maxPerDay', 'maxPerCall', 'seconds'])) {
		if (!(settings[name] >= 1))
			throw new Error(`Enter a number for ${name} in Settings, at least 1.`);
	}

	const { body } = $('A Call').first().json;
	const { url, urls = url } = /** @type {{ url?: unknown, urls?: unknown }} */ (
		typeof body === 'object' && body !== null ? body : {}
	);
	const asked = [Array.isArray(body) ? body : (urls ?? [])].flat();
	const addresses = asked.slice(0, settings.maxPerCall + 1).map((value) => {
		const address = typeof value === 'string' ? value.trim() : '';
		const key = keyOf(address);
		const isOne =
			// A host
			/^[^/?:]/.test(key) &&
			/^https?:\/\/(?!https?:)[^\s/?#]+\S*$/i.test(address) &&
			!/[,;|]https?:\/\//i.test(address) &&
			address.length <= 2048;
		const shown = (address || JSON.stringify(value)).slice(0, 200);
		const problem = isOne
			? ''
			: `${shown} is not the address of a web page, with http:// or https://.`;
		return { url: address, key, problem };
	});
	let problem = '';
	if (addresses.length === 0) {
		problem = 'Send the address of a web page as url, or a list of them as urls, in JSON.';
	} else if (addresses.length > settings.maxPerCall) {
		problem = `Send at most ${settings.maxPerCall} addresses in one call.`;
	}
	if (problem) return [{ json: { url: '', key: '', problem, started: 0 } }];
	return addresses.map((address) => ({ json: { ...address, started: $now.toMillis() } }));
};
