import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import type { NamedParameters } from '../resources/parameters';
import type { Target } from '../shared/target';
import { show, toText } from '../shared/value';
import { webAddress } from '../shared/webAddress';

/**
 * Every field that holds something, in the query or the body.
 *
 * @throws {Failure} for the first value that its parameter does not allow
 */
export function checkedFields(values: IDataObject, parameters: NamedParameters): IDataObject {
	const checked: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		const parameter = parameters[name];
		if (parameter) checkField(value, parameter);
		if (value !== '') checked[name] = value;
	}
	return checked;
}

/**
 * The fields of a body (interface document, sections 4.5 and 4.6), without a password where it has no meaning.
 *
 * @throws {Failure} for the first thing that is wrong
 */
export function checkedBody(
	values: IDataObject,
	parameters: NamedParameters,
	{ operation }: Target,
): IDataObject {
	const body = checkedFields(values, parameters);
	if (operation === 'create') body.url = checkedUrl(body.url);
	checkPassword(body);
	if (operation === 'update' && Object.keys(body).length === 0) {
		throw new Failure(
			'There is nothing to update',
			'Add at least one field under Update Fields: New Results, Password or Privacy.',
		);
	}
	return body;
}

function checkField(value: unknown, { displayName, type, options = [] }: INodeProperties): void {
	if (type === 'options') {
		const allowed = options.flatMap((option) => ('value' in option ? [option] : []));
		const isSingle = typeof value === 'string' || typeof value === 'number';
		if (!isSingle || !allowed.some((option) => String(option.value) === String(value))) {
			throw new Failure(
				`${displayName} cannot be used: ${show(value)}`,
				`Choose one of these under ${displayName}: ${allowed.map((option) => `${option.name} (${String(option.value)})`).join(', ')}.`,
			);
		}
	} else if (value === undefined || value === null) {
		throw new Failure(
			`${displayName} is empty`,
			`The expression under ${displayName} gave no value for this item. Correct the expression.`,
		);
	} else if (typeof value === 'object') {
		throw new Failure(
			`${displayName} is not a text`,
			`The expression under ${displayName} gave ${Array.isArray(value) ? 'a list' : 'an object'}. Point it to a single value.`,
		);
	}
}

/** @throws {Failure} unless a text is the address of a web page */
function checkedUrl(url: unknown): string {
	const text = toText(url).trim();
	if (text === '') {
		throw new Failure('URL is empty', 'Enter the address of the web page to analyse under URL.');
	}
	// A line break would be left out silently, and make one address of two
	if (/[\r\n\t]/.test(text) || !webAddress(text)) {
		throw new Failure(
			`URL is not a web address: ${show(text)}`,
			'Enter the full address of the page under URL, starting with https:// or http://, e.g. https://example.com/about.',
		);
	}
	return text;
}

/** `password` applies when `privacy` is 2; an update can change it alone. */
function checkPassword(body: IDataObject): void {
	const privacy = body.privacy === undefined ? undefined : Number(body.privacy);
	if (privacy === 2 && body.password === undefined) {
		throw new Failure(
			'Password is empty',
			'Privacy is set to Password. Enter the password that visitors have to give under Password, or choose another Privacy.',
		);
	}
	if (privacy === 0 || privacy === 1) delete body.password;
}
