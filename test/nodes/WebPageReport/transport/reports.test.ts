import type { IDataObject } from 'n8n-workflow';

import type { Creation } from '../../../../nodes/WebPageReport/transport/creation';
import { Reports } from '../../../../nodes/WebPageReport/transport/reports';

const NOON = Date.UTC(2026, 10, 21, 12);

const PAGE = 'https://example.com/a';

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

/** A timestamp of a service whose clock is right, so many milliseconds after noon. */
const at = (milliseconds: number) => new Date(NOON + milliseconds).toISOString();

function begin(reports: Reports, url = PAGE, privacy = '1'): Creation {
	const creation = reports.begin({ resource: 'report', operation: 'create', url, privacy });
	reports.leave(creation);
	return creation;
}

/** Creates a report that gets an answer. */
function create(reports: Reports, report: IDataObject, url = 'https://example.com/other') {
	reports.end(begin(reports, url), { url, ...report });
}

const found = (report: IDataObject) => ({ report });

let reports: Reports;

beforeEach(() => {
	jest.useFakeTimers({ now: NOON });
	reports = new Reports();
});

afterEach(() => {
	jest.useRealTimers();
});

describe('by its ID, a report', () => {
	it.each<[string, number | string, number | string]>([
		['numbers', 7, 8],
		['numbers as texts', '9', '10'],
		['numbers as texts of different lengths', '99', '100'],
		['long numbers', '9007199254740993', '9007199254740994'],
		['a number after a text', '7', 8],
	])('is found that is newer than all that were known: %s', (_, known, id) => {
		create(reports, { id: known });
		const creation = begin(reports);
		const report = { id, url: PAGE };
		expect(reports.find(creation, [report])).toEqual(found(report));
	});

	it.each([7, 6, '6', '07'])(
		'is not found where %j is not higher than the 7 that was known',
		(id) => {
			create(reports, { id: 7 });
			expect(reports.find(begin(reports), [{ id, url: PAGE }])).toBe('missing');
		},
	);

	it('is found among older ones on its page', () => {
		create(reports, { id: 7 });
		const report = { id: 8, url: PAGE };
		const rows = [report, { id: 5, url: PAGE }, { id: 2, url: PAGE }];
		expect(reports.find(begin(reports), rows)).toEqual(found(report));
	});

	it('is missing where there are only older ones on its page', () => {
		create(reports, { id: 7 });
		expect(reports.find(begin(reports), [{ id: 5, url: PAGE }])).toBe('missing');
	});

	it('cannot be told where nothing was known', () => {
		expect(reports.find(begin(reports), [{ id: 8, url: PAGE }])).toBe('uncertain');
	});

	it('cannot be told where the newest was seen long before', () => {
		create(reports, { id: 7 });
		jest.setSystemTime(NOON + 1_000);
		expect(reports.find(begin(reports), [{ id: 8, url: PAGE }])).toBe('uncertain');
	});

	it('cannot be told where the newest was long in the making: others may have come since', () => {
		const slow = begin(reports, 'https://example.com/slow');
		jest.setSystemTime(NOON + 1_000);
		reports.end(slow, { id: 7 });
		expect(reports.find(begin(reports), [{ id: 8, url: PAGE }])).toBe('uncertain');
	});

	it('is found where the newest was seen just before', () => {
		create(reports, { id: 7 });
		jest.setSystemTime(NOON + 999);
		const report = { id: 8, url: PAGE };
		expect(reports.find(begin(reports), [report])).toEqual(found(report));
	});

	it('cannot be told where a higher ID has been an older report once', () => {
		create(reports, { id: 7 });
		create(reports, { id: 3 });
		expect(reports.find(begin(reports), [{ id: 8, url: PAGE }])).toBe('uncertain');
	});

	it('counts from when the request left last, not from when it waited', () => {
		const [creation, again] = [begin(reports), begin(reports)];
		create(reports, { id: 7 });
		expect(reports.find(creation, [{ id: 8, url: PAGE }])).toBe('uncertain');
		reports.fail(creation);
		reports.leave(again);
		expect(reports.find(again, [{ id: 6, url: PAGE }])).toBe('missing');
		expect(reports.find(again, [{ id: 8, url: PAGE }])).toHaveProperty('report');
	});
});

