import type { IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { type Prepared, prepare } from '../../../../nodes/WebPageReport/input/prepare';

/** Prepares a request as n8n builds it for an operation with some parameters. */
export function prepared(
	operation: `${'project' | 'report'}.${string}`,
	options: IHttpRequestOptions,
	parameters: Record<string, unknown> = {},
	asTool = false,
): Prepared {
	const [resource, name] = operation.split('.');
	const all: Record<string, unknown> = {
		resource,
		operation: name,
		returnAll: true,
		...parameters,
	};
	const context = {
		getNodeParameter: (parameter: string, fallback?: unknown) =>
			parameter in all ? all[parameter] : fallback,
		getNode: () => ({ type: asTool ? 'webPageReportTool' : 'webPageReport' }),
	};
	return prepare(context as unknown as IExecutePaginationFunctions, options);
}
