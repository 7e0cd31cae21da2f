import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { lookSoon } from '../../support/engine';
import {
	type Differences,
	isCreate,
	LOST_IN,
	LOST_OUT,
	type LossyService,
	startLossyService,
} from '../../support/lossyService';
import { addresses } from '../../support/numberedService';
import { CHECK, createOneByOne, idsOf, messagesOf } from './creates';

let service: LossyService;

beforeAll(lookSoon);

afterEach(async () => {
	await service.close();
});

const HOUR = 3_600_000;

/** Shows other IDs. */
const withId =
	(change: (id: unknown) => unknown) =>
	(report: IDataObject): IDataObject => ({ ...report, id: change(report.id) as string });

const uuid = (id: unknown) =>
	createHash('md5')
		.update(String(id))
		.digest('hex')
		.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const TIMES = ['created_at', 'generated_at', 'updated_at'];

/** Shows other timestamps. */
const withTimes =
	(change: (time: number) => string | undefined) =>
	(report: IDataObject): IDataObject => ({
		...report,
		...Object.fromEntries(TIMES.map((name) => [name, change(Date.parse(report[name] as string))])),
	});

const withoutTimes = withTimes(() => undefined);

const wholeSeconds = withTimes((time) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z'));

/** As PHP writes times, without their zone, and in another one. */
const withoutZone = withTimes((time) =>
	new Date(time + 2 * HOUR).toISOString().slice(0, 19).replace('T', ' '),
);

const shifted = (milliseconds: number) =>
	withTimes((time) => new Date(time + milliseconds).toISOString());

const withUuid = withId(uuid);

/** Takes no notice of what is searched for. */
const ignoreSearch = (text: string) => text.replace(/^(GET \S*?)search=[^& ]*&/, '$1');

const oldestFirst = (text: string) => ignoreSearch(text).replace('sort=desc', 'sort=asc');

/** Finds nothing, whatever is searched for. */
const findNothing = (text: string) => text.replace(/^(GET \S*?search=)[^&]*/, '$1nothing');

/** Shows one page only, whichever is asked for. */
const onePage = (text: string) => text.replace(/&page=\d+/, '');

/** Of creates of the pages 0 to 9, the answer for 6 is lost, and the request for 8. */
const LOSSES: Differences['loses'] = ({ text }) => {
	if (!isCreate({ text })) return undefined;
	if (text.includes('%2F6')) return LOST_OUT;
	return text.includes('%2F8') ? LOST_IN : undefined;
};

/** What takes longer than others have taken was surely done after it had left. */
const slow: Differences['way'] = ({ text }) =>
	isCreate({ text }) && text.includes('%2F6') ? 80 : 0;

const slower: Differences['way'] = ({ text }) =>
	isCreate({ text }) && text.includes('%2F6') ? 1500 : 0;

/** Reports of others on the pages that will be lost: an old one, and one from a while before. */
function others(): void {
	for (const ago of [2 * HOUR, 10_000]) {
		const when = new Date(Date.now() - ago);
		for (const url of [addresses(9)[6], addresses(9)[8]]) {
			service.data.create(String(url), 1, null, when);
		}
	}
}

/** The ID that the service shows of the report that was made for a page in this test. */
const madeFor = (page: string | undefined, shows: (report: IDataObject) => IDataObject) =>
	[...service.data.reports.values()]
		.filter(({ id, url }) => id > 4 && url === page)
		.map((report) => shows({ ...report }).id);

const as = (report: IDataObject) => report;

describe('beside older reports on the same page, a create whose answer was lost comes out as its own', () => {
	it.each<[string, Differences]>([
		['where all is as in the interface document', {}],
		['where IDs are texts', { shows: withId(String) }],
		['where IDs are random', { shows: withUuid, way: slow }],
		['where there are no timestamps', { shows: withoutTimes }],
		['where timestamps are whole seconds', { shows: wholeSeconds }],
		['where timestamps have no zone', { shows: withoutZone }],
		['where timestamps have no zone and creates are slow', { shows: withoutZone, way: slower }],
		['where the clock is an hour ahead', { shows: shifted(HOUR), ahead: HOUR }],
		['where the clock is an hour behind', { shows: shifted(-HOUR), ahead: -HOUR }],
		[
			'where IDs are random and the clock is an hour ahead',
			{ shows: (one) => withUuid(shifted(HOUR)(one)), ahead: HOUR, way: slow },
		],
		['where nothing can be searched for', { reads: ignoreSearch }],
		['where nothing can be searched for or sorted', { reads: oldestFirst }],
		['where no search finds anything', { reads: findNothing }],
	])('%s', async (_, differences) => {
		service = await startLossyService({ loses: LOSSES, ...differences });
		others();
		const outcome = await createOneByOne(service, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		const pages = addresses(10).filter((__, number) => number !== 8);

		expect(outcome.items.map(({ json }) => json.url)).toEqual(pages);
		const { shows = as } = differences;
		expect(idsOf(outcome)).toEqual(pages.flatMap((page) => madeFor(page, shows)));
		expect(outcome.failed).toHaveLength(1);
		expect(service.writes()).toBe(10);
	});
});

describe('where it cannot be told which report it is, the message says to check', () => {
	const older = Array.from(
		{ length: 120 },
		(_, number) => `https://elsewhere.example/${String(number)}`,
	);

	it.each<[string, Differences]>([
		['as there are no IDs', { shows: withId(() => undefined) }],
		[
			'as there are no IDs and no timestamps',
			{ shows: (one) => withoutTimes({ ...one, id: undefined }) },
		],
		[
			'as IDs are random and there are no timestamps',
			{ shows: (one) => withUuid(withoutTimes(one)) },
		],
		[
			'as IDs are random and the clocks of the service disagree',
			{ shows: (one) => withUuid(shifted(HOUR)(one)) },
		],
		[
			'as the list fails',
			{
				loses: (request, before) =>
					request.text.startsWith('GET') ? { status: 500 } : LOSSES(request, before),
			},
		],
		[
			'as the list shows the oldest hundred only, whatever is asked for',
			{ reads: (text) => onePage(oldestFirst(text)) },
		],
		['as the service keeps another address', { reads: (text) => text.replace('%2F6', '%2Fz') }],
	])('%s', async (_, differences) => {
		service = await startLossyService({ loses: LOSSES, ...differences });
		others();
		for (const url of older) service.data.create(url, 1, null);
		const outcome = await createOneByOne(service, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		const answered = addresses(10).filter((__, number) => number !== 6 && number !== 8);
		expect(outcome.items.map(({ json }) => json.url)).toEqual(answered);
		expect(messagesOf(outcome)).toEqual([
			expect.stringMatching(CHECK),
			expect.stringMatching(CHECK),
		]);
		expect(service.writes()).toBe(10);
	});
});
