import { shownFor } from '../shared';
import { password, privacy, reportId, simplify } from './shared';

/** Parameters of PUT /reports/{id} (interface document, section 4.6). */
export const reportUpdate = shownFor('report', 'update', [
	reportId,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'What to change. Everything else stays as it is.',
		options: [
			{
				displayName: 'New Results',
				name: 'results',
				type: 'options',
				options: [
					{
						name: 'Analyse the Page Again',
						value: 1,
						description:
							'Services are known to take a while for it, and to count it against your quota like a new report',
					},
					{
						name: 'Keep Present Results',
						value: 0,
						description: 'Asks for nothing, changes nothing and costs nothing',
					},
				],
				default: 0,
				description:
					'Whether to have the page analysed again, e.g. after it has changed. Nothing is asked for until you choose Analyse the Page Again.',
				routing: { send: { type: 'body', property: 'results' } },
			},
			{
				...password,
				description:
					'The password that visitors of the report have to enter. Applies when Privacy is Password.',
			},
			privacy,
		],
	},
	simplify,
]);
