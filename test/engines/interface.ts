import { resolve } from 'node:path';

import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	NodeParameterValueType,
} from 'n8n-workflow';

import {
	type Operation as Documented,
	operations as documented,
	type Schema,
} from '../../sandbox/service/openapi';
import { locator } from '../support/node';

/** An operation of docs/openapi.yaml, and what it is in the node. */
export interface Operation extends Documented {
	resource: string;
	operation: string;
	in: 'query' | 'body';
	parameters: Parameter[];
	/** Values for the required parameters. */
	required: Values;
}

/** Values, keyed by their names in the document. */
export type Values = Record<string, NodeParameterValueType>;

export interface Parameter {
	name: string;
	schema: Schema;
	/** Every allowed value, or examples. */
	values: Array<string | number>;
}

const NODE = resolve(__dirname, '../../dist/nodes/WebPageReport/WebPageReport.node.js');
const { WebPageReport } = jest.requireActual<Record<string, new () => INodeType>>(NODE);
const properties = WebPageReport ? new WebPageReport().description.properties : [];

const TEXT = 'any "text" & ÄÖ = 100 %20 +?#/';
/** Examples of texts, by their format. */
const EXAMPLES: Record<string, string[]> = {
	date: ['2026-01-31'],
	'date-time': ['2026-01-31T12:00:00.000Z'],
	uri: ['https://example.com/', 'http://example.com/a b?c=d&e=%20+ä#f'],
};

function parameterOf([name, schema]: [string, Schema]): Parameter {
	const { enum: allowed, format, minimum, maximum } = schema;
	const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
	const examples = bounds.length > 0 ? bounds : (EXAMPLES[format ?? ''] ?? [TEXT]);
	return { name, schema, values: allowed ?? examples };
}

/** Every operation of docs/openapi.yaml. */
export const operations: Operation[] = documented.map((operation) => {
	// Such as listReports
	const [, verb = '', record = ''] = /^([a-z]+)(.+?)s?$/.exec(operation.operationId) ?? [];
	const { query, form } = operation;
	const parameters = Object.entries((form ?? query).properties ?? {}).map(parameterOf);
	const required = parameters.filter(({ name }) => form?.required?.includes(name));
	return {
		...operation,
		resource: record.toLowerCase(),
		operation: verb === 'list' ? 'getAll' : verb,
		in: form ? 'body' : 'query',
		parameters,
		required: Object.fromEntries(required.map(({ name, values }) => [name, values[0]])),
	};
});

/** The node's parameters for an operation, except notices and Fields of a tool, which takes any text. */
function topLevel({ resource, operation }: Operation): INodeProperties[] {
	return properties.filter(({ type, displayOptions }) => {
		const { show = {} } = displayOptions ?? {};
		const isShown = show.resource?.includes(resource) && show.operation?.includes(operation);
		return isShown && !show['@tool'] && type !== 'notice';
	});
}

/** The same, with those inside a collection in its place. */
export const shown = (operation: Operation): INodeProperties[] =>
	topLevel(operation).flatMap((property) =>
		property.type === 'collection' ? (property.options as INodeProperties[]) : property,
	);

/** Those that it sends in the query or body, by their names there. */
export function routed(parameters: INodeProperties[]): Map<string, INodeProperties> {
	return new Map(
		parameters.flatMap((property) => {
			const name = property.routing?.send?.property;
			return name === undefined ? [] : [[name, property]];
		}),
	);
}

function found(operation: Operation, name: string): INodeProperties {
	const property = routed(shown(operation)).get(name);
	if (!property) throw new Error(`The description does not route ${name}`);
	return property;
}

/** Whether a parameter is sent even if nobody sets it. */
export const isAlwaysSent = (operation: Operation, { name, schema }: Parameter) =>
	schema.default !== undefined && routed(topLevel(operation)).has(name);

/** The choices of a dropdown. */
export function choices(property: INodeProperties): INodePropertyOptions[] {
	return property.type === 'options' ? (property.options as INodePropertyOptions[]) : [];
}

/** The choice of an operation's resource, or of the operation itself. */
export function chosen(name: 'resource' | 'operation', operation: Operation) {
	const { resource } = operation;
	return properties
		.filter((property) => property.name === name)
		.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource) ?? true)
		.flatMap(choices)
		.find(({ value }) => value === operation[name]);
}

/** The node with some values and the required ones, and report 1 or the project example.com. */
export function nodeWith(operation: Operation, values: Values): INodeParameters {
	const parameters: INodeParameters = {
		resource: operation.resource,
		operation: operation.operation,
		limit: 1,
		reportId: locator('id', '1'),
		project: locator('name', 'example.com'),
	};
	const given = Object.entries({ ...operation.required, ...values }).map(
		([name, value]) => [found(operation, name).name, value] as const,
	);
	const set = Object.fromEntries(given);
	// n8n ignores what a collection does not have
	const collections = topLevel(operation).filter(({ type }) => type === 'collection');
	return {
		...parameters,
		...set,
		...Object.fromEntries(collections.map(({ name }) => [name, set])),
	};
}
