/**
 * Why a page was not analysed, with the words of the service; empty if it was. If n8n cannot run a node, it passes on
 * the input, which has no ID.
 *
 * @param {import('../n8n').Answer} answer
 * @param {string} node
 */
const problemOf = ({ error, message, id, success }, node) => {
	if (!error) return id || success ? '' : `n8n could not run ${node}. Check its credential.`;
	const [words] = /The service says: ".*"/.exec(String(message)) ?? [];
	return words ? `${error}. ${words}` : error;
};

module.exports = { problemOf };
