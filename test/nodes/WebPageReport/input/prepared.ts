import type { IExecutePaginationFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { type Prepared, prepare } from '../../../../nodes/WebPageReport/input/prepare';

/** What is made of the request that n8n has put together for an operation of a node with some parameters. */
export function prepared(
	operation: `${'project' | 'report'}.${string}`,
	options: IHttpRequestOptions,
	parameters: Record<string, unknown> = {},
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
	};
	return prepare(context as unknown as IExecutePaginationFunctions, options);
}

/** What a language model is told to do about a failure. */
export function toldToModel(failure: Failure): unknown {
	return failure.toJson({ type: 'webPageReportTool' } as INode).message;
}
