import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { locator, project, report } from '../../support/node';
import { PAGE } from './sandbox';

/** A value that no parameter of a kind can use, and what a person reads about it. */
export type BadValue = [value: NodeParameterValueType, title: string, advice: string];

/** A parameter of an operation. */
export interface Place {
	/** What a person knows it by. */
	displayName: string;
	/** The node with a value in this place, where everything else is good. */
	withValue: (value: NodeParameterValueType) => INodeParameters;
	good: string | number;
	bad: BadValue[];
}

/** What an expression can give in place of a text. */
const noText = (displayName: string, list: unknown, object: unknown): BadValue[] => {
	const title = `${displayName} must be text, not`;
	const advice = `Point the expression in ${displayName} to a single value.`;
	return [
		[list as string, `${title} a list`, advice],
		[object as string, `${title} an object`, advice],
	];
};

const noValue = (displayName: string): BadValue[] =>
	[undefined, null].map((value): BadValue => [
		value,
		`${displayName} is empty`,
		`The expression in ${displayName} returned no value for this item. Correct it.`,
	]);

const noUrl: BadValue[] = [
	...noValue('URL'),
	...['', ' '].map((value): BadValue => [
		value,
		'URL is empty',
		'Enter the address of the page to analyse.',
	]),
	...[
		...['example.com', 'see https://a.com', 'ftp://example.com', 'https:example.com', 'http://'],
		...['https:///path', 'https://a b.com', 'https://a\nb.com', 'https://a\tb.com', 5],
	].map((value): BadValue => [
		value,
		'URL is not a web address',
		`Enter the full address, starting with https:// or http://. It is now "${String(value)}".`,
	]),
	[
		'x'.repeat(101),
		'URL is not a web address',
		`Enter the full address, starting with https:// or http://. It is now "${'x'.repeat(100)}…".`,
	],
	...noText('URL', [PAGE], { address: PAGE }),
];

const noPassword: BadValue[] = [
	...noValue('Password'),
	['', 'Password is empty', 'Enter a password, or choose another Privacy.'],
];

const noSearch: BadValue[] = [
	...noValue('Search'),
	...noText('Search', ['example'], { text: 'example' }),
];

const noLimit: BadValue[] = (
	[
		...[undefined, null].map((value) => [value, 'a whole number, not empty']),
		['', '1 or more, not empty'],
		...[0, '0', -5, '-5'].map((value) => [value, `1 or more, not "${String(value)}"`]),
		...[1.5, 'abc'].map((value) => [value, `a whole number, not "${String(value)}"`]),
		[{ max: 5 }, 'a whole number, not "{"max":5}"'],
	] as Array<[NodeParameterValueType, string]>
).map(([value, rest]) => [
	value,
	`Limit must be ${rest}`,
	'Enter 1 or more, or switch on Return All.',
]);

const noSwitch = (displayName: string): BadValue[] =>
	(
		[
			...[undefined, null, ''].map((value) => [value, 'empty']),
			...['yes', 1].map((value) => [value, `"${String(value)}"`]),
		] as Array<[NodeParameterValueType, string]>
	).map(([value, shown]) => [
		value,
		`${displayName} must be true or false, not ${shown}`,
		`Correct the expression in ${displayName}.`,
	]);

/** What no dropdown offers, and a value that looks like one that this dropdown offers. */
function notOffered(displayName: string, similar: string, choices: string): BadValue[] {
	const values = [
		...[undefined, null].map((value) => [value, 'empty']),
		...['other', similar, -1, 3, true].map((value) => [value, `"${String(value)}"`]),
		[{ value: 1 }, '"{"value":1}"'],
		[['a', 'b'], '"["a","b"]"'],
		['x'.repeat(31), `"${'x'.repeat(30)}…"`],
	] as Array<[string, string]>;
	return values.map(([value, shown]) => [
		value,
		`${displayName} cannot be ${shown}`,
		`Choose one of these: ${choices}.`,
	]);
}

const PRIVACY = 'Password (2), Private (1), Public (0)';

/** What leads to no record, and what would lead to another path. */
function noIdentifier(displayName: 'Project' | 'Report', ...more: string[]): BadValue[] {
	const [none, other] =
		displayName === 'Report'
			? [
					'Choose a report from the list, or enter its ID. If Report is an expression, it returned no value for this item.',
					'Enter the ID of a report, such as 42, or the address of a report, such as https://reports.example.com/reports/42. To find the report of a page, choose it From List, or use Get Many with Search.',
				]
			: [
					'Choose a project from the list, or enter its name. If Project is an expression, it returned no value for this item.',
					'Enter the name of a project, such as example.com.',
				];
	const cannotBe = (value: string) =>
		`${displayName} cannot be "${value.length > 30 ? `${value.slice(0, 30)}…` : value}"`;
	return [
		...[undefined, null, '', ' '].map((value): BadValue => [
			value,
			`${displayName} is empty`,
			none,
		]),
		...['.', '..', ' .. ', ...more].map((value): BadValue => [
			value,
			cannotBe(value.trim()),
			other,
		]),
		[{ id: 1 }, cannotBe('[object Object]'), other],
	];
}

/** A dropdown that a list can be narrowed or ordered with. */
function listPlace(
	resource: string,
	group: 'filters' | 'options',
	name: string,
	displayName: string,
	good: string | number,
	similar: string,
	choices: string,
): [string, Place] {
	return [
		`${displayName} of a list of ${resource}s`,
		{
			displayName,
			withValue: (value) => ({ resource, operation: 'getAll', [group]: { [name]: value } }),
			good,
			bad: notOffered(displayName, similar, choices),
		},
	];
}

