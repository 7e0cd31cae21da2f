import type { Report } from '../../../sandbox/service/data';
import { itemsOf } from '../../../sandbox/launcher/n8n';
import { PAGES, TOKEN, useExamples } from './examplesStage';

const examples = useExamples('examples-by-schedule');

/** When a report was made that is not the newest of its page. */
const OLD = '2026-01-01T00:00:00.000000Z';

describe('by hand or by schedule', () => {
	it.each([
		['create-reports-and-list-bad-ones', 'When clicking ‘Execute workflow’'],
		['weekly-digest-of-bad-reports', 'Every Monday at 7'],
	])('takes each line of %s as one address', async (name, trigger) => {
		const pages = ['https://example.com/a,b;c', 'https://example.com/d'];
		const id = await examples.copy(name, 'Page Addresses', {
			pages: `\r\n ${pages.join('\r\n\r\n')}\n`,
		});
		await examples.editor.execute(id, trigger);

		expect(examples.addressesOf('example.com').sort()).toEqual(pages);
	});

	it('creates reports and lists the bad ones', async () => {
		const result = await examples.editor.execute(
			'createAndListBad',
			'When clicking ‘Execute workflow’',
		);

		expect(result.error).toBeUndefined();
		expect(examples.addressesOf('example.com').sort()).toEqual(PAGES);
		const bad = examples.reports().filter(({ result }) => result === 'bad');
		const listed = itemsOf(result, 'List Bad Reports').map(({ id }) => id);
		expect(listed.sort()).toEqual(bad.map(({ id }) => id).sort());
	});

	describe('weekly-digest-of-bad-reports', () => {
		it('mails the bad ones, and the page that could not be analysed', async () => {
			const others = examples.snapshot();
			examples.sandbox.conditions.push({
				method: 'POST',
				skip: 1,
				times: 1,
				status: 422,
				body: { message: { url: ['The page could not be reached.'] } },
			});
			const { error } = await examples.editor.execute('weeklyDigest', 'Every Monday at 7');

			expect(error).toBeUndefined();
			const made = examples.reports().filter(({ project }) => project === 'example.com');
			const [failed = '', ...more] = PAGES.filter((url) => !made.some((one) => one.url === url));
			expect(more).toEqual([]);
			const bad = PAGES.filter((url) => made.some((r) => r.url === url && r.result === 'bad'));
			expect(bad.length).toBeGreaterThan(0);
			expect(examples.mail.mails).toEqual([
				expect.objectContaining({
					subject: `Web page report: ${String(bad.length)} of 5 pages are bad, 1 could not be analysed`,
					recipients: ['you@example.com'],
				}),
			]);
			expect(examples.mail.mails[0]?.from?.text).toBe('reports@example.com');
			expect(examples.mail.mails[0]?.text?.trim()).toBe(
				[
					'Bad:',
					...bad.map((url) => `- ${url}`),
					'',
					'Could not be analysed:',
					`- ${failed}`,
					'  The service rejected URL (422): The page could not be reached.',
					`  Correct URL (${failed}). It can also mean that your quota is used up.`,
					'',
					'The other pages are good or decent.',
				].join('\n'),
			);
			expect(examples.snapshot()).toEqual([...others, ...made]);
		});

		it('mails also when nothing is bad', async () => {
			const body = { data: { id: 1, url: 'https://example.com/', result: 'good' } };
			examples.sandbox.conditions.push({ method: 'POST', status: 201, body });
			await examples.editor.execute('weeklyDigest', 'Every Monday at 7');

			expect(examples.mail.mails.map(({ subject, text }) => [subject, text?.trim()])).toEqual([
				[
					'Web page report: 0 of 5 pages are bad',
					'Bad:\nNone.\n\nCould not be analysed:\nNone.\n\nThe other pages are good or decent.',
				],
			]);
		});

		it('mails also when every page fails', async () => {
			examples.sandbox.conditions.push({ method: 'POST', status: 422 });
			await examples.editor.execute('weeklyDigest', 'Every Monday at 7');

			expect(examples.mail.mails.map(({ subject }) => subject)).toEqual([
				'Web page report: 0 of 5 pages are bad, 5 could not be analysed',
			]);
			for (const url of PAGES) expect(examples.mail.mails[0]?.text).toContain(`- ${url}\n`);
		});
	});

	describe('daily-check-to-slack', () => {
		it('posts what got worse, of this project only', async () => {
			const worse = examples.store('https://example.com/about', { result: 'good' });
			const old = examples.store('https://example.com/about', {
				result: 'good',
				generated_at: OLD,
			});
			const better = examples.store('https://example.com/pricing', { result: 'bad' });
			const same = examples.store('https://example.com/products', {});
			const gone = examples.store('https://example.com/gone', { result: 'good' });
			examples.store('https://shop.example.com/about', { result: 'good' });
			const others = examples.snapshot().filter(({ project }) => project !== 'example.com');
			examples.sandbox.conditions.push({
				method: 'PUT',
				path: `/reports/${String(gone.id)}`,
				status: 500,
			});
			const { error } = await examples.editor.execute('dailyCheck', 'Every Day at 6');

			expect(error).toBeUndefined();
			expect(examples.slack.requests).toEqual([
				{
					call: 'POST /api/chat.postMessage',
					authorization: `Bearer ${TOKEN}`,
					body: expect.objectContaining({
						channel: '#web-pages',
					}) as object,
				},
			]);
			const [title, ...lines] = (examples.texts()[0] ?? '').split('\n');
			expect(title).toBe('These pages of example.com got worse:');
			expect(lines.sort()).toEqual([
				'• https://example.com/about: good → bad',
				`• https://example.com/gone: good → could not be analysed: The service could not update report ${String(gone.id)} (500): Something went wrong.`,
			]);
			expect([worse, better, same, gone, old].map(({ result }) => result)).toEqual([
				'bad',
				'decent',
				'bad',
				'good',
				'good',
			]);
			expect(examples.snapshot().filter(({ project }) => project !== 'example.com')).toEqual(
				others,
			);
		});

		it('posts nothing when nothing got worse, or nothing is known to compare with', async () => {
			const better = examples.store('https://example.com/pricing', { result: 'bad' });
			for (const [page, result] of [['about'], ['about?0', null], ['products', '85']]) {
				examples.store(`https://example.com/${String(page)}`, {
					result: result as Report['result'],
				});
			}
			const { error } = await examples.editor.execute('dailyCheck', 'Every Day at 6');

			expect(error).toBeUndefined();
			expect(better.result).toBe('decent');
			expect(examples.reports().at(-1)?.result).toBe('bad');
			expect(examples.slack.requests).toEqual([]);
		});

		it('posts after a Retry what Slack did not take', async () => {
			examples.store('https://example.com/about', { result: 'good' });
			examples.slack.isDown = () => true;
			const { error } = await examples.editor.execute('dailyCheck', 'Every Day at 6');
			expect(error?.message).toBeDefined();

			examples.slack.clear();
			examples.sandbox.requests.length = 0;
			await examples.retry('dailyCheck');
			expect(examples.texts()).toEqual([
				'These pages of example.com got worse:\n• https://example.com/about: good → bad',
			]);
			expect(examples.sandbox.requests).toEqual([]);
		});

		it('notifies nobody, and names 50 pages', async () => {
			for (let at = 0; at < 60; at++) {
				examples.store(`https://example.com/?a&b=<!channel>${'x'.repeat(at)}`, { result: 'good' });
			}
			examples.sandbox.conditions.push({ method: 'PUT', status: 500 });
			await examples.editor.execute('dailyCheck', 'Every Day at 6');

			const [text = '', ...more] = examples.texts();
			const lines = text.split('\n');
			expect(more).toEqual([]);
			expect(lines.filter((line) => line.startsWith('• '))).toHaveLength(50);
			expect(lines[1]).toMatch(
				/^• https:\/\/example\.com\/\?a&amp;b=&lt;!channel&gt;x*: good → could not be analysed: The service could not update report \d+ \(500\): Something went wrong\.$/,
			);
			expect(lines.at(-1)).toBe('… and 10 more');
		});
	});

	it.each([
		['dailyCheck', 'Every Day at 6'],
		['rerunResults', 'When clicking ‘Execute workflow’'],
	])('ends %s with an error when there is no such project', async (id, trigger) => {
		examples.store('https://shop.example.com/about', {});
		const { error } = await examples.editor.execute(id, trigger);
		expect(error?.message).toContain('There is no report in the project "example.com".');
	});

	it('makes old public reports private', async () => {
		const DAY = 24 * 60 * 60 * 1000;
		const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
		// More than one page of the list
		const old = Array.from({ length: 101 }, (_, index) =>
			examples.store(`https://example.com/${String(index)}`, {
				privacy: 0,
				generated_at: daysAgo(91),
			}),
		);
		examples.store('https://example.com/new', { privacy: 0, generated_at: daysAgo(89) });
		examples.store('https://example.com/private', { privacy: 1, generated_at: daysAgo(91) });
		examples.store('https://example.com/password', {
			privacy: 2,
			password: 'x',
			generated_at: daysAgo(91),
		});
		const isOld = ({ id }: Report) => old.some((report) => report.id === id);
		const others = examples.snapshot().filter((report) => !isOld(report));
		const { error } = await examples.editor.execute('makePrivate', 'Every Night at 3');

		expect(error).toBeUndefined();
		expect(old.map(({ privacy }) => privacy)).toEqual(old.map(() => 1));
		expect(examples.snapshot().filter((report) => !isOld(report))).toEqual(others);
	});

	it('re-runs the results of a project', async () => {
		const renewed = [
			examples.store('https://example.com/', { result: 'bad' }),
			examples.store('https://example.com/about', { result: 'good' }),
			examples.store('https://example.com/pricing', { result: 'good' }),
			examples.store('https://example.com/products', { result: 'good' }),
		];
		const failing = examples.store('https://example.com/gone', { result: 'bad' });
		examples.store('https://example.com/about', { result: 'good', generated_at: OLD });
		examples.store('https://shop.example.com/about', { result: 'good' });
		const others = examples
			.snapshot()
			.filter(({ id }) => renewed.every((report) => report.id !== id));
		examples.sandbox.conditions.push({
			method: 'PUT',
			path: `/reports/${String(failing.id)}`,
			status: 500,
		});
		const result = await examples.editor.execute(
			'rerunResults',
			'When clicking ‘Execute workflow’',
		);

		expect(result.error).toBeUndefined();
		expect(itemsOf(result, 'Summary')).toEqual([
			{
				project: 'example.com',
				renewed: 4,
				failed: 1,
				good: 1,
				decent: 1,
				bad: 2,
				problems: [
					`The service could not update report ${String(failing.id)} (500): Something went wrong. – Report ${String(failing.id)} may have been analysed again. Check the date of its results with Get before you run this item again.`,
				],
			},
		]);
		expect(renewed.map(({ result }) => result)).toEqual(['good', 'bad', 'decent', 'bad']);
		expect(
			examples.snapshot().filter(({ id }) => renewed.every((report) => report.id !== id)),
		).toEqual(others);
	});
});
