// Remembers which pages were tried and what could not be read; n8n does not keep this memory if you start the workflow by hand.
// Outputs nothing if the message would only repeat old failures.
const { keyOf } = require('../shared/keyOf');

/**
 * @typedef {{ time: number, failed: boolean }} Attempt
 * @typedef {{ pages: string[], unread: Array<{ url: string }>, isOutage: boolean }} Host
 * @param {import('../n8n').N8n<
 *   import('../n8n').Answer,
 *   { Settings: { days: number }, 'Pages by Host': Host, 'Pages That Are Due': { url: string } },
 *   { tried?: Record<string, Attempt>, unread?: string[] }
 * >} n8n
 */
module.exports = ({ $input, $getWorkflowStaticData, $ }) => {
	const memory = $getWorkflowStaticData('global');
	const { tried: triedBefore = {}, unread: unreadBefore = [] } = memory;
	const { unread, isOutage } = $('Pages by Host').first().json;
	const { days } = $('Settings').first().json;
	const begin = Date.now() - days * 24 * 60 * 60 * 1000;

	const answers = $input.all();
	const chosen = $('Pages That Are Due')
		.all()
		.filter(({ json }) => json.url);
	const now = chosen.map(({ json }, at) => {
		const { error, id, success } = answers[at]?.json ?? {};
		return { key: keyOf(json.url), time: Date.now(), failed: Boolean(error) || !(id || success) };
	});
	const isOld =
		now.length > 0 &&
		now.every(({ key, failed }) => failed && triedBefore[key]?.failed) &&
		unread.every(({ url }) => unreadBefore.includes(url));

	const recent = Object.entries(triedBefore).filter(([, { time }]) => time > begin);
	const tried = Object.fromEntries(recent);
	for (const { key, time, failed } of now) tried[key] = { time, failed };
	memory.tried = tried;
	memory.unread = unread.map(({ url }) => url);

	// Every night if most pages or sitemaps fail, so that an outage is noticed
	const hosts = $('Pages by Host').all();
	const listed = new Set(hosts.flatMap(({ json }) => json.pages.map(keyOf)));
	const failing = [...listed].filter((key) => tried[key]?.failed).length;
	return isOld && !isOutage && failing <= listed.size / 2 ? [] : $input.all();
};
