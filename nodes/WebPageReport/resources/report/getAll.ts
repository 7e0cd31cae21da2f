import { fields, listOptions, returnAllAndLimit, search, searchBy, shownFor } from '../shared';
import { simplify } from './shared';

/** Parameters of GET /reports (interface document, section 4.3). */
export const reportGetAll = shownFor('report', 'getAll', [
	...returnAllAndLimit,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Which reports to list',
		options: [
			{
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
			},
			search,
			searchBy(
				[
					{ name: 'Project', value: 'project' },
					{ name: 'URL', value: 'url' },
				],
				'url',
			),
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		description: 'How to list them',
		options: listOptions(
			[
				{ name: 'Date Created', value: 'id' },
				{ name: 'Date Generated', value: 'generated_at' },
				{ name: 'Result', value: 'result' },
				{ name: 'URL', value: 'url' },
			],
			'id',
		),
	},
	simplify,
	fields,
]);
