import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

/** The anchors that the headings of a text have, as GitHub and npm make them. */
function anchorsOf(text: string): string[] {
	return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\w\- ]/g, '')
			.replaceAll(' ', '-'),
	);
}

describe.each(['README.md', 'CONTRIBUTING.md', 'sandbox/README.md', 'docs/queue-mode.md'])(
	'a link in %s',
	(file) => {
		const text = readFileSync(join(root, file), 'utf8');
		const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
		const local = links.filter((link) => !/^https?:/.test(link));

		it('leads to a file or a heading that is there', () => {
			expect(local.length).toBeGreaterThan(0);
			const anchors = anchorsOf(text);
			const dead = local.filter((link) =>
				link.startsWith('#')
					? !anchors.includes(link.slice(1))
					: !existsSync(join(root, dirname(file), link)),
			);
			expect(dead).toEqual([]);
		});
	},
);
