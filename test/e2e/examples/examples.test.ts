import { areasAtRest, areasOf, eventually, picture } from '../browser';
import { readExample } from '../stage';
import { describeDashboard } from './dashboard';
import { NAMES, useExamples } from './examplesStage';
import { ROWS } from './rows';
import { expectRun } from './run';

const examples = useExamples();

/** One for each kind of trigger: CI runs these on every push. */
const ON_PUSH = [
	'audit-after-a-deployment',
	'create-reports-and-list-bad-ones',
	'report-for-an-address-form',
	'weekly-digest-of-bad-reports',
];

describe.each(Object.entries(ROWS))('%s', (example, [asItIs, ...inN8n]) => {
	it(`does what it says${ON_PUSH.includes(example) ? ' @push' : ''}`, async () => {
		await expectRun(examples, example, asItIs);
	});

	if (inN8n.length === 0) return;
	it('copes with what n8n does to it', async () => {
		for (const run of inN8n) await expectRun(examples, example, run);
	});
});

it('has a row for every example except those with tests of their own', () => {
	const names = [...Object.keys(ROWS), 'dashboard', 'mcp-server'];
	expect(names.sort()).toEqual(NAMES);
});

describe('dashboard', () => {
	describeDashboard(examples);
});

describe('the canvas', () => {
	/** Controls that float over the canvas. */
	const BUTTONS =
		'[data-test-id=canvas-controls], [class*=executionButtons], [class*=nodeButtonsWrapper]';

	it.each(NAMES)('shows %s legibly', async (name) => {
		const { page } = examples.stage;
		await page.setViewportSize({ width: 1500, height: 1100 });
		// A copy, because n8n covers a published workflow with a notice
		const copy = { ...(await readExample(name)), id: undefined };
		const { id } = await examples.stage.editor.rest<{ id: string }>('POST', '/workflows', copy);
		await page.goto(`${examples.stage.editor.address}/workflow/${id}`);
		await page.getByTestId('canvas-node').first().waitFor();
		await page.keyboard.press('1');
		await page.addStyleTag({ content: `${BUTTONS} { visibility: hidden }` });

		const boxes = await areasAtRest(page.locator('.vue-flow__node, .vue-flow__edge-path'));
		const left = Math.min(...boxes.map(({ x }) => x));
		const top = Math.min(...boxes.map(({ y }) => y));
		const right = Math.max(...boxes.map(({ x, width }) => x + width));
		const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
		// Leaves room for the trigger's icon, the names of the nodes, and the last plus
		const [canvas = { y: 0, height: 0 }] = await areasOf(page.locator('.vue-flow'));
		const end = Math.min(bottom + 56, canvas.y + canvas.height);
		const [width, height] = [right - left + 120, end - top + 24];
		await picture(page, `example-${name}`, { x: left - 24, y: top - 24, width, height });

		for (const note of await page.getByTestId('sticky').all()) {
			const [paper] = await areasOf(note);
			const texts = await areasOf(note.locator('p, li'));
			const end = Math.max(...texts.map(({ y, height }) => y + height));
			expect(end).toBeLessThan((paper?.y ?? 0) + (paper?.height ?? 0));
		}
		await eventually(async () => {
			expect(await page.getByTestId('node-issues').count()).toBe(0);
		});
	});
});