/** A report to work on, given in one of the modes of its locator. */
function reportPlace(operation: string, mode: string, ...more: string[]): [string, Place] {
	return [
		`Report to ${operation}, given by ${mode},`,
		{
			displayName: 'Report',
			withValue: (value) =>
				report(operation, { reportId: locator(mode, value), updateFields: { privacy: 0 } }),
			good: 1,
			bad: noIdentifier('Report', 'a/b', '/', '../projects', ...more),
		},
	];
}

/** A project to delete, given in one of the modes of its locator. */
function projectPlace(mode: string): [string, Place] {
	return [
		`Project to delete, given by ${mode},`,
		{
			displayName: 'Project',
			withValue: (value) => project('delete', { project: locator(mode, value) }),
			good: 'example.com',
			bad: noIdentifier('Project'),
		},
	];
}

/** A field of an update, beside others. */
export function updateField(name: string, others: INodeParameters = {}) {
	return (value: NodeParameterValueType) =>
		report('update', {
			reportId: locator('id', '1'),
			updateFields: { ...others, [name]: value },
		});
}

/** Every parameter that can be given a bad value. */
export const places: Array<[string, Place]> = [
	[
		'URL of a new report',
		{
			displayName: 'URL',
			withValue: (url) => report('create', { url, privacy: 1 }),
			good: PAGE,
			bad: noUrl,
		},
	],
	[
		'Privacy of a new report',
		{
			displayName: 'Privacy',
			withValue: (privacy) => report('create', { url: PAGE, privacy, password: 'secret' }),
			good: 2,
			bad: notOffered('Privacy', 'Private', PRIVACY),
		},
	],
	[
		'Password of a new report',
		{
			displayName: 'Password',
			withValue: (password) => report('create', { url: PAGE, privacy: 2, password }),
			good: 'secret',
			bad: noPassword,
		},
	],
	[
		'Privacy of an update',
		{
			displayName: 'Privacy',
			withValue: updateField('privacy'),
			good: 0,
			bad: notOffered('Privacy', '01', PRIVACY),
		},
	],
	[
		'Password of an update',
		{
			displayName: 'Password',
			withValue: updateField('password', { privacy: 2 }),
			good: 'secret',
			bad: noPassword,
		},
	],
	[
		'New Results of an update',
		{
			displayName: 'New Results',
			withValue: updateField('results'),
			good: 1,
			bad: notOffered('New Results', 'Yes', 'Analyse the Page Again (1), Keep Current Results (0)'),
		},
	],
	...['report', 'project'].flatMap((resource): Array<[string, Place]> => [
		[
			`Limit of a list of ${resource}s`,
			{
				displayName: 'Limit',
				withValue: (limit) => ({ resource, operation: 'getAll', limit }),
				good: 3,
				bad: noLimit,
			},
		],
		[
			`Search of a list of ${resource}s`,
			{
				displayName: 'Search',
				withValue: (search) => ({ resource, operation: 'getAll', filters: { search } }),
				good: 'example',
				bad: noSearch,
			},
		],
	]),
	...['report', 'project'].map((resource): [string, Place] => [
		`Return All of a list of ${resource}s`,
		{
			displayName: 'Return All',
			withValue: (returnAll) => ({ resource, operation: 'getAll', returnAll }),
			good: 'true',
			bad: noSwitch('Return All'),
		},
	]),
	...['getAll', 'get', 'create', 'update'].map((operation): [string, Place] => [
		`Simplify of ${operation}`,
		{
			displayName: 'Simplify',
			withValue: (simplify) =>
				report(operation, {
					reportId: locator('id', '1'),
					url: PAGE,
					updateFields: { privacy: 0 },
					simplify,
				}),
			good: 'false',
			bad: noSwitch('Simplify'),
		},
	]),
	listPlace(
		'report',
		'filters',
		'searchBy',
		'Search By',
		'project',
		'URL',
		'Project (project), URL (url)',
	),
	listPlace(
		'report',
		'filters',
		'result',
		'Result',
		'good',
		'Good',
		'Bad (bad), Decent (decent), Good (good)',
	),
	listPlace('report', 'options', 'perPage', 'Page Size', 25, '20', '10, 25, 50, 100'),
	listPlace(
		'report',
		'options',
		'sortBy',
		'Sort By',
		'generated_at',
		'created_at',
		'Date Created (id), Date Generated (generated_at), Result (result), URL (url)',
	),
	listPlace(
		'report',
		'options',
		'sort',
		'Sort Order',
		'asc',
		'ASC',
		'Ascending (asc), Descending (desc)',
	),
	listPlace('project', 'filters', 'searchBy', 'Search By', 'project', 'url', 'Name (project)'),
	listPlace('project', 'options', 'perPage', 'Page Size', 100, '1000', '10, 25, 50, 100'),
	listPlace(
		'project',
		'options',
		'sortBy',
		'Sort By',
		'project',
		'id',
		'Date Created (created_at), Name (project)',
	),
	listPlace(
		'project',
		'options',
		'sort',
		'Sort Order',
		'desc',
		'descending',
		'Ascending (asc), Descending (desc)',
	),
	reportPlace('get', 'list'),
	reportPlace('get', 'id', PAGE),
	reportPlace('update', 'id'),
	reportPlace('delete', 'id'),
	reportPlace(
		'delete',
		'url',
		PAGE,
		'https://reports.example.com/reports/',
		'https://reports.example.com/reports/?page=2',
		'reports.example.com/reports/1',
	),
	projectPlace('list'),
	projectPlace('name'),
];
