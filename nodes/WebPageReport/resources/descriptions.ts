import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** Headers of a request that reads data. */
export const readHeaders = { Accept: 'application/json' };

/** Headers of a request with a form-encoded body. */
export const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Headers of a delete: none, not even n8n's default `Accept` (deleteProject, deleteReport). */
export const noHeaders = { Accept: undefined };

/** Page sizes the service allows, in rows. */
export const PAGE_SIZES = [10, 25, 50, 100];

/** Shown while a searchable list is slow to load. */
export const slowLoadNotice = {
	message: 'The service is slow to answer. You can also enter the value by hand.',
	timeout: 5_000,
};

/** For agents, which pay per token. Workflows use the Edit Fields node instead. */
export const fields: INodeProperties = {
	displayName: 'Fields',
	name: 'fields',
	type: 'string',
	displayOptions: { show: { '@tool': [true] } },
	default: '',
	placeholder: 'e.g. url, result, generated_at',
	description:
		'The names of the fields to return to an AI agent, separated by commas. Leave empty to return all of them.',
};

/** `search` of listProjects and listReports. */
export const search: INodeProperties = {
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder: 'e.g. example.com',
	description:
		'The text to search for. Leave empty to list everything. Some services distinguish upper and lower case.',
	routing: { send: { type: 'query', property: 'search' } },
};

/** `search_by` of a list. */
export function searchBy(options: INodePropertyOptions[], defaultValue: string): INodeProperties {
	return {
		displayName: 'Search By',
		name: 'searchBy',
		type: 'options',
		options,
		default: defaultValue,
		description: 'The field to search in',
		routing: { send: { type: 'query', property: 'search_by' } },
	};
}

/** The parameters of a list. */
export function listOf(
	rows: string,
	filters: INodeProperties[],
	sortBy: INodePropertyOptions[],
	defaultSortBy: string,
): INodeProperties[] {
	const options: INodeProperties[] = [
		{
			displayName: 'Page Size',
			name: 'perPage',
			type: 'options',
			options: PAGE_SIZES.map((value) => ({ name: String(value), value })),
			default: 25,
			description:
				'How many results the service sends per request, not how many you get. Chosen for you unless you set it.',
			routing: { send: { type: 'query', property: 'per_page' } },
		},
		{
			displayName: 'Sort By',
			name: 'sortBy',
			type: 'options',
			options: sortBy,
			default: defaultSortBy,
			description: 'The field to sort the results by',
			routing: { send: { type: 'query', property: 'sort_by' } },
		},
		{
			displayName: 'Sort Order',
			name: 'sort',
			type: 'options',
			options: [
				{ name: 'Ascending', value: 'asc' },
				{ name: 'Descending', value: 'desc' },
			],
			default: 'desc',
			description: 'Whether to sort in ascending or descending order',
			routing: { send: { type: 'query', property: 'sort' } },
		},
	];
	return [
		// These two are not parameters of the service
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			displayOptions: { show: { returnAll: [false] } },
			default: 50,
			description: 'Max number of results to return',
		},
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			description: `Which ${rows} to list`,
			options: filters,
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'How to list them',
			options,
		},
	];
}

/** Restricts parameters to one operation of one resource. */
export function shownFor(
	resource: string,
	operation: string,
	properties: INodeProperties[],
): INodeProperties[] {
	return properties.map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...property.displayOptions?.show, resource: [resource], operation: [operation] },
		},
	}));
}
