const { readdirSync, readFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');

/** Sources: one file per Code node or long expression, `shared/` for what several of them use. */
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
 * The places of a node that hold code: *JavaScript Code*, and expressions.
 *
 * @typedef {{ name: string, type: string, parameters: Record<string, unknown>, onError?: string }} Node
 * @typedef {{ node: string, name: string, text: string, write: (text: string) => void }} Place
 * @param {Node} node
 * @returns {Place[]}
 */
function placesIn({ name: node, parameters }) {
	/** @type {Place[]} */
	const places = [];
	/** @param {Record<string, unknown>} values */
	const visit = (values) => {
		for (const [key, value] of Object.entries(values)) {
			if (typeof value === 'string' && (key === 'jsCode' || value.startsWith('='))) {
				// The fields of a Set node have a name of their own
				const name = key === 'value' && typeof values.name === 'string' ? values.name : key;
				const before = places.filter((place) => place.name.replace(/\d+$/, '') === name).length;
				const unique = before > 0 ? `${name}${String(before + 1)}` : name;
				places.push({
					node,
					name: unique,
					text: value,
					write: (text) => void (values[key] = text),
				});
			} else if (value && typeof value === 'object') {
				visit(/** @type {Record<string, unknown>} */ (value));
			}
		}
	};
	visit(parameters);
	return places;
}

/**
 * The places of a workflow that have a source, each with that source and its text: that of a Code node is
 * `<example>/<node>.js`, or `<node>.js` if several examples have the node; that of an expression is
 * `<example>/<node>.<parameter>.js`, with a number if the node has several parameters with that name.
 *
 * @param {string} example
 * @param {{ nodes: Node[] }} workflow
 */
function sourcedPlaces(example, { nodes }) {
	const files = new Set(sources());
	return nodes.flatMap(placesIn).flatMap((place) => {
		const isCode = place.name === 'jsCode';
		const name = fileNameOf(place.node) + (isCode ? '' : `.${place.name}`);
		const file = [`${example}/${name}.js`, `${name}.js`].find((one) => files.has(one));
		if (file === undefined) return [];
		const text = textOf(join(CODE, file));
		if (isCode) return [{ ...place, file, code: text }];
		if (/\{\{|\}\}/.test(text)) throw new Error(`n8n ends an expression at }}: ${file}`);
		if (/`[^`\n]*\\n[^`\n]*`/.test(text)) {
			throw new Error(`n8n may add a space after \\n in a template literal: ${file}`);
		}
		return [{ ...place, file, code: `={{ (() => {\n${text.replace(/^(?=.)/gm, '\t')}\n})() }}` }];
	});
}

/** All sources but those in `shared/`. */
function sources() {
	const files = readdirSync(CODE, { recursive: true, encoding: 'utf8' });
	return files
		.map((file) => file.replaceAll('\\', '/'))
		.filter((file) => file.endsWith('.js') && !file.startsWith('shared/'));
}

/** The name of the note beside the node that sends an email or posts to Slack. */
const OTHER_WAYS = 'Other ways to send it';

/**
 * What to enter in another node in place of the one that sends: the same in all examples.
 *
 * @param {Node} sender
 */
function otherWays({ name, type, parameters, onError }) {
	// Slack's markup is escaped as HTML is
	const isEscaped = type === 'n8n-nodes-base.slack';
	const isPage = parameters.emailFormat === 'html';
	const text = isPage ? '$json.subject' : '$json.text';
	const html = isEscaped ? text : `${text}.replaceAll('&', '&amp;').replaceAll('<', '&lt;')`;
	const plain = isEscaped
		? `${text}.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')`
		: text;
	const gmail = `- **Gmail**, *Send a message*: *To*, *Subject*; ${isPage ? `*Message*: copy the *HTML* of **${name}**` : '*Email Type* Text, *Message*'}`;
	// To whoever asked for it, or a page of HTML: not for a chat
	const instead = onError
		? ', and delete the field for the address in the form.'
		: ': its input holds the message.';
	const none = `**No account yet?** Deactivate **${name}**${instead}`;
	if (isPage || onError) {
		return `## ${OTHER_WAYS}
${none}

Put this node in place of **${name}**, with the same name, a credential of its own, and the same expressions. The message is

\`{{ ${plain} }}\`
${gmail}
${onError ? '- Under *Settings*, set *On Error* to *Continue*, or a failed message ends the workflow.' : ''}`.trim();
	}
	return `## ${OTHER_WAYS}
${none}

Put one of these nodes in place of **${name}**, with the same name and a credential of its own. The message is

\`{{ ${plain} }}\`
${gmail}
- **Telegram**, *Send a text message*: *Chat ID*; under *Additional Fields*, *Parse Mode* HTML; *Text* \`{{ ${html}.slice(0, 4000) }}\`
- **Microsoft Teams**, *Create chat message*: *Chat*, *Message*
- **Discord**, *Send a message*, *Connection Type* Webhook: *Message*, with \`.replaceAll('@', '@ ').slice(0, 2000)\` before \`}}\`, so that it mentions nobody`;
}

/**
 * An example with the code and the shared note that its sources have now.
 *
 * @param {string} example
 * @param {string} json
 */
function withCode(example, json) {
	const workflow = /** @type {{ nodes: Node[] }} */ (JSON.parse(json));
	for (const { code, write } of sourcedPlaces(example, workflow)) write(code);
	const sender = workflow.nodes.find(({ type }) => /\.(emailSend|slack)$/.test(type));
	const note = workflow.nodes.find(({ name }) => name === OTHER_WAYS);
	if (sender && note) note.parameters.content = otherWays(sender);
	return workflow;
}

module.exports = { placesIn, sourcedPlaces, sources, withCode };
