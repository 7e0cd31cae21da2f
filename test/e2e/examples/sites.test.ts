import { gzipSync } from 'node:zlib';

import { PAGES, useExamples } from './examplesStage';

const examples = useExamples('examples-of-sites');

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

describe('audit-of-a-sitemap', () => {
	const PATH = '/sitemap.xml';

	const locations = (tag: string, urls: string[]) =>
		urls
			.map((url) => `<${tag}>\n<loc> ${url} </loc><lastmod>2026-01-01</lastmod></${tag}>`)
			.join('\n');

	const pages = (...urls: string[]) =>
		`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations('url', urls)}</urlset>`;

	const index = (...urls: string[]) =>
		`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations('sitemap', urls)}</sitemapindex>`;

	/** One more night, of which only what happens in it counts. */
	const run = async (id = 'auditSitemap') => {
		examples.sandbox.requests.length = 0;
		examples.slack.requests.length = 0;
		return await examples.editor.execute(id, 'Every Night at 2');
	};

	const withSettings = async (settings: Record<string, unknown>) =>
		await examples.copy('audit-of-a-sitemap', 'Settings', settings);

	const many = (count: number) =>
		Array.from({ length: count }, (_, at) => `https://example.com/page/${String(at)}`);

	/** The pages that it has had analysed. */
	const analysed = () =>
		examples.sandbox.requests.flatMap(({ method, body }) =>
			method === 'POST' ? [body.url ?? ''] : [],
		);

	it('leaves out the pages that have a new report', async () => {
		examples.site.set(PATH, pages(...PAGES, 'https://example.com/about/'));
		examples.store('https://example.com/', { generated_at: daysAgo(29) });
		examples.store('https://example.com/pricing/', { generated_at: daysAgo(29) });
		examples.store('https://example.com/about', { generated_at: daysAgo(31) });
		examples.store('https://example.com/products', { generated_at: daysAgo(90) });
		examples.store('https://example.com/products', { generated_at: daysAgo(2) });
		examples.store('https://shop.example.com/contact', { generated_at: daysAgo(1) });
		const { error } = await run();

		expect(error).toBeUndefined();
		expect(analysed().sort()).toEqual(['https://example.com/about', 'https://example.com/contact']);
		expect(examples.texts()).toEqual([
			[
				'*https://example.com/sitemap.xml*: 2 pages analysed, 0 wait for the next runs.',
				'• bad: https://example.com/about',
			].join('\n'),
		]);

		expect((await run()).error).toBeUndefined();
		expect(analysed()).toEqual([]);
		expect(examples.texts()).toEqual([]);
	});

	it('works where there is no report yet, and names what failed', async () => {
		examples.site.set(PATH, pages(...PAGES));
		examples.sandbox.conditions.push({
			method: 'POST',
			times: 1,
			status: 422,
			body: { message: 'No such page.' },
		});
		expect((await run()).error).toBeUndefined();

		expect(analysed()).toHaveLength(5);
		const made = examples.addressesOf('example.com');
		const [failed = '', ...rest] = PAGES.filter((url) => !made.includes(url));
		expect(rest).toEqual([]);
		const [text = '', ...more] = examples.texts();
		expect(more).toEqual([]);
		expect(text).toMatch(/: 4 pages analysed, 1 wait for the next runs\.\n/);
		expect(text).toMatch(
			/\n• could not be analysed \(1\): The service rejected the input \(422\): No such page\. \S.*\n/,
		);
		expect(text.split('\n')).toContain(failed);
	});

	it('analyses at most 20 a run, the rest in the next', async () => {
		const all = many(45);
		examples.site.set(PATH, pages(...all));
		const seen: string[] = [];
		for (const [count, waiting] of [
			[20, 25],
			[20, 5],
			[5, 0],
		] as const) {
			expect((await run()).error).toBeUndefined();
			expect(analysed()).toHaveLength(count);
			seen.push(...analysed());
			expect(examples.texts()[0]).toContain(
				`${String(count)} pages analysed, ${String(waiting)} wait for the next runs.`,
			);
		}
		expect([...seen].sort()).toEqual([...all].sort());
		// Not in the order of the sitemap
		expect(seen.slice(0, 20)).not.toEqual(all.slice(0, 20));
	});

	it('follows an index of sitemaps', async () => {
		examples.site.set(PATH, index('https://example.com/a.xml', 'https://example.com/b.xml'));
		examples.site.set('/a.xml', pages('https://example.com/about'));
		examples.site.set('/b.xml', pages('https://example.com/pricing', 'https://example.com/'));
		expect((await run()).error).toBeUndefined();
		expect(analysed().sort()).toEqual([
			'https://example.com/',
			'https://example.com/about',
			'https://example.com/pricing',
		]);
	});

	it('takes pages without a report first, then the oldest, but lets no failures block the others', async () => {
		const [unseen, failing, old] = [many(15), many(45).slice(15, 40), many(45).slice(40)];
		examples.site.set(PATH, pages(...old, ...failing, ...unseen));
		for (const url of failing) examples.store(url, { generated_at: daysAgo(90) });
		for (const url of old) examples.store(url, { generated_at: daysAgo(31) });
		expect((await run()).error).toBeUndefined();
		// What comes by chance is one of four
		const ofUnseen = analysed().filter((url) => unseen.includes(url)).length;
		expect(ofUnseen).toBeGreaterThan(8);

		const { data } = examples.sandbox;
		const create = data.create.bind(data);
		jest.spyOn(data, 'create').mockImplementation((url, ...rest) => {
			if (!failing.includes(url)) return create(url, ...rest);
			throw Object.assign(new Error('No such page.'), { statusCode: 422 });
		});
		const seen = new Set(analysed());
		for (let night = 0; night < 30 && ![...unseen, ...old].every((url) => seen.has(url)); night++) {
			await run();
			for (const url of analysed()) seen.add(url);
		}
		jest.restoreAllMocks();
		expect([...seen]).toEqual(expect.arrayContaining([...unseen, ...old]));
	});

	it.each([-1, 0, ''])('analyses one page a run where mostPerRun is "%s"', async (mostPerRun) => {
		examples.site.set(PATH, pages(...many(3)));
		await run(await withSettings({ mostPerRun, days: 30 }));
		expect(analysed()).toHaveLength(1);
	});

	it('analyses the pages of other hosts, and those with capital letters, once', async () => {
		const all = ['https://example.com/a', 'https://blog.example.org/b', 'https://EXAMPLE.com/C'];
		examples.site.set(PATH, pages(...all));
		expect((await run()).error).toBeUndefined();
		expect(analysed().sort()).toEqual([
			'https://blog.example.org/b',
			'https://example.com/C',
			'https://example.com/a',
		]);
		expect((await run()).error).toBeUndefined();
		expect(analysed()).toEqual([]);
		examples.sandbox.data.deleteProject('blog.example.org');
	});

	it.each([
		['no', null],
		['an empty', ''],
		['an unreadable', 'yesterday'],
		['a new Unix', Math.floor(Date.now() / 1000)],
	])('leaves out a page whose report has %s date', async (_, generated_at) => {
		examples.site.set(PATH, pages('https://example.com/a', 'https://example.com/b'));
		examples.store('https://example.com/a', { generated_at: generated_at as string });
		examples.store('https://example.com/b', { generated_at: 1767225600 as unknown as string });
		const { error } = await run(await withSettings({ days: 1 }));
		expect(error).toBeUndefined();
		expect(analysed()).toEqual(['https://example.com/b']);
	});

	it('names what failed by cause, with no more than ten pages, and notifies nobody', async () => {
		examples.site.set(PATH, pages(...many(14), 'https://example.com/&lt;!channel&gt;'));
		examples.sandbox.conditions.push({
			method: 'POST',
			status: 422,
			body: { message: 'Quota used up <!channel> & more' },
		});
		expect((await run()).error).toBeUndefined();
		const [text = ''] = examples.texts();
		const [first, cause, ...urls] = text.split('\n');
		expect(first).toContain(': 0 pages analysed, 15 wait for the next runs.');
		expect(cause).toContain('• could not be analysed (15): The service rejected the input (422): ');
		expect(cause).toContain('Quota used up &amp; more');
		expect(urls).toHaveLength(10);
		expect(urls[9]).toMatch(/ … and 5 more$/);
		expect(text).not.toMatch(/[<>]/);
	});

	it('names 50 bad pages at most, and says when it does not know a result', async () => {
		examples.site.set(PATH, pages(...many(60)));
		const { data } = examples.sandbox;
		const create = data.create.bind(data);
		let made = 0;
		jest.spyOn(data, 'create').mockImplementation((...args) => {
			made += 1;
			return Object.assign(create(...args), { result: made > 55 ? null : 'bad' });
		});
		const { error } = await run(await withSettings({ mostPerRun: 100 }));
		jest.restoreAllMocks();
		expect(error).toBeUndefined();
		const [text = ''] = examples.texts();
		expect(text.match(/^• bad: /gm)).toHaveLength(50);
		expect(text).toContain('\n… and 5 more that are bad\n');
		expect(text).toContain('• 5 have a result that is not good, decent or bad: change Message');
	});

	it('posts the message again on Retry, without analysing again', async () => {
		examples.site.set(PATH, pages('https://example.com/about'));
		examples.slack.isDown = () => true;
		expect((await run()).error).toBeDefined();
		expect(analysed()).toHaveLength(1);
		expect(examples.texts()).toHaveLength(3);

		examples.slack.clear();
		await examples.retry('auditSitemap');
		expect(examples.texts()).toEqual([
			expect.stringContaining('• bad: https://example.com/about') as string,
		]);
		expect(analysed()).toHaveLength(1);
	});

	it('names the sitemaps of an index that cannot be read, and goes on with the others', async () => {
		const at = (name: string) => `https://example.com/${name}`;
		const children = ['none.xml', 'page.html', 'empty.xml', 'index.xml', 'a.xml.gz', 'a.xml'];
		examples.site.set(PATH, index(...children.map(at)));
		examples.site.set('/page.html', '<!doctype html><p>Not here<br>');
		examples.site.set('/empty.xml', pages());
		examples.site.set('/index.xml', index(at('a.xml')));
		examples.site.set('/a.xml.gz', gzipSync('x').toString('latin1'));
		const withoutLoc = '<url><lastmod>2026-01-01</lastmod></url><url><loc>/b</loc></url></urlset>';
		examples.site.set('/a.xml', pages(at('a')).replace('</urlset>', withoutLoc));
		expect((await run()).error).toBeUndefined();
		expect(analysed()).toEqual([at('a')]);

		const [text = ''] = examples.texts();
		for (const [cause, address] of [
			['It could not be loaded: .*(404|could not be found).*', at('none.xml')],
			['It is not XML with &lt;urlset&gt;\\.', at('page.html')],
			['An index inside an index is not read\\.', at('index.xml')],
			['Compressed sitemaps \\(\\.gz\\) are not read\\.', at('a.xml.gz')],
			['It is not a full address with https://\\.', '/b'],
		] as const) {
			expect(text).toMatch(
				new RegExp(
					`^• could not be read \\(1\\): ${cause}\\n${address.replaceAll('.', '\\.')}$`,
					'm',
				),
			);
		}
		expect(text).not.toContain('empty.xml');
	});

	it('reads what the XML of a sitemap can hold', async () => {
		examples.site.set(
			PATH,
			pages('https://example.com/?a=1&amp;b=2', '<![CDATA[https://example.com/?c=1&d=2]]>').replace(
				'<url>',
				'<!-- <url><loc>https://example.com/no</loc></url> --><url><image:loc>https://example.com/i.png</image:loc>',
			),
		);
		expect((await run()).error).toBeUndefined();
		expect(analysed().sort()).toEqual([
			'https://example.com/?a=1&b=2',
			'https://example.com/?c=1&d=2',
		]);
	});

	it('says so when no sitemap of an index can be read', async () => {
		examples.site.set(PATH, index('https://example.com/none.xml'));
		const { error } = await run();
		expect(error?.message).toContain('No page could be read from example.com/sitemap.xml.');
		expect(error?.message).toContain('example.com/none.xml – ');
	});

	it.each([
		['a list', pages('https://example.com/a').replace('</urlset>', '')],
		['an index', index('https://example.com/a.xml').replace('</sitemapindex>', '')],
	])('says so when the XML of %s is broken', async (_, answer) => {
		examples.site.set(PATH, answer);
		const { error } = await run();
		expect(error?.message).toContain('example.com/sitemap.xml');
		expect(error?.message).toMatch(
			/XML (of \S+ )?is broken(,| –) <\/(urlset|sitemapindex)> is missing\./,
		);
		expect(analysed()).toEqual([]);
	});

	it.each([
		['no XML', '<!doctype html><p>Hello<br>', '<!doctype html><p>Hello<br>'],
		['a sitemap without pages', pages(), '<?xml version="1.0" encoding="UTF-8"?>'],
		['an empty answer', '', 'It begins with: (nothing)'],
	])('says so when it is %s', async (_, answer, says) => {
		examples.site.set(PATH, answer);
		const { error } = await run();
		expect(error?.message).toContain(
			'https://example.com/sitemap.xml is not a sitemap with pages. Open it in a browser:',
		);
		expect(error?.message).toContain(says);
		expect(analysed()).toEqual([]);
	});

	it('ends with an error when there is no sitemap', async () => {
		expect((await run()).error?.message).toMatch(/could not be found|404/);
		expect(analysed()).toEqual([]);
	});
});

