import type { INodeProperties } from 'n8n-workflow';

import type { Target } from '../shared/target';
import { projectDescription } from './project';
import { reportDescription } from './report';

/** Parameters by their names in the query or body. */
export type NamedParameters = Record<string, INodeProperties | undefined>;

/** The parameters that an operation sends, by name, and the one in its path, read from the node's description. */
export function parametersOf({ resource, operation }: Target) {
	const parameters: { named: NamedParameters; path?: INodeProperties } = { named: {} };
	const visit = (property: INodeProperties) => {
		const { request, send } = property.routing ?? {};
		if (request?.url) parameters.path = property;
		if (send?.property) parameters.named[send.property] = property;
		if (property.type === 'collection') (property.options as INodeProperties[]).forEach(visit);
	};
	[...projectDescription, ...reportDescription]
		.filter(({ displayOptions }) => {
			const show = displayOptions?.show;
			return show?.resource?.includes(resource) && show.operation?.includes(operation);
		})
		.forEach(visit);
	return parameters;
}
