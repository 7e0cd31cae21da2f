import { shownFor } from '../shared';
import { password, privacy, reportId, simplify } from './shared';

/** Parameters of PUT /reports/{id} (interface document, section 4.6). */
export const reportUpdate = shownFor('report', 'update', [
	reportId,
	simplify,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'What to change. Everything else stays as it is.',
		options: [
			{
				...password,
				description:
					'The password that visitors of the report have to enter. Applies when Privacy is Password.',
			},
			privacy,
			{
				displayName: 'Results',
				name: 'results',
				type: 'options',
				options: [
					{ name: 'No', value: 0 },
					{ name: 'Yes', value: 1 },
				],
				default: 0,
				description:
					'Whether to ask for new results. Services are known to analyse the page again, which can take a while and can count against your quota.',
				routing: { send: { type: 'body', property: 'results' } },
			},
		],
	},
]);
