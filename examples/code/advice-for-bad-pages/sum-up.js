/**
 * @typedef {{ url: string, failed: string[], bad: number, unrated: number }} Page
 * @typedef {{ text?: string, error?: string | { message?: string } }} Answer
 * @param {import('../n8n').N8n<Answer, { 'Bad Pages': Page, Project: { project: string } }>} n8n
 */
module.exports = ({ $input, $ }) => {
	const { project } = $('Project').first().json;
	const answers = $input.all();
	let advised = 0;
	const pages = $('Bad Pages').all();
	const parts = pages.map(({ json: { url, failed } }, at) => {
		const { text = '', error } = answers[at]?.json ?? {};
		const words = typeof error === 'string' ? error : error?.message;
		const advice = text
			.replace(/\*\*|`/g, '')
			// Nobody asked for links, which could lead anywhere
			.replace(/\b(https?:|www\.)\S+/gi, '(link left out)')
			.trim()
			.slice(0, 3000);
		if (advice) advised += 1;
		const none = `No advice. The model says: ${words ?? 'nothing. Check its credential.'}`;
		return `${url}\n${advice || none}\nFailed checks: ${failed.join(', ')}`;
	});
	const { bad = 0, unrated = 0 } = pages[0]?.json ?? {};
	const counts = [
		`Bad pages: ${bad}, with advice on ${advised}. Without a result: ${unrated}.`,
		'An AI wrote this from the failed checks. It has not seen the pages.',
	];
	const text = [...parts, counts.join('\n')].join('\n\n');
	return [{ json: { subject: `Advice on ${advised} of ${bad} bad pages of ${project}`, text } }];
};
