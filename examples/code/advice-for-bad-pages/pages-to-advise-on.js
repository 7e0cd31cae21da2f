// Chooses the pages of this run, at most maxPages: those that are bad or got worse, unless an earlier run gave advice on the same failed checks. Those for which the model has failed come last.
const { gradeOf } = require('../shared/gradeOf');
const { isNewer } = require('../shared/isNewer');
const { keyOf } = require('../shared/keyOf');

// From best to worst
const ORDER = ['good', 'decent', 'bad'];
const IMPORTANCE = ['high', 'medium', 'low'];
// What the model gets, in characters: of one check, and of all checks of a page
const MAX_PER_CHECK = 500;
const MAX_PER_PAGE = 4000;

/**
 * The checks that a page failed, the most important first.
 *
 * @param {import('../n8n').Report['results']} results
 */
const failedChecks = (results) =>
	Object.entries(results ?? {})
		.map(([name, check]) => ({ ...check, name: name.replaceAll('_', ' ').slice(0, 100) }))
		// A service without booleans sends 0
		.filter(({ passed }) => passed === false || passed === 0)
		.map(({ passed, ...check }) => check)
		.sort((one, other) => {
			const [first = 9, second = 9] = [one, other].map(
				({ importance }) => IMPORTANCE.indexOf(String(importance)) + 1 || 9,
			);
			return first - second;
		});

/**
 * A check with short texts, or only its name if there are too many.
 *
 * @param {{ name: string, importance?: unknown }} check
 * @returns {object}
 */
const short = (check) => {
	const text = JSON.stringify(check, (_, value) =>
		typeof value === 'string' ? value.slice(0, 100) : value,
	);
	return text.length > MAX_PER_CHECK ? { name: check.name } : JSON.parse(text);
};

/**
 * @typedef {{ result?: string, checks?: string, tried?: number }} Remembered
 * @param {import('../n8n').N8n<
 *   {},
 *   { 'Only This Project': import('../n8n').Report, Project: { maxPages: number } },
 *   { pages?: Record<string, Remembered> }
 * >} n8n
 */
module.exports = ({ $getWorkflowStaticData, $ }) => {
	const { maxPages } = $('Project').first().json;
	const memory = $getWorkflowStaticData('global');
	const { pages: remembered = {} } = memory;
	/** @type {Map<string, import('../n8n').Report[]>} the reports of each page, newest first */
	const reports = new Map();
	for (const { json } of $('Only This Project').all()) {
		const key = keyOf(json.url);
		const all = [...(reports.get(key) ?? []), json];
		reports.set(
			key,
			all.sort((one, other) => (isNewer(one, other) ? -1 : 1)),
		);
	}

	const pages = [...reports].flatMap(([key, [newest, ...earlier]]) => {
		const result = gradeOf(newest?.result);
		if (!newest || !ORDER.includes(result)) return [];
		const grades = earlier.map((report) => gradeOf(report.result));
		const before = remembered[key]?.result ?? grades.find((grade) => ORDER.includes(grade)) ?? '';
		const isWorse = before !== '' && ORDER.indexOf(result) > ORDER.indexOf(before);
		const failed = failedChecks(newest.results);
		const checks = failed
			.map(({ name }) => name)
			.sort()
			.join(', ');
		const isBad = isWorse || result === 'bad';
		const isKnown = !isWorse && remembered[key]?.checks === checks;
		// Quoted as JSON, so that nothing in it looks like an instruction
		let left = MAX_PER_PAGE;
		const fitting = failed.map(short).filter((check) => (left -= JSON.stringify(check).length) > 0);
		const data = JSON.stringify({ address: newest.url.slice(0, 500), result, failed: fitting });
		const { tried = 0 } = remembered[key] ?? {};
		const page = { key, url: newest.url, before, result, checks, data, tried };
		return [{ ...page, isWorse, isBad, isKnown }];
	});
	const bad = pages.filter(({ isBad }) => isBad);
	const withChecks = bad.filter(({ checks }) => checks !== '');
	if (bad.length > 0 && withChecks.length === 0) {
		throw new Error(
			'The list says of no bad page which checks failed, so there is nothing to advise on. See whether the output of List Its Reports has results, with passed in each check.',
		);
	}

	const due = withChecks
		.filter(({ isKnown }) => !isKnown)
		.sort((one, other) => one.tried - other.tried || Number(other.isWorse) - Number(one.isWorse));
	const chosen = due.slice(0, Math.max(1, Math.floor(maxPages) || 1));
	const waiting = due.length - chosen.length;
	const still = withChecks.length - due.length;
	// Remembered at once, because there may be nothing to advise on. What advice was given, only once the email has been sent
	const others = pages.filter((page) => !due.includes(page));
	memory.pages = {
		...remembered,
		...Object.fromEntries(others.map(({ key, result, checks }) => [key, { result, checks }])),
		...Object.fromEntries(
			chosen.map(({ key, tried }) => [key, { ...remembered[key], tried: tried + 1 }]),
		),
	};
	return chosen.map(({ key, url, before, result, checks, data }) => ({
		json: { key, url, before, result, checks, data, still, waiting },
	}));
};
