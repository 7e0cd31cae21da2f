// Writes the Slack message.
const { gradeOf } = require('../shared/gradeOf');
const { keyOf } = require('../shared/keyOf');
const { messageOf } = require('../shared/messageOf');
const { plain } = require('../shared/plain');

// Maximum number of addresses to list: bad pages, and pages with the same cause
const MAX_BAD = 50;
const MAX_FAILED = 10;

/** @typedef {{ url: string, cause: string }} Failure */

/**
 * One line per cause, each followed by its pages.
 *
 * @param {string} what
 * @param {Failure[]} failed
 */
const failures = (what, failed) => {
	/** @type {Record<string, string[]>} */
	const urls = {};
	for (const { url, cause } of failed) (urls[cause] ??= []).push(plain(url));
	return Object.entries(urls).flatMap(([cause, all]) => [
		`• ${what} (${all.length}): ${plain(cause.slice(0, 1000))}`,
		...all.slice(0, MAX_FAILED),
		...(all.length > MAX_FAILED ? [`… and ${all.length - MAX_FAILED} more`] : []),
	]);
};

/**
 * @param {import('../n8n').N8n<import('../n8n').Answer, {
 *   Settings: { sitemap: string },
 *   'Pages by Host': { unread: Failure[] },
 *   'Pages That Are Due': { url: string, due: number },
 * }>} n8n
 */
module.exports = ({ $input, $ }) => {
	const { sitemap } = $('Settings').first().json;
	const { unread } = $('Pages by Host').first().json;
	const answers = $input.all();
	const chosen = $('Pages That Are Due')
		.all()
		.filter(({ json }) => json.url);
	const pages = chosen.map(({ json: { url } }, at) => {
		const { error, message = '', id, success, result, url: reported } = answers[at]?.json ?? {};
		// What happened, and what to do. If n8n cannot run Create a Report, it passes on the input, which has no ID
		let cause = id || success ? '' : 'n8n could not run Create a Report. Check its credential.';
		if (error) {
			cause = `${error.replace(/[.!?]?$/, '.')} ${message}`
				.replaceAll(url, 'the page')
				.replace(' Page: the page.', '');
		}
		return { result, url, cause, reported };
	});

	const failed = pages.filter(({ cause }) => cause);
	const analysed = pages.filter(({ cause }) => !cause);
	const bad = analysed
		.filter(({ result }) => gradeOf(result) === 'bad')
		.map(({ url }) => `• bad: ${plain(url)}`);
	const unknown = analysed
		.filter(({ result }) => !['good', 'decent', 'bad'].includes(gradeOf(result)))
		.map(({ url, result }) =>
			String(result ?? '') === ''
				? { url, cause: 'there is no result; the analysis may not have finished.' }
				: {
						url: `${url}: ${String(result)}`,
						cause: 'if your service returns numbers, change the first lines of Message.',
					},
		);
	const redirected = analysed
		.filter(({ url, reported }) => reported && keyOf(reported) !== keyOf(url))
		.map(({ url, reported }) => ({
			url: `${url} → ${reported}`,
			cause: 'use the second address in the sitemap.',
		}));

	const waiting = (chosen[0]?.json.due ?? 0) - analysed.length;
	const count = `${analysed.length} ${analysed.length === 1 ? 'page' : 'pages'}`;
	const lines = [
		`*${plain(sitemap)}*: ${count} analysed, ${waiting} waiting for later runs.`,
		...bad.slice(0, MAX_BAD),
		...(bad.length > MAX_BAD ? [`… and ${bad.length - MAX_BAD} more bad pages`] : []),
		...failures('not good, decent or bad', unknown),
		...failures('reported under another address, for example after a redirect', redirected),
		...failures('could not be analysed', failed),
		...failures('could not be read', unread),
	];
	return [{ json: { text: messageOf(lines) } }];
};
