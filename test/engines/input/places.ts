import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { locator, project, report } from '../../support/node';
import { PAGE } from './sandbox';

/** A value that no parameter of a kind can use, and what a person reads about it. */
export type BadValue = [value: NodeParameterValueType, title: string];

/** A parameter of an operation. */
export interface Place {
	/** What a person knows it by. */
	displayName: string;
	/** The node with a value in this place, where everything else is good. */
	withValue: (value: NodeParameterValueType) => INodeParameters;
	good: string | number;
	bad: BadValue[];
}

const noUrl: BadValue[] = [
	...[undefined, null, '', ' '].map((value): BadValue => [value, 'URL is empty']),
	...['example.com', 'ftp://example.com', 'http://', 'https:///path', 'https://a b.com', 5].map(
		(value): BadValue => [value, `URL is not a web address: "${String(value)}"`],
	),
	[{ address: PAGE }, 'URL is not a text'],
	[[PAGE], 'URL is not a text'],
];

const noPassword = [undefined, null, ''].map((value): BadValue => [value, 'Password is empty']);

const noSearch: BadValue[] = [
	[undefined, 'Search is empty'],
	[null, 'Search is empty'],
	[{ text: 'example' }, 'Search is not a text'],
	[['example'], 'Search is not a text'],
];

const noLimit: BadValue[] = [
	...[undefined, null, ''].map((value): BadValue => [value, 'Limit cannot be used: it is empty']),
	...[0, -1, 1.5, 'abc'].map((value): BadValue => [
		value,
		`Limit cannot be used: "${String(value)}"`,
	]),
	[{ max: 5 }, 'Limit cannot be used: "{"max":5}"'],
];

/** What no dropdown offers, and a value that looks like one that this dropdown offers. */
function notOffered(displayName: string, similar: string): BadValue[] {
	const title = (shown: string) => `${displayName} cannot be used: ${shown}`;
	return [
		...[undefined, null, ''].map((value): BadValue => [value, title('it is empty')]),
		...['other', similar, -1, 3, true].map((value): BadValue => [
			value,
			title(`"${String(value)}"`),
		]),
		[{ value: 1 }, title('"{"value":1}"')],
		[['a', 'b'], title('"["a","b"]"')],
	];
}

/** What leads to no record, and what would lead to another path. */
function noIdentifier(displayName: string, ...more: string[]): BadValue[] {
	return [
		...[undefined, null, '', ' '].map((value): BadValue => [value, `${displayName} is empty`]),
		...['.', '..', ' .. ', ...more].map((value): BadValue => [
			value,
			`${displayName} cannot be used: "${value.trim()}"`,
		]),
		[{ id: 1 }, `${displayName} cannot be used: "[object Object]"`],
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
): [string, Place] {
	return [
		`${displayName} of a list of ${resource}s`,
		{
			displayName,
			withValue: (value) => ({ resource, operation: 'getAll', [group]: { [name]: value } }),
			good,
			bad: notOffered(displayName, similar),
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
			bad: notOffered('Privacy', 'Private'),
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
			bad: notOffered('Privacy', '01'),
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
			bad: notOffered('New Results', 'Yes'),
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
	listPlace('report', 'filters', 'searchBy', 'Search By', 'project', 'URL'),
	listPlace('report', 'filters', 'result', 'Result', 'good', 'Good'),
	listPlace('report', 'options', 'perPage', 'Page Size', 25, '20'),
	listPlace('report', 'options', 'sortBy', 'Sort By', 'generated_at', 'created_at'),
	listPlace('report', 'options', 'sort', 'Sort Order', 'asc', 'ASC'),
	listPlace('project', 'filters', 'searchBy', 'Search By', 'project', 'url'),
	listPlace('project', 'options', 'perPage', 'Page Size', 100, '1000'),
	listPlace('project', 'options', 'sortBy', 'Sort By', 'project', 'id'),
	listPlace('project', 'options', 'sort', 'Sort Order', 'desc', 'descending'),
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
