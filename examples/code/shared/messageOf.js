// Slack cuts off messages after 40,000 characters
const MAX_CHARACTERS = 39000;

/**
 * Joins as many lines as fit into one Slack message.
 *
 * @param {string[]} lines
 */
const messageOf = (lines) => {
	let length = 0;
	const fitting = lines.filter((line) => (length += line.length + 1) < MAX_CHARACTERS);
	const rest = lines.length - fitting.length;
	return [...fitting, ...(rest ? [`… and ${rest} more lines, too many for Slack`] : [])].join('\n');
};

module.exports = { messageOf };