describe('monthly-report-for-a-client', () => {
	const run = async () =>
		await examples.editor.execute('monthlyReport', 'On the First of the Month');

	/** What the subject of a mail says that leaves today. */
	const month = new Date(Date.now() - 24 * 60 * 60 * 1000).toLocaleString('en', {
		month: 'long',
		year: 'numeric',
	});

	const SUBJECT = `Web pages of Example Ltd: report for ${month}`;

	/** The rows of the table in the mail. */
	const rows = () =>
		[...String(examples.mail.mails[0]?.html).matchAll(/<tr>(<td.*?)<\/tr>/g)].map(
			([, cells = '']) => [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell),
		);

	beforeEach(() => {
		const results = (...failed: string[]) =>
			Object.fromEntries(
				['title', 'page_size', 'https'].map((check) => [
					check,
					{ passed: !failed.includes(check), importance: 'high' as const },
				]),
			);
		examples.store('https://example.com/', { result: 'good', results: results() });
		examples.store('https://example.com/about', { result: 'bad', generated_at: daysAgo(3) });
		examples.store('https://example.com/about', { result: 'good', results: results() });
		examples.store('https://example.com/search?a=1&b=<b>', {
			result: 'decent',
			results: results('title'),
		});
		examples.store('https://example.com/pricing', {
			result: 'bad',
			results: results('title', 'page_size'),
		});
		examples.store('https://example.com/old', { result: 'bad', generated_at: daysAgo(36) });
		examples.store('https://shop.example.com/', { result: 'bad' });
	});

	it('mails the figures, the worst pages and a summary', async () => {
		examples.model.script.push('Two pages are fine.\nMend <b>pricing</b> first.');
		expect((await run()).error).toBeUndefined();

		const [mail, ...more] = examples.mail.mails;
		expect(more).toEqual([]);
		expect(mail).toEqual(
			expect.objectContaining({ subject: SUBJECT, recipients: ['client@example.com'] }),
		);
		const html = String(mail?.html);
		expect([...html.matchAll(/>(\d+ \w+)<\/b>/g)].map(([, figure]) => figure)).toEqual([
			'2 good',
			'1 decent',
			'1 bad',
		]);
		expect(html).toContain('<p>Two pages are fine.<br>Mend &lt;b>pricing&lt;/b> first.</p>');
		expect(rows()).toEqual([
			['https://example.com/pricing', 'bad', 'title, page size'],
			['https://example.com/search?a=1&amp;b=&lt;b>', 'decent', 'title'],
		]);

		expect(examples.model.requests).toHaveLength(1);
		const asked = JSON.stringify(examples.model.requests[0]?.body.messages);
		expect(asked).toContain('Good: 2, decent: 1, bad: 1');
		expect(asked).toContain('- https://example.com/pricing (bad): title, page size');
		expect(asked).not.toContain('https://example.com/old');
		// It only reads
		expect(new Set(examples.sandbox.requests.map(({ method }) => method))).toEqual(
			new Set(['GET']),
		);
	});

	it('mails without a summary when the model fails', async () => {
		expect((await run()).error).toBeUndefined();
		expect(examples.model.requests.length).toBeGreaterThan(0);
		expect(examples.mail.mails).toHaveLength(1);
		expect(rows()).toHaveLength(2);
		expect(String(examples.mail.mails[0]?.html)).not.toContain('<p></p>');
	});

	it('names the ten worst pages of many, and no page when all are good', async () => {
		for (let at = 0; at < 12; at++) {
			examples.store(`https://example.com/${String(at)}`, { result: 'bad' });
		}
		examples.model.script.push('Much to do.', 'Well done.');
		await run();
		expect(rows().map(([, result]) => result)).toEqual(Array.from({ length: 10 }, () => 'bad'));

		examples.mail.mails.length = 0;
		for (const report of examples.reports()) report.result = 'good';
		await run();
		expect(rows()).toEqual([]);
		expect(String(examples.mail.mails[0]?.html)).toContain('All pages are good.');
	});

	it.each(['example.com', 'www.example.com', 'no such project'])(
		'mails nothing, and says so, for a project without a new report: %s',
		async (project) => {
			examples.clear();
			examples.store('https://example.com/old', { result: 'bad', generated_at: daysAgo(36) });
			const id = await examples.copy('monthly-report-for-a-client', 'Client', { project });
			const { error } = await examples.editor.execute(id, 'On the First of the Month');
			expect(error?.message).toContain(
				`There is no report of the project ${project} that is newer than 35 days, so no mail was sent.`,
			);
			expect(examples.mail.mails).toEqual([]);
			expect(examples.model.requests).toEqual([]);
		},
	);

	it.each([null, 85, 'Good'])('mails nothing when a result is %s', async (result) => {
		examples.store('https://example.com/new', { result: result as 'good' });
		const { error } = await run();
		expect(error?.message).toContain(
			'1 of 5 reports have a result that is not good, decent or bad, so no mail was sent.',
		);
		expect(examples.mail.mails).toEqual([]);
		expect(examples.model.requests).toEqual([]);
	});

	it('counts a Unix date, and leaves out a report without one', async () => {
		const now = Math.floor(Date.now() / 1000);
		for (const generated_at of [null, undefined, '', 'yesterday', now]) {
			examples.store(`https://example.com/${String(generated_at)}`, {
				result: 'good',
				generated_at: generated_at as string,
			});
		}
		expect((await run()).error).toBeUndefined();
		expect(String(examples.mail.mails[0]?.html)).toContain('>3 good</b>');
	});

	it('writes the name of the client and the words of the model as they are', async () => {
		examples.model.script.push('**Mend** pricing.');
		const client = 'Smith & Sons <Ltd>';
		const id = await examples.copy('monthly-report-for-a-client', 'Client', { client });
		await examples.editor.execute(id, 'On the First of the Month');
		const [mail] = examples.mail.mails;
		expect(mail?.subject).toContain('Web pages of Smith & Sons <Ltd>: report');
		expect(mail?.html).toContain('<h2>Web pages of Smith &amp; Sons &lt;Ltd>: report');
		expect(mail?.html).toContain('<p>Mend pricing.</p>');
		expect(JSON.stringify(examples.model.requests[0]?.body.messages)).toContain('without Markdown');
	});
});
