/** This node in workflows of tests. */
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

/** Its type, fixed by the design. */
export const NODE_TYPE = 'n8n-nodes-web-page-report.webPageReport';

/** The flat fields of a sandbox report, in its order. */
export const SINGLE_FIELDS = [
	'id',
	'url',
	'project',
	'result',
	'privacy',
	'generated_at',
	'created_at',
	'updated_at',
];

/** Parameters of report operations. */
export function report(operation: string, parameters: INodeParameters = {}): INodeParameters {
	return { resource: 'report', operation, ...parameters };
}

/** Parameters of project operations. */
export function project(operation: string, parameters: INodeParameters = {}): INodeParameters {
	return { resource: 'project', operation, ...parameters };
}

/** A locator as the editor saves it; `shown` is what it saves for an entry picked from a list. */
export function locator(
	mode: string,
	value: NodeParameterValueType,
	shown: INodeParameters = {},
): NodeParameterValueType {
	return { __rl: true, mode, value, ...shown };
}
