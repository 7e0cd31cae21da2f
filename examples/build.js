const { readdirSync, readFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');

/** Sources: one file per Code node, `shared/` for what several of them use. */
const CODE = resolve(__dirname, 'code');

/**
 * The text of a source inside a workflow: with its helpers inlined, and without types.
 *
 * @param {string} file
 * @param {Set<string>} inlined files whose text is already there
 * @returns {string}
 */
function textOf(file, inlined = new Set()) {
	return withoutTypes(readFileSync(file, 'utf8'))
		.replace(/^const \{.*\} = require\('(\..*)'\);\n+/gm, (_, path) => {
			const helper = resolve(dirname(file), `${String(path)}.js`);
			if (inlined.has(helper)) return '';
			inlined.add(helper);
			return `${textOf(helper, inlined)}\n\n`;
		})
		.replace(/^module\.exports = \{.*\};\n/m, '')
		.replace(/^module\.exports = \(\{.*\}\) => \{\n([^]*?)^\};\n/m, (_, body) =>
			String(body).replace(/^\t/gm, ''),
		)
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

/**
 * Removes what only the compiler reads from comments, and those that are empty without it.
 *
 * @param {string} code
 */
function withoutTypes(code) {
	return code.replace(/^(\t*)\/\*\*([^]*?)\*\/\n/gm, (_, indent, comment) => {
		const text = String(comment).replace(/^[\s*]*@[^]*/m, '');
		const lines = text.split('\n').map((line) => line.replace(/^[\s*]+/, ''));
		const words = lines.join(' ').trim();
		return words && `${String(indent)}/** ${words} */\n`;
	});
}

/** @param {string} name */
const fileNameOf = (name) =>
	name
		.toLowerCase()
		.match(/[a-z0-9]+/g)
		?.join('-') ?? '';

/**
 * @typedef {{ name: string, type: string, parameters: Record<string, unknown> }} Node
 * @typedef {{ node: Node, file: string }} CodeNode
 */

/**
 * The Code nodes of a workflow, each with its source: `<example>/<node>.js`.
 *
 * @param {string} example
 * @param {{ nodes: Node[] }} workflow
 * @returns {CodeNode[]}
 */
const codeNodes = (example, { nodes }) =>
	nodes
		.filter(({ type }) => type === 'n8n-nodes-base.code')
		.map((node) => ({ node, file: `${example}/${fileNameOf(node.name)}.js` }));

/** All sources but those in `shared/`. */
function sources() {
	const files = readdirSync(CODE, { recursive: true, encoding: 'utf8' });
	return files
		.map((file) => file.replaceAll('\\', '/'))
		.filter((file) => file.endsWith('.js') && !file.startsWith('shared/'));
}

/** The types of nodes that send a message. */
const SENDERS = /\.(emailSend|slack|github)$/;

/** The name of the note beside them. */
const OTHER_WAYS = 'Other ways to send it';

/**
 * What to put in place of the node that sends: the same in all examples.
 *
 * @param {Node} sender
 */
function otherWays({ name, parameters }) {
	const [format, field] = parameters.emailFormat === 'html' ? ['HTML', 'html'] : ['Text', 'text'];
	return `## ${OTHER_WAYS}
**No account yet?** Deactivate **${name}**: double-click it after a run, and the message is on the left. Or put one of these nodes in its place, and paste this as an *Expression*:
- **Gmail**, *Email Type* ${format}: \`{{ $json.${field} }}\`
- **Telegram**, *Additional Fields*, *Parse Mode* HTML: \`{{ $json.text.slice(0, 3900).replaceAll('&', '&amp;').replaceAll('<', '&lt;') }}\`
- **Microsoft Teams**, *Create chat message*: \`{{ $json.text }}\`
- **Discord**, *Send a message*: \`{{ $json.text.replaceAll('@', '(at)').slice(0, 2000) }}\``;
}

/**
 * An example with the code and the shared note that its sources have now.
 *
 * @param {string} example
 * @param {string} json
 */
function withCode(example, json) {
	const workflow = /** @type {{ nodes: Node[] }} */ (JSON.parse(json));
	for (const { node, file } of codeNodes(example, workflow)) {
		node.parameters.jsCode = textOf(join(CODE, file));
	}
	const sender = workflow.nodes.find(({ type }) => SENDERS.test(type));
	const note = workflow.nodes.find(({ name }) => name === OTHER_WAYS);
	if (sender && note) note.parameters.content = otherWays(sender);
	return workflow;
}

module.exports = { OTHER_WAYS, SENDERS, codeNodes, sources, withCode };
