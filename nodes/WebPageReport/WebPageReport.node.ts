import {
	type IBuilderHint,
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type NodeHint,
} from 'n8n-workflow';

import { execute } from './execute';
import { searchProjects } from './methods/searchProjects';
import { searchReports } from './methods/searchReports';
import { testConnection } from './methods/testConnection';
import { projectDescription } from './resources/project';
import { reportDescription } from './resources/report';

/** The only place in the editor where a person sees a word while a declarative node is at work. */
const severalItems: NodeHint = {
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: '={{ $input.all().length > 20 }}',
	message:
		'You are about to send many items. The node sends 10 at once, unless you change <em>Requests at Once</em> in the credential, and queues the rest. If your service limits you to 60 requests a minute, 300 items take 5 minutes and 1,000 take 17. The node waits by itself and loses nothing.',
};

/**
 * What n8n's assistant is told beyond the parameters: it reads no README, but a type that n8n makes of this
 * description. n8n allows no hint on Resource and Operation.
 */
const builderHint: IBuilderHint = {
	searchHint:
		'To have a web page analysed, create a report (resource "report", operation "create", url): it runs once per item and returns the finished report. To read reports, use "getAll" or "get".',
	extraTypeDefContent: [
		{
			displayOptions: {
				show: { resource: ['report'], operation: ['create', 'get', 'getAll', 'update'] },
			},
			content:
				'Outputs one item per report: { id: number, url: string, project: string, result: "good" | "decent" | "bad", privacy: 0 | 1 | 2, generated_at: string }, and nested details where simplify is false.',
		},
		{
			displayOptions: { show: { resource: ['report'], operation: ['create'] } },
			content:
				'Analyses the page anew, which services count: read what is there with getAll. password is required where privacy is 2, and is left out otherwise.',
		},
		{
			displayOptions: { show: { resource: ['project'], operation: ['getAll'] } },
			content: 'Outputs one item per project: { project: string, created_at: string }.',
		},
		{
			displayOptions: { show: { operation: ['delete'] } },
			content: 'Deletes for good. Outputs { deleted: true } with the id or the project.',
		},
	],
};

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
			'List, create, update and delete reports on web pages, and the projects they belong to',
		defaults: { name: 'Web Page Report' },
		usableAsTool: true,
		builderHint,
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
				options: [
					{ name: 'Project', value: 'project', description: 'The reports on one site' },
					{ name: 'Report', value: 'report', description: 'The rating of one web page' },
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

	methods = {
		credentialTest: { testConnection },
		listSearch: { searchProjects, searchReports },
	};
}
