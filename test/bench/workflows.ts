/** The same work, done by this node and by n8n's own HTTP Request node. */
import type { IDataObject } from 'n8n-workflow';

export const CREDENTIAL = 'benchWebPageReport';
export const BEARER = 'benchBearer';

/** The node whose time counts. */
export const MEASURED = 'Measured';

interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: IDataObject;
	credentials?: IDataObject;
}

interface Positioned extends WorkflowNode {
	id: string;
	position: [number, number];
}

/** Workflows by what they do and which node does it. */
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
	const own = (parameters: IDataObject) => ({
		name: MEASURED,
		type: 'n8n-nodes-web-page-report.webPageReport',
		typeVersion: 1,
		parameters: { resource: 'report', ...parameters },
		credentials: { webPageReportApi: { id: CREDENTIAL, name: CREDENTIAL } },
	});
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
	return {
		create: {
			node: workflow('benchCreateNode', [
				items,
				split,
				own({ operation: 'create', url: '={{ $json.url }}' }),
			]),
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
			node: workflow('benchListNode', [own({ operation: 'getAll', returnAll: true })]),
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

/** A workflow in the form that n8n imports: its nodes in a row, after a manual trigger. */
function workflow(id: string, row: WorkflowNode[]) {
	const trigger: WorkflowNode = {
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		parameters: {},
	};
	const nodes = [trigger, ...row].map((node, index): Positioned => ({
		...node,
		id: `${id}${String(index)}`,
		position: [index * 200, 0],
	}));
	const connections: IDataObject = {};
	for (const [index, { name }] of row.entries()) {
		const from = nodes[index]?.name ?? '';
		connections[from] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	}
	return { id, name: id, nodes, connections, settings: { executionOrder: 'v1' }, active: false };
}
