import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { wrong } from '../errors/failure';
import type { NamedParameters } from '../resources/parameters';
import type { Target } from '../shared/target';
import { isObject, LEFT_BEHIND, toText } from '../shared/value';
import { pasted, webAddress } from '../shared/webAddress';

/** What an expression that found nothing leaves as a host, as in `https://{{ $json.domain }}`. */
const NO_HOST = /^(undefined|null|nan)$/;

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
		const single = isDate(value) ? value.toJSON() : value;
		if (parameter) checkField(single, parameter);
		checked[name] = single;
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
		throw wrong('Password', '', 'set if Privacy is Password; for an update, under Update Fields');
	}
	if (operation === 'update' && Object.keys(body).length === 0) {
		const names = Object.values(parameters).map((parameter) => parameter?.displayName);
		throw wrong('Update Fields', '', `at least one of these: ${names.join(', ')}`);
	}
	return body;
}

/** Whether a value is a date of n8n's, such as `$now`. In JSON, it is ISO text. */
function isDate(value: unknown): value is { toJSON(): string } {
	return isObject(value) && typeof value.toJSON === 'function';
}

/** @throws {Failure} unless the value of a parameter can be sent */
function checkField(value: unknown, parameter: INodeProperties): void {
	const { displayName, type, options = [], typeOptions } = parameter;
	const text = toText(value);
	if (type === 'options') {
		const allowed = options.flatMap((option) => ('value' in option ? [option] : []));
		if (allowed.some((option) => String(option.value) === text)) return;
		throw wrong(displayName, value, `one of these: ${allowed.map(choiceOf).join(', ')}`);
	}
	const isSecret = typeOptions?.password === true;
	// Services trim, so white space alone would list everything
	const isUsable = text.trim() !== '' && !LEFT_BEHIND.test(text);
	if (isUsable || (isSecret && text !== '')) return;
	throw wrong(
		displayName,
		isSecret ? value && '***' : value,
		'a single value. If it is an expression, switch the field to Expression',
	);
}

/** A dropdown value as n8n shows it, and as it is sent. */
function choiceOf({ name, value }: INodePropertyOptions): string {
	return name === String(value) ? name : `${name} (${String(value)})`;
}

/** @throws {Failure} unless it is the address of one web page */
function checkedUrl(url: unknown): string {
	const text = pasted(toText(url));
	const { hostname = '' } = webAddress(text) ?? {};
	// One address may hold another in its path or its query
	const isSeveral = /^https?:.*[^/=:?#]https?:\/\//is.test(text);
	// The URL parser silently removes line breaks
	const isBroken = /[\p{Cc}\u2028\u2029]/u.test(text);
	if (hostname !== '' && !NO_HOST.test(hostname) && !isSeveral && !isBroken) return text;
	throw wrong(
		'URL',
		text,
		'the full address of one web page, starting with https:// or http://. To analyse several pages, give each one its own item, for example with the Split Out node',
	);
}
