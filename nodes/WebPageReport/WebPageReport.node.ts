import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { execute } from './execute';
import { searchProjects } from './methods/searchProjects';
import { searchReports } from './methods/searchReports';
import { testConnection } from './methods/testConnection';
import { projectDescription } from './resources/project';
import { reportDescription } from './resources/report';

export class WebPageReport implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Page Report',
		name: 'webPageReport',
		icon: { light: 'file:webPageReport.svg', dark: 'file:webPageReport.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'List, create, update and delete reports on web pages, and the projects they belong to',
		defaults: { name: 'Web Page Report' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webPageReportApi', required: true, testedBy: 'testConnection' }],
		// Tells n8n that the node is declarative; what every request has in common is in transport/send.ts
		requestDefaults: {},
		requestOperations: { pagination: execute },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Project', value: 'project' },
					{ name: 'Report', value: 'report' },
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
