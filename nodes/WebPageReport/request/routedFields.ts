import type { INodeProperties } from 'n8n-workflow';

import { projectDescription } from '../resources/project';
import { reportDescription } from '../resources/report';

/** The parameters of one operation that the node's description routes into its request. */
export interface RoutedFields {
	/** By their names in the query or the body. */
	named: Record<string, INodeProperties | undefined>;
	/** The parameter that goes into the path, where there is one. */
	path?: INodeProperties;
}

/** Reads from the description which parameters an operation sends, and where. */
export function routedFields(resource: string, operation: string): RoutedFields {
	const fields: RoutedFields = { named: {} };
	const visit = (property: INodeProperties) => {
		const { request, send } = property.routing ?? {};
		if (request?.url) fields.path = property;
		if (send?.property) fields.named[send.property] = property;
		if (property.type === 'collection') (property.options as INodeProperties[]).forEach(visit);
	};
	[...projectDescription, ...reportDescription]
		.filter(({ displayOptions }) => {
			const show = displayOptions?.show;
			return show?.resource?.includes(resource) && show.operation?.includes(operation);
		})
		.forEach(visit);
	return fields;
}
