import { shownFor } from '../descriptions';
import { password, privacy, reportId, simplify } from './descriptions';

/** Parameters of updateReport in docs/openapi.yaml. */
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
						description: 'Can take a while, and may count against your quota like a new report',
					},
					{
						name: 'Keep Current Results',
						value: 0,
						description: 'Does nothing, and costs nothing',
					},
				],
				default: 0,
				description:
					'Whether to analyse the page again, e.g. after it has changed. Keep Current Results leaves the results unchanged.',
				routing: { send: { type: 'body', property: 'results' } },
			},
			password,
			privacy,
		],
	},
	simplify,
]);
