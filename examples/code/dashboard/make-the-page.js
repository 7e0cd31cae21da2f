// Makes the web page from all reports, or from the error if they could not be read.
// Things to change: the title, the number of results in a trend, and groupOf if your service returns numbers.
const TITLE = 'Web pages';
const IN_A_TREND = 10;
const NO_REPORTS =
	'Import the example Create reports and list the bad ones, and execute it. If your service has reports, they belong to another account: choose its credential in List All Reports.';

/**
 * @typedef {'good' | 'decent' | 'bad' | 'other'} Group
 * @typedef {import('../n8n').Answer & { group: Group }} Rated
 * @typedef {Rated & { time: number }} Report
 * @typedef {Report & { url: string, project: string, history: Report[] }} Page
 */

/** @type {Group[]} */
const GROUPS = ['good', 'decent', 'bad', 'other'];
/** @type {(result: unknown) => Group} */
const groupOf = (result) => {
	// If your service returns numbers, remove the // before the next line, and enter where good and decent begin:
	// if (/^\d+(\.\d+)?$/.test(String(result))) return Number(result) >= 80 ? 'good' : Number(result) >= 50 ? 'decent' : 'bad';
	return GROUPS.find((group) => group === result) ?? 'other';
};

const { keyOf } = require('../shared/keyOf');

const style = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f5f6f8; --ink: #1b1f24; --quiet: #59626d; --line: #e1e4e9; --link: #0b57a4;
	--good: #3aa893; --on-good: #00201a; --decent: #f7d274; --on-decent: #2d2200; --bad: #a83300; --on-bad: #fff; --other: #68717b; --stripe: #959ea8; --on-other: #fff }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1f25; --ground: #121519; --ink: #e8eaed; --quiet: #a3acb7; --line: #313840; --link: #8ec3ff;
	--good: #62cdb5; --on-good: #00201a; --decent: #fae09a; --on-decent: #2d2200; --bad: #e4561b; --on-bad: #1d0700; --other: #8d97a2; --stripe: #68717b; --on-other: #0d1013 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; -webkit-text-size-adjust: 100% }
