import { shownFor, slowLoadNotice } from '../descriptions';

/** Parameters of deleteProject in docs/openapi.yaml. */
export const projectDelete = shownFor('project', 'delete', [
	{
		displayName: 'Project',
		name: 'project',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The project to delete',
		hint: 'Many services delete the reports of a project with it',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a project...',
				typeOptions: { searchListMethod: 'searchProjects', searchable: true, slowLoadNotice },
			},
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. example.com',
				hint: 'The name in the output of Get Many',
			},
		],
		routing: { request: { url: '=/projects/{{ encodeURIComponent($value ?? "") }}' } },
	},
]);
