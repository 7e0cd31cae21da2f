// Writes an issue for each page that got worse, and one for all pages that could not be compared.
// Leaves out pages that an open issue of the same kind names.
const { gradeOf } = require('../shared/gradeOf');
const { keyOf } = require('../shared/keyOf');

// From best to worst
const ORDER = ['good', 'decent', 'bad'];
const TITLE = 'Page got worse: ';
// Maximum number of pages in one issue: GitHub accepts 65,536 characters
const MAX_PAGES = 200;

/**
 * The day of a date, as YYYY-MM-DD. Services send text, or a number of seconds or milliseconds.
 *
 * @param {unknown} date
 */
const dayOf = (date) => {
	const number = Number(date);
	const time = number * (number < 1e11 ? 1000 : 1);
	const text = number > 0 ? new Date(time).toISOString() : String(date);
	return /^[12]\d{3}-\d\d-\d\d/.exec(text)?.[0];
};

/**
 * @typedef {import('../n8n').Result} Result
 * @typedef {{ url: string, before: Result, after: Result, analysed_at?: unknown, problem: string }} Page
 * @param {import('../n8n').N8n<{}, {
 *   Settings: { project: string, version?: string },
 *   'List Open Issues': { title?: string, body?: string | null },
 *   'Before and After': Page,
 * }>} n8n
 */
module.exports = ({ $ }) => {
	const { project, version } = $('Settings').first().json;
	const deployment = `the latest deployment${version ? ` (version ${version})` : ''}`;

	const open = $('List Open Issues').all();
	const worse = open
		.map(({ json: { title = '' } }) => title)
		.filter((title) => title.startsWith(TITLE))
		.map((title) => keyOf(title.slice(TITLE.length)));
	const unknown = open
		.flatMap(({ json: { body } }) => [...(body ?? '').matchAll(/^- (.+?): /gm)])
		.map(([, url]) => keyOf(url));

	const issues = [];
	const lines = [];
	for (const { json: page } of $('Before and After').all()) {
		const { url, problem } = page;
		const [earlier, now] = [gradeOf(page.before), gradeOf(page.after)];
		const [from, to] = [ORDER.indexOf(earlier), ORDER.indexOf(now)];
		if (from >= 0 && to > from) {
			const title = (TITLE + url).slice(0, 250);
			if (worse.includes(keyOf(title.slice(TITLE.length)))) continue;
			const day = dayOf(page.analysed_at);
			const then = day ? `on ${day}` : 'at an unknown time';
			const body = `The result of ${url} was ${earlier} ${then} and is ${now} after ${deployment}.`;
			issues.push({ title, body });
			continue;
		}

		let reason = '';
		if (problem) reason = problem.slice(0, 400);
		else if (to < 0 && !page.after) reason = 'It has no result.';
		else if (to < 0) reason = `Its result is ${page.after}, which is not good, decent or bad.`;
		else if (from < 0 && to > 0) {
			reason = `Its result is ${now}, and there is no earlier good, decent or bad result to compare it with.`;
		}
		if (reason && !unknown.includes(keyOf(url))) lines.push(`- ${url}: ${reason}`);
	}

	if (lines.length > 0) {
		let length = 0;
		const shown = lines.slice(0, MAX_PAGES).filter((line) => (length += line.length + 1) < 60000);
		const rest = lines.length - shown.length;
		const title = `Pages of ${project} could not be compared`.slice(0, 250);
		const body = `These pages may have got worse after ${deployment}, but their results could not be compared:\n\n${shown.join('\n')}`;
		issues.push({ title, body: rest > 0 ? `${body}\n\n… and ${rest} more` : body });
	}
	return issues.map((json) => ({ json }));
};
