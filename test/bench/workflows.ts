/** The same tasks with this node and with n8n's HTTP Request node. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';

export const BEARER = 'benchBearer';

/** A credential for the same service with more Requests at Once. */
export const MANY_AT_ONCE = { id: 'benchManyAtOnce', name: 'benchManyAtOnce' };

/** Name of the measured node. */
export const MEASURED = 'Measured';

/** Workflows by task and node. */
export function workflows(baseUrl: string, creates: number) {
	const items = {
		name: 'Items',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: {
				assignments: [
					{
						id: 'urls',
						name: 'urls',
						type: 'array',
						value: `={{ Array.from({ length: ${String(creates)} }, (_, page) => 'https://example.com/' + page) }}`,
					},
				],
			},
			options: {},
		},
	};
	const split = {
		name: 'One Item Each',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'urls', options: { destinationFieldName: 'url' } },
	};
	const own = (operation: string, parameters: INodeParameters) =>
		webPageReport(MEASURED, report(operation, parameters));
	const http = (parameters: IDataObject) => ({
		name: MEASURED,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `${baseUrl}/reports`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpBearerAuth',
			...parameters,
		},
		credentials: { httpBearerAuth: { id: BEARER, name: BEARER } },
	});
	const parameter = (name: string, value: string) => ({ name, value });
	const create = own('create', { url: '={{ $json.url }}' });
	const createMany = { ...create, credentials: { webPageReportApi: MANY_AT_ONCE } };
	return {
		create: {
			node: workflow('benchCreateNode', [items, split, create]),
			many: workflow('benchCreateMany', [items, split, createMany]),
			http: workflow('benchCreateHttp', [
				items,
				split,
				http({
					method: 'POST',
					sendBody: true,
					contentType: 'form-urlencoded',
					bodyParameters: {
						parameters: [parameter('url', '={{ $json.url }}'), parameter('privacy', '1')],
					},
					options: {},
				}),
			]),
		},
		list: {
			node: workflow('benchListNode', [own('getAll', { returnAll: true })]),
			http: workflow('benchListHttp', [
				http({
					sendQuery: true,
					queryParameters: { parameters: [parameter('per_page', '100')] },
					options: {
						pagination: {
							pagination: {
								parameters: {
									parameters: [{ name: 'page', value: '={{ $pageCount + 1 }}' }],
								},
								paginationCompleteWhen: 'other',
								completeExpression:
									'={{ $response.body.meta.current_page >= $response.body.meta.last_page }}',
							},
						},
					},
				}),
			]),
		},
	};
}
