import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import type { NamedParameters, Parameter } from '../resources/parameters';
import { LONGEST_NAME, type Target } from '../shared/target';
import { shorten, show, toText } from '../shared/value';
import { pasted, webAddress } from '../shared/webAddress';

/**
 * The fields of a query or body that are set. Throws for the first invalid value.
 *
 * @param isTool whether a model gives the values: it sets what it does not need to null
 */
export function checkedFields(
	values: IDataObject,
	parameters: NamedParameters,
	isTool: boolean,
): IDataObject {
	const checked: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		const parameter = parameters[name];
		const isLeftOut = isTool && !parameter?.required && (value ?? '') === '';
		// Empty means not set, even for a dropdown
		if (value === '' || isLeftOut) continue;
		if (parameter) checkField(value, parameter);
		checked[name] = value;
	}
	return checked;
}

/** The fields of a body (createReport, updateReport). Throws for the first problem. */
export function checkedBody(
	values: IDataObject,
	parameters: NamedParameters,
	{ operation }: Target,
	isTool: boolean,
): IDataObject {
	const { password, ...others } = values;
	const body = checkedFields(others, parameters, isTool);
	if (operation === 'create') {
		body.url = checkedUrl(body.url);
		body.privacy ??= parameters.privacy?.default;
	}
	// Only used with privacy 2, but an update may send it on its own
	if ('password' in values && !['0', '1'].includes(toText(body.privacy))) {
		Object.assign(body, checkedFields({ password }, parameters, isTool));
	}
	if (Number(body.privacy) === 2 && body.password === undefined) {
		const where =
			'password' in values || operation === 'create' ? '' : 'Add Password under Update Fields. ';
		throw new Failure(
			'Password is empty',
			`${where}Enter a password, or choose a different Privacy.`,
		);
	}
	if (operation === 'update' && Object.keys(body).length === 0) {
		const names = Object.values(parameters).map((parameter) => parameter?.displayName);
		throw new Failure(
			'Nothing to update',
			`Add at least one field under Update Fields: ${names.join(', ')}.`,
		);
	}
	return body;
}

function checkField(value: unknown, { displayName, type, options = [], kind }: Parameter): void {
	if (type === 'options') {
		const allowed = options.flatMap((option) => ('value' in option ? [option] : []));
		if (!allowed.some((option) => String(option.value) === toText(value))) {
			const choices = allowed.map(choiceOf).join(', ');
			throw new Failure(
				`${displayName} cannot be ${show(value)}`,
				`Choose one of these: ${choices}${kind ? `, or remove the ${kind}` : ''}.`,
			);
		}
	} else if (value === undefined || value === null) {
		throw new Failure(
			`${displayName} is empty`,
			`The expression in ${displayName} returned no value for this item. Fix the expression.`,
		);
	} else if (typeof value === 'object') {
		throw new Failure(
			`${displayName} must be text, not ${Array.isArray(value) ? 'a list' : 'an object'}`,
			`Change the expression in ${displayName} so that it returns a single value.`,
		);
	}
}

/** A dropdown value as n8n shows it, and as it is sent. */
function choiceOf({ name, value }: INodePropertyOptions): string {
	return name === String(value) ? name : `${name} (${String(value)})`;
}

/** @throws {Failure} unless it is the address of one web page */
function checkedUrl(url: unknown): string {
	const text = pasted(toText(url));
	if (text === '') throw new Failure('URL is empty', 'Enter the address of the page to analyse.');
	// One address may hold another in its path or its query
	if (/^https?:.*[^/=:?#]https?:\/\//is.test(text)) {
		throw new Failure(
			'URL contains more than one address',
			'Enter one address. To analyse several pages, give each one its own item, for example with the Split Out node.',
		);
	}
	// The URL parser silently removes line breaks
	if (/[\p{Cc}\u2028\u2029]/u.test(text) || !webAddress(text)) {
		throw new Failure(
			'URL is not a web address',
			`Enter the full address, starting with https:// or http://. The current value is "${shorten(text, LONGEST_NAME)}".`,
		);
	}
	return text;
}
