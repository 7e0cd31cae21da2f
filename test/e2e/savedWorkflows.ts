import { Data } from '../../sandbox/service/data';
import { locator, project, report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';

/** What the service holds that these workflows are about. */
export const SERVICE = { reports: 35, projects: 3 };

const [picked = '', named = ''] = new Data(SERVICE).projects().map((each) => each.project);

/** What n8n adds to the parameters; a proxy would be another service. */
const requestOptions = {
	allowUnauthorizedCerts: true,
	batching: { batch: { batchSize: 2, batchInterval: 100 } },
	timeout: 20_000,
};

const fromList = (id: string) => locator('list', id, { cachedResultName: `Report ${id}` });
const byUrl = (id: string) => locator('url', `https://reports.example.com/reports/${id}`);

/** An item in, an item out; most of what they do, they do to something else. */
const row = [
	webPageReport(
		'Create Public',
		report('create', { url: 'https://www.example.com/', privacy: 0, requestOptions }),
	),
	webPageReport(
		'Create Private',
		report('create', { url: '=https://www.example.com/{{ $json.id }}', simplify: false }),
	),
	webPageReport(
		'Create With Password',
		report('create', {
			url: 'https://www.example.com/prices?year=2026&currency=€',
			privacy: 2,
			password: 'a password & more',
		}),
	),
	webPageReport('Get From List', report('get', { reportId: fromList('3') })),
	webPageReport(
		'Get By ID',
		report('get', {
			reportId: locator('id', "={{ $('Create Public').item.json.id }}"),
			simplify: false,
			requestOptions,
		}),
	),
	webPageReport('Get By URL', report('get', { reportId: byUrl('5') })),
	{
		...webPageReport('Get What Is Gone', report('get', { reportId: locator('id', '999') })),
		onError: 'continueRegularOutput',
		retryOnFail: true,
	},
	webPageReport(
		'Update From List',
		report('update', {
			reportId: fromList('6'),
			updateFields: { privacy: 2, password: 'another password', results: 1 },
			simplify: false,
		}),
	),
	webPageReport(
		'Update By ID',
		report('update', {
			reportId: locator('id', '7'),
			updateFields: { privacy: 0, results: 0 },
			requestOptions,
		}),
	),
	webPageReport(
		'Update By URL',
		report('update', { reportId: byUrl('8'), updateFields: { privacy: 1 } }),
	),
	webPageReport(
		'Update Password',
		report('update', {
			reportId: locator('id', "={{ $('Create With Password').item.json.id }}"),
			updateFields: { password: 'a new password' },
		}),
	),
	webPageReport('Delete From List', report('delete', { reportId: fromList('9') })),
	webPageReport(
		'Delete By ID',
		report('delete', { reportId: locator('id', '10'), requestOptions }),
	),
	webPageReport('Delete By URL', report('delete', { reportId: byUrl('11') })),
	webPageReport(
		'Delete Project From List',
		project('delete', { project: locator('list', picked, { cachedResultName: picked }) }),
	),
	webPageReport(
		'Delete Project By Name',
		project('delete', { project: locator('name', named), requestOptions }),
	),
];

const lists = [
	webPageReport('As It Comes', report('getAll')),
	webPageReport(
		'Good By URL',
		report('getAll', {
			limit: 11,
			simplify: false,
			filters: { result: 'good', search: 'example', searchBy: 'project' },
			options: { perPage: 10, sortBy: 'url', sort: 'asc' },
			requestOptions,
		}),
	),
	webPageReport(
		'Decent By Result',
		report('getAll', {
			returnAll: true,
			filters: { result: 'decent', search: 'www', searchBy: 'url' },
			options: { perPage: 25, sortBy: 'result', sort: 'desc' },
		}),
	),
	webPageReport(
		'Bad By Date Created',
		report('getAll', {
			limit: '={{ 1 + 2 }}',
			filters: { result: 'bad' },
			options: { perPage: 50, sortBy: 'id' },
		}),
	),
	webPageReport(
		'All By Date Generated',
		report('getAll', { returnAll: true, options: { perPage: 10, sortBy: 'generated_at' } }),
	),
	webPageReport(
		'Projects By Name',
		project('getAll', {
			limit: 2,
			filters: { search: 'example', searchBy: 'project' },
			options: { perPage: 100, sortBy: 'project', sort: 'asc' },
			requestOptions,
		}),
	),
	webPageReport(
		'Projects By Date Created',
		project('getAll', { returnAll: true, options: { sortBy: 'created_at' } }),
	),
];

/** What a user of version 0.1 can have saved: every parameter of every operation, every mode of a locator. */
export const WORKFLOWS = [
	...lists.map((list, index) => workflow(`list${String(index)}`, [list])),
	workflow('items', [
		webPageReport('First Seven', report('getAll', { limit: 7, options: { sort: 'asc' } })),
		webPageReport(
			'Get Each',
			report('get', { reportId: locator('id', '={{ $json.id }}'), requestOptions }),
		),
	]),
	workflow('row', row),
];
