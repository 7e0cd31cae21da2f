/**
 * The interface document as a table: one entry per operation, one row per parameter and value.
 * `interface.test.ts` checks it against the node's description and on the wire.
 */
export interface Operation {
	/** Section of the interface document. */
	section: string;
	resource: 'project' | 'report';
	operation: 'create' | 'delete' | 'get' | 'getAll' | 'update';
	method: string;
	/** Path with `42` or `example.com` as the identifier. */
	path: string;
	/** The request's own headers; null if absent, undefined if the document leaves them open. */
	accept: string | null | undefined;
	contentType: string | null;
	in: 'query' | 'body' | null;
	/** The required parameters. */
	required?: Values;
	/** What to send if there is nothing else to send. */
	example?: Values;
	parameters: Parameter[];
}

/** Parameters, keyed by their names in the document. */
export type Values = Record<string, string | number>;

export interface Parameter {
	name: string;
	/** Every allowed value, or examples if any text is allowed. */
	values: Array<string | number>;
	/** Null if the document states none. */
	default: string | number | null;
	/** Whether it is sent even if untouched. */
	always?: boolean;
	/** The parameters that a value requires, keyed by the value. */
	along?: Record<string, Values>;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const search: Parameter = {
	name: 'search',
	values: ['the search query', 'ä & ö = 100 % +?#/'],
	default: null,
};
const sort: Parameter = { name: 'sort', values: ['desc', 'asc'], default: 'desc' };
const perPage: Parameter = { name: 'per_page', values: [10, 25, 50, 100], default: 25 };
const password = ' any "text" & ÄÖ %20+ ';

export const operations: Operation[] = [
	{
		section: '4.1',
		resource: 'project',
		operation: 'getAll',
		method: 'GET',
		path: '/projects',
		accept: JSON_TYPE,
		contentType: null,
		in: 'query',
		parameters: [
			search,
			{ name: 'search_by', values: ['project'], default: 'project' },
			{ name: 'sort_by', values: ['created_at', 'project'], default: 'created_at' },
			sort,
			perPage,
		],
	},
	{
		section: '4.2',
		resource: 'project',
		operation: 'delete',
		method: 'DELETE',
		path: '/projects/example.com',
		accept: null,
		contentType: null,
		in: null,
		parameters: [],
	},
	{
		section: '4.3',
		resource: 'report',
		operation: 'getAll',
		method: 'GET',
		path: '/reports',
		accept: JSON_TYPE,
		contentType: null,
		in: 'query',
		parameters: [
			search,
			{ name: 'search_by', values: ['url', 'project'], default: 'url' },
			{ name: 'result', values: ['good', 'decent', 'bad'], default: null },
			{ name: 'sort_by', values: ['id', 'generated_at', 'url', 'result'], default: 'id' },
			sort,
			perPage,
		],
	},
	{
		section: '4.4',
		resource: 'report',
		operation: 'get',
		method: 'GET',
		path: '/reports/42',
		accept: JSON_TYPE,
		contentType: null,
		in: null,
		parameters: [],
	},
	{
		section: '4.5',
		resource: 'report',
		operation: 'create',
		method: 'POST',
		path: '/reports',
		accept: undefined,
		contentType: FORM_TYPE,
		in: 'body',
		required: { url: 'https://example.com/' },
		parameters: [
			{
				name: 'url',
				values: ['https://example.com/about', 'http://example.com/a b?c=d&e=%20+ä#f'],
				default: null,
			},
			{
				name: 'privacy',
				values: [0, 1, 2],
				default: 1,
				always: true,
				along: { 2: { password } },
			},
			{
				name: 'password',
				values: [password],
				default: null,
				along: { [password]: { privacy: 2 } },
			},
		],
	},
	{
		section: '4.6',
		resource: 'report',
		operation: 'update',
		method: 'PUT',
		path: '/reports/42',
		accept: undefined,
		contentType: FORM_TYPE,
		in: 'body',
		example: { results: 1 },
		parameters: [
			{ name: 'privacy', values: [0, 1, 2], default: null, along: { 2: { password } } },
			{ name: 'password', values: [password], default: null },
			{ name: 'results', values: [0, 1], default: 0 },
		],
	},
	{
		section: '4.7',
		resource: 'report',
		operation: 'delete',
		method: 'DELETE',
		path: '/reports/42',
		accept: null,
		contentType: null,
		in: null,
		parameters: [],
	},
];