main { max-width: 68rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem) clamp(1rem, 4vw, 2rem) 4rem }
h1 { margin: 0; font-size: 1rem; font-weight: 600; color: var(--quiet) }
.headline { margin: .1em 0 .5em; font-size: clamp(1.7rem, 1.1rem + 3vw, 2.75rem); font-weight: 700; line-height: 1.15; letter-spacing: -.02em; text-wrap: balance }
h2 { margin: 3rem 0 .75rem; font-size: 1.25rem }
h3 { display: inline; margin: 0; font-size: 1rem }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .2em }
small, .quiet { color: var(--quiet); font-size: .875rem }
th small, td small { display: block }
.bar { display: flex; gap: 3px; height: .75rem; margin: .25rem 0 }
.bar i { min-width: 5px; border-radius: 3px }
header .bar { height: 1.5rem }
header .bar i { border-radius: 5px }
.good { background: var(--good); color: var(--on-good) }
.decent { background: var(--decent); color: var(--on-decent) }
.bad { background: var(--bad); color: var(--on-bad) }
.other { background: var(--other); color: var(--on-other) }
.bar .other { background: repeating-linear-gradient(135deg, var(--other) 0 4px, var(--stripe) 4px 8px) }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .5rem 0 0; padding: 0; list-style: none }
.legend i, .rating i, .trend i { display: inline-block; min-width: 1.25rem; padding: 0 .15rem; border-radius: 4px; font: 700 .75rem/1.25rem system-ui, sans-serif; text-align: center }
.trend { display: flex; justify-content: flex-end; gap: 2px }
.trend i:last-child { outline: 2px solid var(--ink); outline-offset: 1px }
table { width: 100%; table-layout: fixed; border-collapse: collapse; background: var(--paper) }
section > table, details { border: 1px solid var(--line); border-radius: 12px; background: var(--paper); overflow: hidden }
section > table { border-collapse: separate; border-spacing: 0 }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
th, td { padding: .75rem 1rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400 }
section > table thead th { border-top: 0 }
thead th { color: var(--quiet); font-size: .8125rem }
thead th:last-child:nth-child(3) { width: 15.25rem; text-align: right }
thead th:nth-child(2):not(:last-child) { width: 11rem }
thead th:nth-child(2):last-child { width: 60% }
bdi { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; overflow-wrap: anywhere }
details { margin: .75rem 0 }
summary { padding: .875rem 1rem; cursor: pointer }
summary:focus-visible, a:focus-visible { outline: 3px solid var(--link); outline-offset: -3px; border-radius: 6px }
@media (max-width: 44rem) {
	table, tbody { display: block }
	thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
	tr { display: grid; gap: .5rem; padding: .875rem 1rem; border-top: 1px solid var(--line) }
	section > table tr:first-child { border-top: 0 }
	th, td { padding: 0; border: 0 }
	.trend { justify-content: flex-start }
	[data-head]::before { content: attr(data-head) ": "; color: var(--quiet) }
	td small { display: inline }
}
@media print {
	:root { --ground: #fff; font-size: 75% }
	* { print-color-adjust: exact; -webkit-print-color-adjust: exact }
	main { max-width: none; padding: 0 }
	details::details-content { content-visibility: visible; block-size: auto }
	tr { break-inside: avoid }
	h2, summary { break-after: avoid }
}`;

/** @param {import('../n8n').N8n<import('../n8n').Answer>} n8n */
module.exports = ({ $input, $now, DateTime }) => {
	// ---- Words ----
	const zone = $now.zoneName;
	const now = $now.toMillis();
	/** @param {unknown} text */
	const escaped = (text) =>
		String(text ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
	/** @param {Intl.DateTimeFormatOptions} options */
	const formatter = (options) => new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
	const DAY = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
	const DATE = formatter({ day: 'numeric', month: 'short', year: 'numeric' });
	const CLOCK = formatter({ hour: '2-digit', minute: '2-digit' });
	/** @param {number} time */
	const dayOf = (time) => {
		const day = DAY.format(time);
		if (time === 0) return 'Without a date';
		if (day === DAY.format(now)) return `Today (${day})`;
		return day === DAY.format(now - 24 * 60 * 60 * 1000) ? `Yesterday (${day})` : day;
	};
	/** @param {number} time */
	const date = (time) =>
		`<time datetime="${new Date(time).toISOString()}">${DATE.format(time)}</time>`;
	/** @type {(number: number, noun: string) => string} */
	const count = (number, noun) =>
		`${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
	/** @param {Rated} page */
	const wordOf = ({ result, group }) =>
		group === 'other' ? String(result ?? '').slice(0, 40) || 'no result' : group;

	// ---- Pages: the newest report of each counts ----
	/**
	 * When a report was generated, in ms; 0 if unknown. Services send a date, or seconds or milliseconds since 1970. A time without a zone is taken as UTC.
	 *
	 * @param {import('../n8n').Answer} report
	 */
	const timeOf = ({ generated_at: at }) => {
		const number = Number(at);
		if (!isNaN(number)) return number * (number < 1e11 ? 1000 : 1);
		const text = String(at).trim().replace(' ', 'T');
		return DateTime.fromISO(text, { zone: text.includes(':') ? 'utc' : zone }).toMillis() || 0;
	};
	const reports = $input
		.all()
		.filter(({ json }) => Object.keys(json).length > 0)
		.map(({ json }) => ({ ...json, group: groupOf(json.result), time: timeOf(json) }))
		.sort((one, other) => other.time - one.time || Number(other.id) - Number(one.id));
	/** @type {Map<string, Page>} */
	const byKey = new Map();
	for (const report of reports) {
		const key = keyOf(report.url) || String(report.id);
		const project = report.project || key.replace(/\/.*/, '');
		const page = byKey.get(key) ?? { ...report, url: report.url ?? '', project, history: [] };
		page.history.push(report);
		byKey.set(key, page);
	}
	const pages = [...byKey.values()];
	/** @param {(page: Page) => string} of */
	const groupedBy = (of) => {
		/** @type {Map<string, Page[]>} */
		const lists = new Map();
		for (const page of pages) lists.set(of(page), [...(lists.get(of(page)) ?? []), page]);
		return [...lists];
	};
	/** @param {Page[]} some */
	const countsOf = (some) => {
		const counts = { good: 0, decent: 0, bad: 0, other: 0 };
		for (const { group } of some) counts[group] += 1;
		return counts;
	};
	/** @param {Page} page */
	const lastBetter = ({ history }) => history.findIndex(({ group }) => group !== 'bad');
	const badOnes = pages
		.filter(({ group }) => group === 'bad')
		// Those that were never better last
		.sort((one, other) => (lastBetter(one) >>> 0) - (lastBetter(other) >>> 0));

	// ---- Parts of the page ----
	/** @param {Rated} report */
	const square = ({ group, result }) => {
		const number = /^\d{1,3}$/.test(String(result)) ? result : '?';
		return `<i class="${group}">${group === 'other' ? number : group.charAt(0).toUpperCase()}</i>`;
	};
	/** @param {Rated} report */
	const rating = (report) =>
		`<span class="rating"><span aria-hidden="true">${square(report)}</span> ${escaped(wordOf(report))}</span>`;
	/** @param {Page} page */
	const address = ({ url }) => {
		const shown = `<bdi>${escaped(url || '(no address)')}</bdi>`;
		return /^https?:\/\//i.test(url) ? `<a href="${escaped(url)}">${shown}</a>` : shown;
	};
	/** @param {Page} page */
	const trend = ({ history }) => {
		const shown = history.slice(0, IN_A_TREND).reverse();
		return `<span class="trend" role="img" aria-label="Oldest to newest: ${escaped(shown.map(wordOf).join(', '))}">${shown.map(square).join('')}</span>`;
	};
	/** @param {Page[]} some */
	const bar = (some) => {
		const counts = countsOf(some);
		const shown = GROUPS.filter((group) => group !== 'other' || counts.other > 0);
		return `<span class="bar" aria-hidden="true">${shown
			.map(
				(group) => counts[group] && `<i class="${group}" style="flex-grow:${counts[group]}"></i>`,
			)
			.filter(Boolean)
			.join('')}</span><ul class="legend">${shown
			.map(
				(group) =>
					`<li><span aria-hidden="true">${square({ group })}</span> <b>${counts[group].toLocaleString('en')}</b> ${group}</li>`,
			)
			.join('')}</ul>`;
	};
	/**
	 * A table. On a phone, its rows become blocks, so the roles are set explicitly.
	 *
	 * @type {(caption: string, heads: string[], rows: string[][]) => string}
	 */
	const table = (caption, heads, rows) =>
		`<table role="table"><caption>${caption}</caption><thead role="rowgroup"><tr role="row">${heads.map((head) => `<th role="columnheader" scope="col">${head}</th>`).join('')}</tr></thead><tbody role="rowgroup">${rows
			.map(
				([first, ...cells]) =>
					`<tr role="row"><th role="rowheader" scope="row">${first}</th>${cells.map((cell) => `<td role="cell">${cell}</td>`).join('')}</tr>`,
			)
			.join('\n')}</tbody></table>`;
	/** @param {Page} page */
	const before = (page) => {
		const last = page.history[lastBetter(page)];
		if (page.history.length === 1) return '<small>no earlier report</small>';
		if (!last) return `<small>bad in all ${page.history.length} reports</small>`;
		return `<span data-head="Before">${rating(last)}</span> ${last.time ? `<small>on ${date(last.time)}</small>` : ''}`;
	};
	const LAST = `Last ${IN_A_TREND} results, newest on the right`;

	const counts = countsOf(pages);
	const all = count(pages.length, 'page');
	let headline = counts.decent ? 'No page is bad' : `${all} and all good`;
	if (counts.other) headline = `No page is bad, but ${counts.other} of ${all} not rated`;
	if (counts.bad) headline = `${counts.bad} of ${all} ${counts.bad === 1 ? 'is' : 'are'} bad`;

	const overview = () => `<header><h1>${TITLE}</h1><p class="headline">${headline}</p>${bar(pages)}
<p class="quiet">As of ${date(now)}, ${CLOCK.format(now)} (${zone}). The newest report of each page counts.${counts.other ? ' <b>Other</b>: no result, or one that is not good, decent or bad.' : ''}</p></header>
<section><h2>Bad now</h2>${
		badOnes.length === 0
			? `<p>${headline}.</p>`
			: table(
					'Pages that are bad now',
					['Page', 'Before', LAST],
					badOnes.map((page) => [
						`${address(page)}<small>${escaped(page.project)} · ${page.time ? `analysed ${date(page.time)}, ${CLOCK.format(page.time)}` : 'date of analysis unknown'}</small>`,
						before(page),
						trend(page),
					]),
				)
	}</section>
<section><h2>Projects</h2>${table(
		'How many pages of each project are good, decent and bad',
		['Project', 'Pages'],
		groupedBy(({ project }) => project)
			.sort(([a, one], [b, other]) => countsOf(other).bad - countsOf(one).bad || (a < b ? -1 : 1))
			.map(([name, its]) => [
				`<bdi>${escaped(name)}</bdi><small>${count(its.length, 'page')}</small>`,
				bar(its),
			]),
	)}</section>
<section><h2>All pages, by day of their newest report</h2>${groupedBy(({ time }) => dayOf(time))
		.map(
			([day, its], index) =>
				`<details${index === 0 ? ' open' : ''}><summary><h3>${day}</h3> <small>${count(its.length, 'page')}, ${countsOf(its).bad} bad</small></summary>${table(
					`Pages: ${day}`,
					['Page', 'Result', LAST],
					its.map((page) => [
						`${address(page)}<small>${escaped(page.project)}${page.time ? ` · ${CLOCK.format(page.time)}` : ''}</small>`,
						rating(page),
						trend(page),
					]),
				)}</details>`,
		)
		.join('\n')}</section>`;

	/** @type {(said: string, text: string) => string} */
	const instead = (said, text) =>
		`<header><h1>${TITLE}</h1><p class="headline">${said}</p></header><p>${escaped(text)}</p>`;
	const [first] = reports;
	// If n8n cannot run List All Reports, it passes on the webhook call
	const failed = first !== undefined && first.id === undefined && first.url === undefined;
	let body = reports.length > 0 ? overview() : instead('There are no reports yet', NO_REPORTS);
	if (failed) {
		const { error = 'n8n could not run List All Reports.', message = 'Check its credential.' } =
			first;
		body = instead('The reports could not be read', `${error} ${message}`);
	}
	const title = failed || !first ? TITLE : `${headline} · ${TITLE}`;
	const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,"><style>${style}</style></head><body><main>${body}</main></body></html>`;
	return [{ json: { status: failed ? 502 : 200, html } }];
};
