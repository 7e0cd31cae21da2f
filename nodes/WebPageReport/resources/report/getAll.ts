import type { INodeProperties } from 'n8n-workflow';

import { fields, listOf, search, searchBy, shownFor } from '../descriptions';
import { simplify } from './descriptions';

const url = { name: 'URL', value: 'url' };

const result: INodeProperties = {
	displayName: 'Result',
	name: 'result',
	type: 'options',
	options: [
		{ name: 'Bad', value: 'bad' },
		{ name: 'Decent', value: 'decent' },
		{ name: 'Good', value: 'good' },
	],
	default: 'bad',
	description: 'List only reports with this rating',
	routing: { send: { type: 'query', property: 'result' } },
};

/** Parameters of listReports in docs/openapi.yaml. */
export const reportGetAll = shownFor('report', 'getAll', [
	...listOf(
		'reports',
		[result, search, searchBy([{ name: 'Project', value: 'project' }, url], 'url')],
		[
			{ name: 'Date Created', value: 'id' },
			{ name: 'Date Generated', value: 'generated_at' },
			{ name: 'Result', value: 'result' },
			url,
		],
		'id',
	),
	simplify,
	fields,
]);
