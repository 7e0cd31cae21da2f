import { shownFor } from '../descriptions';
import { password, privacy, simplify } from './descriptions';

/** Parameters of createReport in docs/openapi.yaml. */
export const reportCreate = shownFor('report', 'create', [
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/about',
		description: 'The address of the web page to analyse',
		routing: { send: { type: 'body', property: 'url' } },
	},
	privacy,
	// If Privacy is an expression, we can't know yet whether a password is needed, so this copy is optional. It is also
	// the only one that n8n's assistant reads
	{ ...password, displayOptions: { hide: { privacy: [0, 1, 2] } } },
	{ ...password, required: true, displayOptions: { hide: { privacy: [{ _cnd: { not: 2 } }] } } },
	simplify,
]);
