import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type NodeHint,
} from 'n8n-workflow';

import { execute } from './execute';
import { searchProjects, searchReports } from './methods/listSearch';
import { testConnection } from './methods/testConnection';
import { projectDescription } from './resources/project';
import { reportDescription } from './resources/report';

/** The editor shows no progress for a declarative node, so say up front how long it will take. */
const severalItems: NodeHint = {
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: '={{ $input.all().length > 20 }}',
	message:
		'This run has many items. The node sends up to 10 requests at a time (unless you change <em>Requests at Once</em> in the credential) and queues the rest. If your service allows 60 requests a minute, 300 items take about 5 minutes and 1,000 about 17. The node waits automatically and skips nothing.',
};

/** Extra context for n8n's assistant, which sees a type generated from this description, not the README. */
const OUTPUT =
	'Outputs one item per report: { id: number, url: string, project: string, result: "good" | "decent" | "bad", privacy: 0 | 1 | 2, generated_at: string }, and whatever else the service sends. result and generated_at can be null: the analysis may not be finished. project is usually the host of the page in lower case, without www; compare project names exactly. Nested details, usually results: { [check]: { passed: boolean (or 1 or 0), … } }, are included only if simplify is false. On some services, result is a number from 0 to 100, and nothing says which numbers are good: ask the user. A workflow that judges results must stop with an error unless every result is good, decent, bad or null.';
const ADDRESSES =
	'The url of a page can differ in scheme, in www, in the case of its host, or by a trailing slash, fragment, default port or encoding (%C3%BC is ü, xn--mnchen-3ya.de is münchen.de): ignore these when comparing addresses. Code nodes have no URL class: use regular expressions.';
const DATES =
	"Dates come as the service sends them: usually ISO 8601, sometimes with a space instead of T (DateTime.fromSQL). A date without a zone is in the service's own: ask the user for it before comparing with the current time. A null date is unknown, not old.";
const CREATE =
	'url is a full address, starting with http:// or https://. Every create analyses the page, counts against the quota, and adds a report, even if the page already has one: use getAll to read existing reports, and update with results: 1 to refresh one. password is required if privacy is 2.';
const UPDATE =
	'results: 1 analyses the page again (this counts against the quota) and replaces result and generated_at: to see whether a page got worse, keep its earlier result yourself; to see whether it was analysed, compare generated_at. Fields that are not set stay as they are.';
const FAILED =
	'error usually contains the status of the response, such as "(422)": any words after it are those of the service, in any language, so match only the status. (422): the page cannot be analysed, or the quota is used up, and nothing tells which, not even three in a row: go on with the other items, and list those that failed. (403): an unknown report, a plan without the API, a firewall or, on some services, a used-up quota: go on, too. (402): the plan does not allow it, or the quota is used up: stop. (401): the key is wrong: stop. (429): the limit did not reset within 10 minutes (65 in a scheduled run): stop. Without a status, the input was invalid, the network failed, or the service refused with status 200.';
const UNSHOWN =
	'If the service responds without the report, the output is { success: true } with the id of the report (update) or the url of the page (create), but no result: the analysis may not be finished, so wait a minute before checking with getAll. If message says "may have been", it may have happened: check with getAll before repeating it or counting it as failed. Each such item takes up to a minute: after several in a row, stop.';
const NEWEST =
	'sortBy: "id" is the order of creation, "generated_at" that of the last analysis. A page can have several reports, and filters.result also returns old bad ones of pages that are good now: to judge pages, read without it, and keep for each page the report with the latest generated_at (on equal dates, the higher id) that has a result.';
const SEARCH =
	'search matches substrings: "example.com" also finds "shop.example.com". Some services distinguish upper and lower case: search for a lower-case part that all spellings share, or read without search, and compare yourself.';
const DELETE =
	'Deletes permanently. Outputs { deleted: true } with the id of the report (a number, if it is one) or the name of the project. If message says "may have been", it may have happened: check with getAll before counting it as failed.';
const ITEMS =
	'An item that fails stops the workflow. With onError "continueRegularOutput" or "continueErrorOutput", it is returned as { error: string, message: string } instead: error is what happened, message is what to do. The node runs once per input item, several at a time: set executeOnce if it shall run once after several items, and loop over single items if nothing may be sent after a failure. Every output item is paired with its input item. An empty list returns no items: set alwaysOutputData if later nodes must run. If n8n cannot run the node at all, for example because its credential was deleted, these settings pass the input items on unchanged.';

const notes: Array<[resource: string, operation: string, sentences: string[]]> = [
	['report', 'create', [CREATE, OUTPUT, ADDRESSES, DATES, FAILED, UNSHOWN, ITEMS]],
	['report', 'get', [OUTPUT, ADDRESSES, DATES, ITEMS]],
	['report', 'getAll', [NEWEST, SEARCH, OUTPUT, ADDRESSES, DATES, ITEMS]],
	['report', 'update', [UPDATE, OUTPUT, ADDRESSES, DATES, FAILED, UNSHOWN, ITEMS]],
	['report', 'delete', [DELETE, ITEMS]],
	['project', 'getAll', [SEARCH, DATES, ITEMS]],
	['project', 'delete', [DELETE, ITEMS]],
];

export class WebPageReport implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Page Report',
		name: 'webPageReport',
		icon: { light: 'file:webPageReport.svg', dark: 'file:webPageReport.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"].replace("getAll", "get many").toTitleCase() + ": " + $parameter["resource"].toTitleCase() }}',
		description:
			'Create, list, update and delete reports on web pages; list and delete their projects',
		defaults: { name: 'Web Page Report' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'To have a web page analysed, create a report (resource "report", operation "create", url): it runs once per item and returns the finished report. To read reports, use "getAll" or "get".',
			extraTypeDefContent: notes.map(([resource, operation, sentences]) => ({
				displayOptions: { show: { resource: [resource], operation: [operation] } },
				content: sentences.join(' '),
			})),
		},
		hints: [severalItems],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webPageReportApi', required: true, testedBy: 'testConnection' }],
		// Tells n8n that the node is declarative
		requestDefaults: {},
		requestOperations: { pagination: execute },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				// The order of the actions in n8n's panel: it highlights the first
				options: [
					{ name: 'Report', value: 'report', description: 'The rating of one web page' },
					{ name: 'Project', value: 'project', description: 'The reports on one site' },
				],
				default: 'report',
				description: 'What to work with',
				// Hands every operation to the executor in execute.ts
				routing: { send: { paginate: true } },
			},
			...projectDescription,
			...reportDescription,
		],
	};

	methods = { credentialTest: { testConnection }, listSearch: { searchProjects, searchReports } };
}
