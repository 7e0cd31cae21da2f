/** The same tasks with this node and with n8n's HTTP Request node. */
import type { IDataObject } from 'n8n-workflow';

import { report } from '../support/node';
import { webPageReport, workflow, type WorkflowNode } from '../support/workflow';
import { REPORTS } from './service';

const CREATES = 2000;
/** Maximum of Requests at Once in a credential. */
export const MANY = 100;

export const BEARER = 'benchBearer';

/** A credential for the same service with more Requests at Once. */
export const MANY_AT_ONCE = { id: 'benchManyAtOnce', name: 'benchManyAtOnce' };

/** Name of the measured node. */
export const MEASURED = 'Measured';

/** A task, and the workflows that perform it with this node and with HTTP Request. */
export type Row = ReturnType<typeof rowsOn>[number];

/** Nodes that output an item for each page to create a report for. */
const PAGES: WorkflowNode[] = [
	{
		name: 'Items',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput: `={{ { urls: Array.from({ length: ${String(CREATES)} }, (_, page) => 'https://example.com/' + page) } }}`,
		},
	},
	{
		name: 'One Item Each',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'urls', options: { destinationFieldName: 'url' } },
	},
];

const http = (baseUrl: string, parameters: IDataObject): WorkflowNode => ({
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

/**
 * The rows to measure. The HTTP Request node sends all items at once, and reads pages one by one: `waiting` is the time
 * that this node's bound itself costs.
 */
export function rowsOn(baseUrl: string) {
	const creating = webPageReport(MEASURED, report('create', { url: '={{ $json.url }}' }));
	const creatingMany = { ...creating, credentials: { webPageReportApi: MANY_AT_ONCE } };
	const httpCreating = http(baseUrl, {
		method: 'POST',
		sendBody: true,
		contentType: 'form-urlencoded',
		bodyParameters: {
			parameters: [parameter('url', '={{ $json.url }}'), parameter('privacy', '1')],
		},
	});
	const listing = webPageReport(MEASURED, report('getAll', { returnAll: true }));
	const pagination = {
		parameters: { parameters: [parameter('page', '={{ $pageCount + 1 }}')] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.body.meta.current_page >= $response.body.meta.last_page }}',
	};
	const httpListing = http(baseUrl, {
		sendQuery: true,
		queryParameters: { parameters: [parameter('per_page', '100')] },
		options: { pagination: { pagination } },
	});
	const create = {
		what: `${CREATES.toLocaleString('en')} creates`,
		requests: CREATES,
		own: workflow('benchCreateNode', [...PAGES, creating]),
		http: workflow('benchCreateHttp', [...PAGES, httpCreating]),
	};
	const createMany = {
		...create,
		what: `${create.what}, ${String(MANY)} at once`,
		own: workflow('benchCreateMany', [...PAGES, creatingMany]),
	};
	const list = {
		what: `${REPORTS.toLocaleString('en')} reports listed`,
		requests: REPORTS / 100,
		own: workflow('benchListNode', [listing]),
		http: workflow('benchListHttp', [httpListing]),
	};
	return [
		{ ...create, delay: 0, waiting: 0 },
		{ ...list, delay: 0, waiting: 0 },
		{ ...create, delay: 100, waiting: (100 * CREATES) / 10 },
		{ ...createMany, delay: 100, waiting: (100 * CREATES) / MANY },
		{ ...list, delay: 100, waiting: 0 },
	];
}
