import { isRecord, rowsIn } from '../shared/record';
import { deedOf, isRead, type Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { CHECK_BASE_URL, TRY_LATER, unknownFate, WEB_PAGE } from './advice';
import { Failure } from './failure';
import type { Secrets } from './secrets';
import { isMarkup, serviceWords } from './serviceWords';

/**
 * Says what is wrong with an answer that calls itself a success (2xx); undefined if it is one.
 *
 * Section 4.8 of the interface document leaves bodies open. A delete is done whatever its body says, unless the body
 * says no, or something else than the service has answered.
 */
export function falseSuccess(body: unknown, target: Target, secrets: Secrets): Failure | undefined {
	if (typeof body === 'string' && body.trim() !== '') return unreadable(body, target);
	const isList = target.operation === 'getAll';
	// Whatever stands beside them
	if (isList && (rowsIn(body) ?? []).length > 0) return undefined;
	if (!deniesSuccess(body, target)) return undefined;
	const words = serviceWords(body, secrets);
	const title = `The service ${isRead(target) ? 'could' : 'did'} not ${deedOf(target)}`;
	const advice = isRead(target)
		? TRY_LATER
		: `Nothing was ${target.operation}d. Correct what the service complains about.`;
	return new Failure(title, advice, { fate: 'refused', words });
}

/** A success whose body is a text: a web page, or JSON that broke off. */
function unreadable(text: string, target: Target): Failure | undefined {
	if (isMarkup(text)) {
		return unknownFate(WEB_PAGE, target, { forReads: '', more: CHECK_BASE_URL });
	}
	if (target.operation === 'delete' && !/^\s*[[{]/.test(text)) return undefined;
	return unknownFate("The service's answer could not be read", target, { isPassing: true });
}

/**
 * Whether an answer says that nothing was done. A record can have fields of these names, which say nothing
 * about the request; but to a delete, none of them belongs.
 */
function deniesSuccess(body: unknown, { operation }: Target): boolean {
	const isDelete = operation === 'delete';
	const answers = [body, isObject(body) ? body.data : undefined].flat().filter(isObject);
	if (isDelete ? answers.some(({ deleted }) => deleted === true) : answers.some(isRecord)) {
		return false;
	}
	return answers.some(
		({ deleted, success, ok, status, code, result, error, errors }) =>
			(isDelete && isNo(deleted)) ||
			[success, ok].some(isNo) ||
			[status, code, result].some(isBadStatus) ||
			[error, errors].some(isComplaint),
	);
}

function isNo(value: unknown): boolean {
	return /^(false|no|0)$/i.test(toText(value));
}

/** A status within an answer, as a word or as that of HTTP. */
function isBadStatus(status: unknown): boolean {
	return /^(error|fail(ed|ure)?|[45]\d\d)$/i.test(toText(status));
}

/** Whether the field for an error holds one. */
function isComplaint(error: unknown): boolean {
	if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0;
	return !isNo(error) && toText(error).trim() !== '';
}
