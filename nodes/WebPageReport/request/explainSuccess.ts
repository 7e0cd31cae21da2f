import { CHECK_BASE_URL, openFailure } from './advice';
import { Failure } from './failure';
import { isObject, isRecord, toText } from './items';
import type { Secrets } from './secrets';
import { isCollection, isRead, type Sent, subjectOf } from './sent';
import { isMarkup, wordsOf } from './words';

/**
 * Says what is wrong with an answer that calls itself a success (2xx), or nothing where it is one.
 *
 * Section 4.8 of the interface document leaves bodies open. A delete is done whatever its body says,
 * unless that is no or shows that something else has answered.
 */
export function explainSuccess(
	body: unknown,
	request: Sent,
	secrets: Secrets,
): Failure | undefined {
	if (typeof body === 'string' && body.trim() !== '') return explainText(body, request);
	const isList = isRead(request) && isCollection(request);
	if ((isList && !isEmptyList(body)) || !deniesSuccess(body, request)) return undefined;
	const words = wordsOf(body, secrets);
	const what = isRead(request) ? 'The service did not give' : 'The service did not do this for';
	const title = `${what} ${subjectOf(request)}${words && `: ${words}`}`;
	return request.method === 'DELETE'
		? new Failure(title, 'Nothing was deleted. Correct what the service complains of.')
		: openFailure(title, request, {});
}

/** A success whose body is a text: a web page, or JSON that broke off. */
function explainText(text: string, request: Sent): Failure | undefined {
	if (isMarkup(text)) {
		return openFailure('The address answered with a web page instead of data', request, {
			forReads: '',
			more: CHECK_BASE_URL,
		});
	}
	if (request.method === 'DELETE' && !/^\s*[[{]/.test(text)) return undefined;
	return openFailure(`The answer for ${subjectOf(request)} could not be read`, request, {
		retry: { of: 'reads' },
	});
}

/**
 * Whether the answer to a write says that it was not done. A report can have fields of these names:
 * its record says nothing about the write.
 */
function deniesSuccess(body: unknown, { method }: Sent): boolean {
	const isDelete = method === 'DELETE';
	const answers = [body, isObject(body) ? body.data : undefined].flat().filter(isObject);
	if (!isDelete && answers.some(isRecord)) return false;
	return answers.some(
		({ deleted, success, ok, status, code, result, error, errors }) =>
			(isDelete && isNo(deleted)) ||
			[success, ok].some(isNo) ||
			[status, code, result].some(isBadStatus) ||
			[error, errors].some(isComplaint),
	);
}

/** Whether an answer holds a list without rows; what holds none has a message of its own. */
function isEmptyList(body: unknown): boolean {
	return isObject(body) && Array.isArray(body.data) && body.data.length === 0;
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
