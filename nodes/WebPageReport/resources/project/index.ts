import type { INodeProperties } from 'n8n-workflow';

import { noHeaders, readHeaders } from '../descriptions';
import { projectDelete } from './delete';
import { projectGetAll } from './getAll';

/** Project: its operations, each with its route in docs/openapi.yaml, and their parameters. */
export const projectDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['project'] } },
		options: [
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete a project',
				description: 'Delete a project permanently. Many services delete its reports with it.',
				routing: { request: { method: 'DELETE', headers: noHeaders } },
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many projects',
				description: 'Retrieve a list of projects',
				routing: { request: { method: 'GET', url: '/projects', headers: readHeaders } },
			},
		],
		default: 'getAll',
		description: 'What to do with the project',
	},
	...projectDelete,
	...projectGetAll,
];
