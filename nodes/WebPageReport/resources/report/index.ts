import type { INodeProperties } from 'n8n-workflow';

import { formHeaders, noHeaders, readHeaders } from '../descriptions';
import { reportCreate } from './create';
import { reportDelete } from './delete';
import { reportGet } from './get';
import { reportGetAll } from './getAll';
import { reportUpdate } from './update';

/** Report: its operations, each with its route in docs/openapi.yaml, and their parameters. */
export const reportDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['report'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create a report',
				description: 'Analyse a web page and get its report',
				routing: { request: { method: 'POST', url: '/reports', headers: formHeaders } },
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete a report',
				description: 'Delete a report permanently',
				routing: { request: { method: 'DELETE', headers: noHeaders } },
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get a report',
				description: 'Retrieve a report',
				routing: { request: { method: 'GET', headers: readHeaders } },
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many reports',
				description: 'Retrieve a list of reports',
				routing: { request: { method: 'GET', url: '/reports', headers: readHeaders } },
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update a report',
				description: 'Change who can see a report, or analyse its page again',
				routing: { request: { method: 'PUT', headers: formHeaders } },
			},
		],
		default: 'getAll',
		description: 'What to do with the report',
	},
	...reportCreate,
	...reportDelete,
	...reportGet,
	...reportGetAll,
	...reportUpdate,
];
