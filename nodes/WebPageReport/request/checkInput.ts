import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { Failure } from './failure';
import { checkedPath } from './identifier';
import { toText } from './items';
import type { RoutedFields } from './routedFields';
import { webAddress } from './webAddress';

/**
 * Checks what is about to be sent against the description of the node and the interface document,
 * section 4. Works on the finished request, so that values from expressions are checked like
 * others.
 *
 * @returns the request to send: without text fields that were left empty, and without a password
 *   where it has no meaning
 * @throws {Failure} for the first thing that is wrong; nothing has been sent then
 */
export function checkInput(
	request: IHttpRequestOptions,
	fields: RoutedFields,
): IHttpRequestOptions {
	checkTimeout(request.timeout);
	const qs = checkedFields(request.qs ?? {}, fields);
	const body = checkedFields((request.body ?? {}) as IDataObject, fields);

	if (request.method === 'POST') body.url = checkedUrl(body.url);
	if (request.method === 'PUT' || request.method === 'POST') checkPassword(body);
	if (request.method === 'PUT' && Object.keys(body).length === 0) {
		throw new Failure(
			'There is nothing to update',
			'Add at least one field under Update Fields: Password, Privacy or Results.',
		);
	}
	const url = fields.path ? checkedPath(request.url, fields.path.displayName) : request.url;
	return { ...request, url, qs, body };
}

/** The longest time that a timer can wait, in milliseconds; beyond it, it does not wait at all. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

function checkTimeout(timeout: unknown): void {
	const time = Number(timeout ?? 1);
	if (time > 0 && time <= LONGEST_TIMEOUT) return;
	throw new Failure(
		`Timeout cannot be used: ${show(timeout)}`,
		'Enter a number of milliseconds from 1 to 2147483647 under Timeout in the Request Options of the node.',
	);
}

/** @throws {Failure} unless `limit` is a whole number of 1 or more */
export function checkLimit(limit: unknown): number {
	const number = isSingle(limit) ? Number(limit) : NaN;
	if (!Number.isInteger(number) || number < 1) {
		throw new Failure(
			`Limit cannot be used: ${show(limit)}`,
			'Enter a whole number of 1 or more under Limit, or switch on Return All.',
		);
	}
	return number;
}

/** @throws {Failure} unless a switch is true or false, also as a text */
export function checkSwitch(value: unknown, displayName: string): boolean {
	const text = String(value);
	if (text !== 'true' && text !== 'false') {
		throw new Failure(
			`${displayName} cannot be used: ${show(value)}`,
			`The expression under ${displayName} has to give true or false.`,
		);
	}
	return text === 'true';
}

/** Every field that holds something, after a check that its parameter allows the value. */
function checkedFields(values: IDataObject, fields: RoutedFields): IDataObject {
	const checked: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		const field = fields.named[name];
		if (field) checkField(value, field);
		if (value !== '') checked[name] = value;
	}
	return checked;
}

function checkField(value: unknown, { displayName, type, options = [] }: INodeProperties): void {
	if (type === 'options') {
		const allowed = options.flatMap((option) => ('value' in option ? [option] : []));
		if (!isSingle(value) || !allowed.some((option) => String(option.value) === String(value))) {
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

/** `password` applies when `privacy` is 2 (sections 4.5, 4.6); an update can change it alone. */
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

function isSingle(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}

/** A value as a person can recognise it in a message. */
function show(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'it is empty';
	const text = toText(value) || JSON.stringify(value);
	return `"${text.length > 100 ? `${text.slice(0, 100)}…` : text}"`;
}
