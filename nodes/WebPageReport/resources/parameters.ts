import type { INodeProperties } from 'n8n-workflow';

import type { Target } from '../shared/target';
import { projectDescription } from './project';
import { reportDescription } from './report';

/** Parameters by their names in the query or the body. */
export type NamedParameters = Record<string, INodeProperties | undefined>;

/**
 * The parameters that an operation sends, as the node's description routes them. n8n has a route in two
 * places: the operation states method and path, unless the path holds an identifier; only the
 * parameter with that identifier can put it there, and so states the path in place of the operation.
 */
interface Parameters {
	named: NamedParameters;
	/** The parameter whose value is the identifier in the path, if there is one. */
	path?: INodeProperties;
}

/** Reads from the description which parameters an operation sends, and where. */
export function parametersOf({ resource, operation }: Target): Parameters {
	const parameters: Parameters = { named: {} };
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