describe.each([0, HOUR, -HOUR])('by its time, on a clock %d ms ahead, a report', (ahead) => {
	const uuid = 'e2a4c6d8-0000-4000-8000-000000000001';
	const told = (milliseconds: number) => at(ahead + milliseconds);

	/** What is found ten seconds later. */
	const later = (creation: Creation, rows: IDataObject[]) => {
		jest.setSystemTime(NOON + 15_000);
		const finding = reports.find(creation, rows);
		jest.setSystemTime(NOON + 5_000);
		reports.fail(creation);
		return finding;
	};

	beforeEach(() => {
		reports.clock.hear(new Date(NOON + ahead).toUTCString(), NOON, NOON + 50);
		jest.setSystemTime(NOON + 5_000);
	});

	it.each(['created_at', 'generated_at'])('is found that is later: %s', (field) => {
		const report = { id: uuid, url: PAGE, [field]: told(9_000) };
		expect(later(begin(reports), [report])).toEqual(found(report));
		expect(later(begin(reports), [{ ...report, [field]: told(HOUR) }])).toBe('uncertain');
	});

	it.each([
		[-15 * HOUR, 'missing'],
		[-1_000, 'uncertain'],
		// As far away as zones are from each other
		[-HOUR, 'uncertain'],
		[-HOUR - 14 * MINUTE, 'missing'],
		// Nobody knows how far the clock that it goes by is behind
		[-8 * MINUTE, 'uncertain'],
		[-11 * MINUTE, 'missing'],
	])(
		'is missing where the newest is earlier for certain, in whatever zone: %d ms',
		(time, finding) => {
			const report = { id: uuid, url: PAGE, generated_at: told(5_000 + time) };
			expect(reports.find(begin(reports), [report])).toBe(finding);
		},
	);

	it('is missing where another proves that the zone is right', () => {
		const report = { id: uuid, url: PAGE, generated_at: told(-HOUR) };
		const other = { id: 'x', url: 'https://other.example', generated_at: told(-5 * MINUTE) };
		expect(reports.find(begin(reports), [report])).toBe('uncertain');
		expect(reports.find(begin(reports), [report, other])).toBe('missing');
	});

	it('is not missing because of a time of the future', () => {
		const report = { id: uuid, url: PAGE, generated_at: told(-HOUR) };
		const odd = { id: 'x', url: 'https://other.example', generated_at: told(5 * HOUR) };
		expect(reports.find(begin(reports), [report, odd])).toBe('uncertain');
	});

	it('is missing where all are earlier on a clock that is proven', () => {
		const earlier = { id: uuid, url: PAGE, generated_at: told(1_000) };
		expect(reports.find(begin(reports), [earlier])).toBe('uncertain');
		create(reports, { id: 'own', created_at: told(5_000) });
		expect(reports.find(begin(reports), [earlier])).toBe('missing');
	});

	it('cannot be told within the same second, where the clocks do not agree', () => {
		const report = { id: uuid, url: PAGE, generated_at: told(5_200) };
		const finding = ahead === 0 ? found(report) : 'uncertain';
		expect(reports.find(begin(reports), [report])).toEqual(finding);
	});

	it('is the only one of several that is later', () => {
		const report = { id: uuid, url: PAGE, generated_at: told(9_000) };
		const older = { id: 'x', url: PAGE, generated_at: told(-9_000) };
		expect(later(begin(reports), [older, report])).toEqual(found(report));
	});

	it('cannot be told where one on its page has no time', () => {
		const report = { id: uuid, url: PAGE, generated_at: told(9_000) };
		expect(reports.find(begin(reports), [report, { id: 'x', url: PAGE }])).toBe('uncertain');
	});

	it('cannot be told where its ID and its time contradict each other, or its times', () => {
		create(reports, { id: 7 });
		const lower = { id: 6, url: PAGE, generated_at: told(9_000) };
		expect(later(begin(reports), [lower])).toBe('uncertain');
		const earlier = { id: 8, url: PAGE, generated_at: told(1_000) };
		expect(reports.find(begin(reports), [earlier])).toBe('uncertain');
		const renewed = { id: uuid, url: PAGE, created_at: told(1_000), generated_at: told(9_000) };
		expect(later(begin(reports), [renewed])).toBe('uncertain');
	});
});

