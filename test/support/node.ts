/** This node as tests write it into workflows. */
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

/** Its type, fixed by the design. */
export const NODE_TYPE = 'n8n-nodes-web-page-report.webPageReport';

/** The fields of a report of the sandbox service that hold a single value, in its order. */
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

/** Parameters to create, read, change or delete reports. */
export function report(operation: string, parameters: INodeParameters = {}): INodeParameters {
	return { resource: 'report', operation, ...parameters };
}

/** Parameters to read or delete projects. */
export function project(operation: string, parameters: INodeParameters = {}): INodeParameters {
	return { resource: 'project', operation, ...parameters };
}

/** A locator as the editor saves it; `shown` is what it saves of an entry that was picked from a list. */
export function locator(
	mode: string,
	value: NodeParameterValueType,
	shown: INodeParameters = {},
): NodeParameterValueType {
	return { __rl: true, mode, value, ...shown };
}
