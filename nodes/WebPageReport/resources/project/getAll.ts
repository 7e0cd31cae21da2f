import { fields, listOf, search, searchBy, shownFor } from '../descriptions';

const name = { name: 'Name', value: 'project' };

/** Parameters of listProjects in docs/openapi.yaml. */
export const projectGetAll = shownFor('project', 'getAll', [
	...listOf(
		'projects',
		[search, searchBy([name], 'project')],
		[{ name: 'Date Created', value: 'created_at' }, name],
		'created_at',
	),
	fields,
]);
