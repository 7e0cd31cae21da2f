import type { IDataObject, IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import { parametersOf } from '../resources/parameters';
import type { Target } from '../shared/target';
import { show, toText } from '../shared/value';
import { checkedBody, checkedFields } from './fields';
import { checkedIdentifier } from './identifier';

/** What is to be done for one item, checked. */
export interface Prepared {
	target: Target;
	/** Its address is a path of the interface document (section 4). */
	request: IHttpRequestOptions;
	/** How many rows of a list are wanted at the most; Infinity for all. */
	limit: number;
	/** Whether nested details are to be left out. */
	simplify: boolean;
}

/**
 * Reads what is to be done for one item, and makes sure that it can be. Works on the finished request,
 * so that values from expressions are checked like others.
 *
 * @param options the request that n8n has put together from the node's description
 * @throws {Failure} for the first thing that is wrong; nothing has been sent then
 */
export function prepare(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): Prepared {
	checkTimeout(options.timeout);
	const target = {
		resource: context.getNodeParameter('resource'),
		operation: context.getNodeParameter('operation'),
	} as Target;
	checkOperation(target);
	const { named, path } = parametersOf(target);
	const qs = checkedFields(options.qs ?? {}, named);
	const body = checkedBody((options.body ?? {}) as IDataObject, named, target);
	const request = { ...options, qs, body };
	if (target.operation === 'create') {
		target.url = toText(body.url);
		target.privacy = toText(body.privacy);
	}
	if (target.operation === 'update') target.isAnalysed = toText(body.results) === '1';
	if (path) {
		target.identifier = checkedIdentifier(options.url, target, path.displayName);
		request.url = `/${target.resource}s/${encodeURIComponent(target.identifier)}`;
	}
	const simplify = checkedSwitch(context.getNodeParameter('simplify', false), 'Simplify');
	if (target.operation !== 'getAll') return { target, request, limit: 1, simplify };

	const returnAll = checkedSwitch(context.getNodeParameter('returnAll'), 'Return All');
	const limit = returnAll ? Infinity : checkedLimit(context.getNodeParameter('limit'));
	return { target, request, limit, simplify };
}

/** What n8n adds to both dropdowns, for its HTTP Request node. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

const OPERATIONS: Record<string, string[] | undefined> = {
	project: ['delete', 'getAll'],
	report: ['create', 'delete', 'get', 'getAll', 'update'],
};

/** @throws {Failure} unless there is such an operation */
function checkOperation({ resource, operation }: Target): void {
	if ([resource, operation].includes(CUSTOM_API_CALL as never)) {
		throw new Failure(
			'A custom API call is not sent by this node',
			'Add an HTTP Request node, set its Authentication to Predefined Credential Type and choose the Web Page Report API credential. Or choose another Operation here.',
		);
	}
	if (OPERATIONS[resource]?.includes(operation)) return;
	throw new Failure(
		`There is no operation ${show(operation)} for ${show(resource)}`,
		'Choose one under Resource and Operation.',
	);
}

/** The longest time that a timer can wait, in milliseconds; beyond it, it does not wait at all. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** @throws {Failure} unless Timeout, which n8n adds to the node, is left out or can be waited for */
function checkTimeout(timeout: unknown): void {
	const time = Number(timeout ?? 1);
	if (time > 0 && time <= LONGEST_TIMEOUT) return;
	throw new Failure(
		`Timeout must be a number of milliseconds, not ${show(timeout)}`,
		"Enter 1 to 2147483647 under Request Options in the node's Settings.",
	);
}

/** @throws {Failure} unless Limit is a whole number of 1 or more, also as a text */
function checkedLimit(limit: unknown): number {
	const number = typeof limit === 'string' || typeof limit === 'number' ? Number(limit) : NaN;
	if (Number.isInteger(number) && number >= 1) return number;
	throw new Failure(
		`Limit must be a whole number, not ${show(limit)}`,
		'Enter 1 or more, or switch on Return All.',
		{ forModel: 'Provide Limit as a whole number of 1 or more.' },
	);
}

/** @throws {Failure} unless a switch is true or false, also as a text */
function checkedSwitch(value: unknown, displayName: string): boolean {
	const text = String(value);
	if (text === 'true' || text === 'false') return text === 'true';
	throw new Failure(
		`${displayName} must be true or false, not ${show(value)}`,
		`Correct the expression in ${displayName}.`,
		{ forModel: `Provide ${displayName} as true or false.` },
	);
}
