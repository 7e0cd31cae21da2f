// Writes the email: the advice for each page, and which pages have to wait. What the model writes is only ever shown as text.

// Maximum length of the advice for a page, in characters
const MAX_ADVICE = 1500;

// Links, email addresses, and what a mail program makes a link of, but not files: sitemap.xml
const LINK =
	/[\w+.-]+:\/\/\S+|[^\s@]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?<![\p{L}\p{N}_-])(?!(?<=^[ \t]*)\d+\.\p{L}+\s)(?!schema\.org(?![\w./:-]*\w))(?:[\p{L}\p{N}_-]+\.)+(?!(?:xml|txt|html?|css|m?js|json|php|png|jpe?g|gif|webp|avif|svg|ico|pdf|woff2?)(?!\p{L}))\p{L}[\p{L}\p{N}-]+(?!\.?[\p{L}\p{N}_-])(?:[/:?#]\S*)?/gimu;

/**
 * @typedef {{
 *   key: string; url: string; before: string; result: string; checks: string; still: number; waiting: number;
 * }} Page
 * @param {import('../n8n').N8n<
 *   { text?: string, error?: string | { message?: string } },
 *   { 'Pages to Advise on': Page, Project: { project: string } }
 * >} n8n
 */
module.exports = ({ $input, $ }) => {
	const answers = $input.all();
	const { project } = $('Project').first().json;
	const pages = $('Pages to Advise on')
		.all()
		.map(({ json: page }, at) => {
			const { text = '', error } = answers[at]?.json ?? {};
			const advice = text
				.replace(/\*\*|`/g, '')
				// Nobody asked for links: they could lead anywhere
				.replace(LINK, '(link left out)')
				.trim()
				.slice(0, MAX_ADVICE);
			const words = typeof error === 'string' ? error : error?.message;
			const problem = words ?? 'no answer';
			const step = page.before && page.before !== page.result ? `${page.before} → ` : '';
			return { ...page, advice, problem, title: `${page.url}: ${step}${page.result}` };
		});

	const { still = 0, waiting = 0 } = pages[0] ?? {};
	const advised = pages.filter(({ advice }) => advice);
	const failed = pages.filter(({ advice }) => !advice);
	const parts = advised.map(
		({ title, advice, checks }) => `${title}\n${advice}\nFailed checks: ${checks.slice(0, 500)}`,
	);
	if (failed.length > 0) {
		const list = failed.map(({ url, problem }) => `- ${url}: ${problem.slice(0, 200)}`).join('\n');
		parts.push(`The model gave no advice for these pages. A later run tries again:\n${list}`);
	}
	const rest = [
		...(waiting > 0 ? [`Waiting for the next runs: ${waiting}.`] : []),
		...(still > 0 ? [`As bad as before, with the same failed checks: ${still}.`] : []),
		'An AI wrote this from the failed checks. It has not seen the pages.',
	];
	const count = advised.length === 1 ? '1 web page' : `${advised.length} web pages`;
	return [
		{
			json: {
				advised: advised.map(({ key, result, checks }) => ({ key, result, checks })),
				problem: failed[0]?.problem.slice(0, 300) ?? '',
				subject: `Advice for ${count} of ${project}`,
				text: [...parts, rest.join('\n')].join('\n\n'),
			},
		},
	];
};