describe('never somebody else’s:', () => {
	beforeEach(() => {
		create(reports, { id: 7 });
	});

	it('the same page twice in one run, whose other report is known', () => {
		const lost = begin(reports);
		create(reports, { id: 8 }, PAGE);
		expect(reports.find(lost, [{ id: 8, url: PAGE }])).toBe('missing');
		expect(reports.find(lost, [{ id: '8', url: PAGE }])).toBe('missing');
		const report = { id: 9, url: PAGE };
		expect(reports.find(lost, [report, { id: 8, url: PAGE }])).toEqual(found(report));
	});

	it('the same page in two runs at once, both lost', () => {
		const [first, second] = [begin(reports), begin(reports)];
		const report = { id: 8, url: PAGE };
		expect(reports.find(first, [report])).toBe('uncertain');
		expect(reports.find(second, [report])).toBe('uncertain');
		expect(reports.find(second, [{ id: 9, url: PAGE }, report])).toBe('uncertain');
	});

	it('another create on the page that is still open', () => {
		const lost = begin(reports);
		const open = begin(reports);
		const report = { id: 8, url: PAGE };
		expect(reports.find(lost, [report])).toBe('uncertain');
		// Its answer does not say which one it has brought
		reports.end(open);
		expect(reports.find(lost, [report])).toBe('uncertain');
		reports.fail(open);
		expect(reports.find(lost, [report])).toEqual(found(report));
	});

	it('but one that was lost ten minutes ago does not stand in the way any more', () => {
		begin(reports);
		jest.setSystemTime(NOON + 600_001);
		create(reports, { id: 8 });
		const report = { id: 9, url: PAGE };
		expect(reports.find(begin(reports), [report])).toEqual(found(report));
	});

	it('an open create on another page does not stand in the way', () => {
		const lost = begin(reports);
		begin(reports, 'https://example.com/b');
		const report = { id: 8, url: PAGE };
		expect(reports.find(lost, [report])).toEqual(found(report));
	});

	it('two that are new', () => {
		const rows = [
			{ id: 9, url: PAGE },
			{ id: 8, url: PAGE },
		];
		expect(reports.find(begin(reports), rows)).toBe('uncertain');
	});

	it('one that was found is not found again', () => {
		const [first, second] = [begin(reports), begin(reports)];
		reports.end(first, { id: 8, url: PAGE });
		expect(reports.find(second, [{ id: 8, url: PAGE }])).toBe('missing');
	});

	it.each([
		[2, 'uncertain'],
		['0', 'uncertain'],
		['', 'uncertain'],
	])('one with the privacy %j, where 1 was asked for', (privacy, finding) => {
		expect(reports.find(begin(reports), [{ id: 8, url: PAGE, privacy }])).toBe(finding);
	});

	it.each([1, '1', undefined])('but one with the privacy %j is the own one', (privacy) => {
		const report = { id: 8, url: PAGE, privacy };
		expect(reports.find(begin(reports), [report])).toEqual(found(report));
	});

	it.each([
		['https://example.com/ab', 'uncertain'],
		['https://example.com/a?b', 'uncertain'],
		['https://example.com/a/?b', 'uncertain'],
		['https://www.example.com/a', 'uncertain'],
		['https://example.com/A', 'uncertain'],
		['', 'uncertain'],
		[undefined, 'uncertain'],
		['https://de.example.com/a', 'uncertain'],
		['https://other.example/a', 'missing'],
	])('one on %j: a service may keep another address of the page', (url, finding) => {
		expect(reports.find(begin(reports), [{ id: 8, url }])).toBe(finding);
		expect(reports.find(begin(reports), [{ id: 6, url }])).toBe('missing');
	});

	it('but one on the page of another open create is that of it', () => {
		const report = { id: 8, url: 'https://example.com/b' };
		expect(reports.find(begin(reports), [report])).toBe('uncertain');
		begin(reports, 'https://example.com/b');
		expect(reports.find(begin(reports), [report])).toBe('missing');
	});

	it('one that was seen once, and is not shown any more', () => {
		const lost = begin(reports);
		const seen = { id: 8, url: PAGE, privacy: 2 };
		expect(reports.find(lost, [seen])).toBe('uncertain');
		expect(reports.find(lost, [])).toBe('uncertain');
		// That of another item, as has turned out
		reports.end(begin(reports), { id: 8 });
		expect(reports.find(lost, [])).toBe('missing');
	});

	it('one that was older at another look, and has new results since', () => {
		reports.clock.hear(new Date(NOON).toUTCString(), NOON, NOON);
		const lost = begin(new Reports());
		const renewed = { id: 'x', url: PAGE, generated_at: at(-15 * HOUR) };
		expect(reports.find(lost, [renewed])).toBe('missing');
		jest.setSystemTime(NOON + 20_000);
		const after = { ...renewed, generated_at: at(9_000) };
		expect(reports.find(lost, [after])).toBe('missing');
	});

	it('one that an item has analysed again', () => {
		const lost = begin(reports);
		reports.know('8');
		expect(reports.find(lost, [{ id: 8, url: PAGE }])).toBe('missing');
	});

	it.each([
		'HTTPS://EXAMPLE.com/a',
		'https://example.com:443/a',
		' https://example.com/a ',
		'https://example.com/a/',
		'https://example.com/a#b',
		'http://example.com/a',
		'example.com/a',
	])('but %j is a spelling of the same address', (url) => {
		const report = { id: 8, url };
		expect(reports.find(begin(reports), [report])).toEqual(found(report));
		expect(reports.find(begin(reports, url), [{ ...report, url: PAGE }])).toBe('uncertain');
	});
});

