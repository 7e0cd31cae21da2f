const { GRADES, gradeOf } = require('./gradeOf');

/**
 * Says how many pages are good, decent, bad or without a result, and lists those that changed, are bad or failed.
 *
 * @param {import('../n8n').Item<{ url?: string, before?: unknown }>[]} pages
 * @param {import('../n8n').Item<import('../n8n').Answer>[]} answers
 */
const summaryOf = (pages, answers) => {
	/** @type {Record<string, string[]>} */
	const lists = { 'Got worse': [], 'No result': [], Bad: [], 'Got better': [] };
	/** @type {number[]} */
	const grades = [];
	pages.forEach(({ json: { url, before } }, at) => {
		const { error, message, result } = answers[at]?.json ?? {};
		const [from, to] = [gradeOf(before), error ? -1 : gradeOf(result)];
		const shown = result ?? 'missing: open the report later, or check the credential';
		const failed = error ? `${error.replace(/\.?$/, '.')} ${message}` : `The result is ${shown}.`;
		let [title, says] = ['Got worse', `${GRADES[from]} → ${GRADES[to]}`];
		if (to < 0) [title, says] = ['No result', failed.slice(0, 400)];
		else if (from === to || from < 0) [title, says] = [to === 2 ? 'Bad' : '', 'bad'];
		else if (to < from) title = 'Got better';
		lists[title]?.push(`- ${url}: ${says}`);
		grades.push(to);
	});
	const [good, decent, bad, none] = [0, 1, 2, -1].map(
		(grade) => grades.filter((one) => one === grade).length,
	);
	let text = `🟢 ${good} good, 🟡 ${decent} decent, 🔴 ${bad} bad, ⚪ ${none} without a result`;
	for (const [title, lines] of Object.entries(lists).filter(([, { length }]) => length > 0)) {
		text += `\n\n${title} (${lines.length}):\n${lines.slice(0, 50).join('\n')}`;
		if (lines.length > 50) text += `\n… and ${lines.length - 50} more`;
	}
	return text;
};

module.exports = { summaryOf };
