/** The same tasks with this node and with n8n's HTTP Request node. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { report } from '../support/node';
import { webPageReport, workflow, type WorkflowNode } from '../support/workflow';

/** A row of the benchmark: a task, the service's delay, and the workflows that perform it. */
export interface Row {
	what: string;
	/** Time that an answer takes, in ms. */
	delay: number;
	/** Number of requests that the task needs. */
	requests: number;
	/** The time that the bound itself costs, in ms: HTTP Request sends all creates at once, this node so many. */
	waiting: number;
	/** The workflows that perform it, with this node and with HTTP Request. */
	own: { id: string };
	http: { id: string };
}

const CREATES = 2000;
export const REPORTS = 10_000;
/** Maximum of Requests at Once in a credential. */
export const MANY = 100;

export const BEARER = 'benchBearer';

/** A credential for the same service with more Requests at Once. */
export const MANY_AT_ONCE = { id: 'benchManyAtOnce', name: 'benchManyAtOnce' };

/** Name of the measured node. */
export const MEASURED = 'Measured';

/** Nodes that output an item for each page to create a report for. */
const PAGES: WorkflowNode[] = [
	{
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
						value: `={{ Array.from({ length: ${String(CREATES)} }, (_, page) => 'https://example.com/' + page) }}`,
					},
				],
			},
			options: {},
		},
	},
	{
		name: 'One Item Each',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'urls', options: { destinationFieldName: 'url' } },
	},
];

const own = (operation: string, parameters: INodeParameters) =>
	webPageReport(MEASURED, report(operation, parameters));

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

/** The rows to measure. The HTTP Request node sends all items at once, and reads pages one by one. */
export function rowsOn(baseUrl: string): Row[] {
	const creating = own('create', { url: '={{ $json.url }}' });
	const httpCreating = http(baseUrl, {
		method: 'POST',
		sendBody: true,
		contentType: 'form-urlencoded',
		bodyParameters: {
			parameters: [parameter('url', '={{ $json.url }}'), parameter('privacy', '1')],
		},
		options: {},
	});
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
	const createMany = { ...creating, credentials: { webPageReportApi: MANY_AT_ONCE } };
	const many = {
		...create,
		what: `${create.what}, ${String(MANY)} at once`,
		own: workflow('benchCreateMany', [...PAGES, createMany]),
	};
	const list = {
		what: `${REPORTS.toLocaleString('en')} reports listed`,
		requests: REPORTS / 100,
		own: workflow('benchListNode', [own('getAll', { returnAll: true })]),
		http: workflow('benchListHttp', [httpListing]),
	};
	const waiting = (delay: number, atOnce: number) => (delay * CREATES) / atOnce;
	return [
		{ ...create, delay: 0, waiting: 0 },
		{ ...list, delay: 0, waiting: 0 },
		{ ...create, delay: 100, waiting: waiting(100, 10) },
		{ ...many, delay: 100, waiting: waiting(100, MANY) },
		{ ...list, delay: 100, waiting: 0 },
	];
}
