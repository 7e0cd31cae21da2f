/** This node in workflows of tests. */
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { Data } from '../../sandbox/service/data';

/** Its type, fixed by the design. */
export const NODE_TYPE = 'n8n-nodes-web-page-report.webPageReport';

/** The flat fields of a sandbox report that its output shows, in its order. */
export const SINGLE_FIELDS = [...new Data({ reports: 1 }).reports.values()].flatMap((one) =>
	Object.entries(one)
		.filter(([name, value]) => typeof value !== 'object' && name !== 'password')
		.map(([name]) => name),
);

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
