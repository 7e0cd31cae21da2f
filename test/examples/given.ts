// What the tests of the examples' code have in common
export const HOME = 'https://example.com/';
export const ABOUT = 'https://example.com/about';
export const PRICING = 'https://example.com/pricing';
export const CONTACT = 'https://example.com/contact';
/** Unescaped, this address would notify a whole Slack channel, and vanish in HTML. */
export const GONE = 'https://example.com/gone?a&b=<!channel>';
export const GONE_ESCAPED = 'https://example.com/gone?a&amp;b=&lt;!channel&gt;';
/** Another spelling of About. */
export const SPELLED = 'http://www.EXAMPLE.com:80/about/#us';
/** Too long for a title, so the node quotes it in the advice. */
export const SAID = 'The service says: "You have reached your reports limit."';
export const REFUSED = { error: 'The service rejected the input (422)', message: `Wait. ${SAID}` };
export const NOT_RUN = 'n8n could not run Create a Report. Check its credential.';
export const NOT_UPDATING = 'n8n could not run Analyse Again. Check its credential.';
export const DAY = 24 * 60 * 60 * 1000;

/** Matches any text that contains this one. */
export const some = (text: string) => expect.stringContaining(text) as string;
/** The time this many days ago. */
export const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
export const pagesOf = (folder: string, count: number) =>
	Array.from({ length: count }, (_, at) => `https://example.com/${folder}/${String(at)}`);

/**
 * Pages with an earlier result and the answer to a new analysis, in words such as `about: good → bad`. The answer is `-`
 * if n8n could not run the node, and `!` if the service refused.
 */
export const changes = (...lines: string[]) =>
	lines.map((line, at) => {
		const [name = '', before = '', last = ''] = line.split(/: | → /);
		const url = HOME + name;
		const answers: Record<string, object> = { '-': {}, '!': REFUSED };
		const after = last || null;
		const answer = answers[last] ?? { id: at + 1, result: after };
		return { url, before, after, listed: { id: at + 1, url, result: before }, answer };
	});
