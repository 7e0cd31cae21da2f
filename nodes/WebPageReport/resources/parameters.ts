import type { INodeProperties } from 'n8n-workflow';

import type { Target } from '../shared/target';
import { projectDescription } from './project';
import { reportDescription } from './report';

/** A parameter; if it can be left out, with what n8n calls such a one: "filter", "option" or "field". */
export type Parameter = INodeProperties & { kind?: string };

/** Parameters by their names in the query or body. */
export type NamedParameters = Record<string, Parameter | undefined>;

/** The parameters that an operation sends, by name, and the one in its path, read from the node's description. */
export function parametersOf({ resource, operation }: Target) {
	const parameters: { named: NamedParameters; path?: INodeProperties } = { named: {} };
	const visit = (property: Parameter) => {
		const { request, send } = property.routing ?? {};
		if (request?.url) parameters.path = property;
		if (send?.property) parameters.named[send.property] = property;
		if (property.type !== 'collection') return;
		const kind = property.placeholder?.replace(/^Add /, '').toLowerCase();
		for (const option of property.options as INodeProperties[]) visit({ ...option, kind });
	};
	[...projectDescription, ...reportDescription]
		.filter(({ displayOptions }) => {
			const show = displayOptions?.show;
			return show?.resource?.includes(resource) && show.operation?.includes(operation);
		})
		.forEach(visit);
	return parameters;
}