describe('where it cannot be told', () => {
	it.each([{}, { id: null }, { id: '' }])('no IDs: %j', (none) => {
		reports.clock.hear(new Date(NOON).toUTCString(), NOON, NOON);
		const report = { url: PAGE, generated_at: at(9_000), ...none };
		expect(reports.find(begin(reports), [report])).toBe('uncertain');
		create(reports, { generated_at: at(1_000), ...none });
		expect(reports.find(begin(reports), [report])).toBe('uncertain');
	});

	it('but an earlier one without an ID is not the one', () => {
		reports.clock.hear(new Date(NOON).toUTCString(), NOON, NOON);
		const report = { url: PAGE, generated_at: at(-15 * HOUR) };
		expect(reports.find(begin(reports), [report])).toBe('missing');
	});

	it.each([
		['no timestamps', undefined],
		['timestamps without a zone', '2026-11-21 12:00:09'],
		['timestamps that are none', 'today'],
	])('no order of IDs and %s', (_, generated_at) => {
		reports.clock.hear(new Date(NOON).toUTCString(), NOON, NOON);
		const report = { id: 'abc', url: PAGE, generated_at };
		expect(reports.find(begin(reports), [report])).toBe('uncertain');
	});

	it('nothing on the site is missing, whatever else there is', () => {
		expect(reports.find(begin(reports), [])).toBe('missing');
		expect(reports.find(begin(reports), [{ id: 8, url: 'https://other.example' }])).toBe('missing');
	});
});

it('the own reports are remembered, the last ten thousand of them', () => {
	const lost = begin(reports);
	create(reports, { id: 'first' }, PAGE);
	for (let index = 1; index < 10_000; index++) create(reports, { id: `id-${String(index)}` });
	expect(reports.find(lost, [{ id: 'first', url: PAGE }])).toBe('missing');
	create(reports, { id: 'last' });
	expect(reports.find(lost, [{ id: 'first', url: PAGE }])).toBe('uncertain');
});
