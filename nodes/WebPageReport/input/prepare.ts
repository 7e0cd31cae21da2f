import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	NodeParameterValue,
} from 'n8n-workflow';

import { wrong } from '../errors/failure';
import { parametersOf } from '../resources/parameters';
import { isTool } from '../shared/n8n';
import type { Target } from '../shared/target';
import { toText } from '../shared/value';
import { checkedBody, checkedFields } from './fields';
import { checkedIdentifier } from './identifier';

/** A validated request for one item. */
export interface Prepared {
	target: Target;
	/** Its `url` is a path of docs/openapi.yaml. */
	request: IHttpRequestOptions;
	/** Maximum number of rows, for a list; Infinity for all. */
	limit: number;
	simplify: boolean;
	/** The fields to return from each record; all if empty. */
	fields: string[];
}

/**
 * Validates the request that n8n built for one item, with all expressions evaluated.
 *
 * @throws {Failure} for the first problem, before anything is sent
 */
export function prepare(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): Prepared {
	const chosen = {
		resource: context.getNodeParameter('resource'),
		operation: context.getNodeParameter('operation', ''),
	} as Target;
	const { named, path } = parametersOf(chosen);
	if (!path && Object.keys(named).length === 0) {
		const mustBe =
			'one that this node has. For any other, use an HTTP Request node with this credential';
		throw wrong('Operation', chosen.operation, mustBe);
	}
	const asTool = isTool(context.getNode());
	const qs = checkedFields(options.qs ?? {}, named, asTool);
	const body = checkedBody((options.body ?? {}) as IDataObject, named, chosen, asTool);
	const { resource, operation } = chosen;
	const identifier = path && checkedIdentifier(options.url, chosen, path.displayName);
	const url =
		identifier === undefined ? options.url : `/${resource}s/${encodeURIComponent(identifier)}`;
	const request = { ...options, url, qs, body };
	const target: Target = {
		...chosen,
		...(path && { identifier }),
		...(operation === 'create' && { url: toText(body.url) }),
		...('privacy' in body && { privacy: toText(body.privacy) }),
		...(operation === 'update' && {
			setsPassword: 'password' in body,
			triggersAnalysis: toText(body.results) === '1',
		}),
	};
	const given = (name: string, absent: NodeParameterValue, unset = absent) => {
		const value = context.getNodeParameter(name, absent);
		return asTool && (value ?? '') === '' ? unset : value;
	};
	const simplify = checkedSwitch(given('simplify', false, true), 'Simplify');
	const fields = [given('fields', '')].flat().map(toText).join(',');
	const returnAll = checkedSwitch(given('returnAll', false), 'Return All');
	const limit = returnAll ? Infinity : checkedLimit(given('limit', 50));
	return { target, request, limit, simplify, fields: fields.split(/[\s,]+/).filter(Boolean) };
}

/** @throws {Failure} unless Limit is a whole number of at least 1; a numeric string is accepted */
function checkedLimit(limit: unknown): number {
	const number = typeof limit === 'string' || typeof limit === 'number' ? Number(limit) : NaN;
	if (Number.isInteger(number) && number >= 1) return number;
	throw wrong('Limit', limit, 'a whole number of at least 1, or turn on Return All');
}

/** @throws {Failure} unless a toggle is true or false; the strings "true" and "false" are accepted */
function checkedSwitch(value: unknown, displayName: string): boolean {
	const text = String(value);
	if (text === 'true' || text === 'false') return text === 'true';
	throw wrong(displayName, value, 'true or false');
}
