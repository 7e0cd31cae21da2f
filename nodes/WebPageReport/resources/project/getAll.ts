import { fields, listOptions, returnAllAndLimit, search, searchBy, shownFor } from '../shared';

/** Parameters of GET /projects (interface document, section 4.1). */
export const projectGetAll = shownFor('project', 'getAll', [
	...returnAllAndLimit,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Which projects to list',
		options: [search, searchBy([{ name: 'Name', value: 'project' }], 'project')],
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
				{ name: 'Date Created', value: 'created_at' },
				{ name: 'Name', value: 'project' },
			],
			'created_at',
		),
	},
	fields,
]);
