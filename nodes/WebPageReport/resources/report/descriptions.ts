import type { INodeProperties } from 'n8n-workflow';

import { slowLoadNotice } from '../descriptions';

/** The report that an operation works on: {id} of the path. */
export const reportId: INodeProperties = {
	displayName: 'Report',
	name: 'reportId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The report to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a report...',
			typeOptions: { searchListMethod: 'searchReports', searchable: true, slowLoadNotice },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 42',
			hint: 'The ID in the output of Create and Get Many',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://example.com/reports/42',
			hint: 'The address of the report on your report service, not of the analysed page',
		},
	],
	routing: { request: { url: '=/reports/{{ encodeURIComponent($value ?? "") }}' } },
};

/** `privacy` of createReport and updateReport. */
export const privacy: INodeProperties = {
	displayName: 'Privacy',
	name: 'privacy',
	type: 'options',
	options: [
		{ name: 'Password', value: 2, description: 'Anyone with the password can see the report' },
		{ name: 'Private', value: 1, description: 'Only your account can see the report' },
		{ name: 'Public', value: 0, description: 'Anyone can see the report' },
	],
	default: 1,
	description:
		'Who can see the report. In expressions and in the output, 2 is Password, 1 Private, and 0 Public.',
	routing: { send: { type: 'body', property: 'privacy' } },
};

/** `password` of createReport and updateReport, for privacy 2. */
export const password: INodeProperties = {
	displayName: 'Password',
	name: 'password',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description: 'The password for opening the report. Applies when Privacy is Password.',
	routing: { send: { type: 'body', property: 'password' } },
};

/** Whether to leave out nested details; not a parameter of the service. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	hint: 'Leaves out nested details. Turn off to see the individual checks.',
};
