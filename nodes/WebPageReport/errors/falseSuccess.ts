import { isRecord, recordOf, rowsIn } from '../shared/record';
import { deedOf, isRead, shortNameOf, type Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { CHECK_BASE_URL, TRY_LATER, unknownFate, WEB_PAGE } from './advice';
import { Failure } from './failure';
import type { Secrets } from './secrets';
import { clean, isMarkup, serviceWords } from './serviceWords';

/**
 * Says what is wrong with an answer that calls itself a success (2xx); undefined if it is one. Section 4.8 of the
 * interface document leaves bodies open: a delete is done whatever its body says, unless it says no.
 */
export function falseSuccess(body: unknown, target: Target, secrets: Secrets): Failure | undefined {
	if (typeof body === 'string' && body.trim() !== '') return unreadable(body, target, secrets);
	const { operation } = target;
	// Whatever stands beside them
	if (operation === 'getAll' && (rowsIn(body) ?? []).length > 0) return undefined;
	const refused = (title: string, advice: string) =>
		new Failure(title, advice, { fate: 'refused', words: serviceWords(body, secrets) });
	if (deniesSuccess(body, target)) {
		return isRead(target)
			? refused(`The service could not ${deedOf(target)}`, TRY_LATER)
			: refused(
					`The service did not ${deedOf(target)}`,
					`Nothing was ${operation}d. Correct what the service complains about.`,
				);
	}
	if (operation === 'getAll' ? rowsIn(body) : recordOf(body)) return undefined;
	if (operation === 'getAll') {
		return refused('The service returned something other than a list', CHECK_BASE_URL);
	}
	if (operation === 'get') {
		return refused(
			`The service returned nothing for ${shortNameOf(target)}`,
			`Find out with Get Many which reports there are. ${CHECK_BASE_URL}`,
		);
	}
	const words = operation === 'create' ? serviceWords(body, secrets) : '';
	if (words === '') return undefined;
	// They can say anything: that the report is being created, or that a quota is used up
	return unknownFate('The service returned no report', target, { words });
}

/** A success whose body is a text: a web page, or JSON that broke off. */
function unreadable(text: string, target: Target, secrets: Secrets): Failure | undefined {
	if (isMarkup(text)) {
		return unknownFate(WEB_PAGE, target, { forReads: '', more: CHECK_BASE_URL });
	}
	const isBroken = /^\s*[[{"]/.test(text);
	if (target.operation === 'delete' && !isBroken) return undefined;
	const words = isBroken ? '' : clean(text, secrets);
	return unknownFate("The service's answer could not be read", target, { isPassing: true, words });
}

/**
 * Whether an answer says that nothing was done. A record can have fields of these names, which say nothing
 * about the request; but to a delete, only its status and its result belong.
 */
function deniesSuccess(body: unknown, { operation }: Target): boolean {
	const isDelete = operation === 'delete';
	const { data, status: ofAll } = isObject(body) ? body : {};
	// JSend puts the complaint under data
	if (!isRecord(body) && /^(error|fail)$/i.test(toText(ofAll))) return true;
	const answers = [body, data].flat().filter(isObject);
	if (isDelete ? answers.some(({ deleted }) => deleted === true) : answers.some(isRecord)) {
		return false;
	}
	return answers.some((answer) => {
		const { deleted, success, ok, status, code, statusCode, status_code, result, error, errors } =
			answer;
		return (
			(isDelete && isNo(deleted)) ||
			[success, ok, ...(isRecord(answer) ? [] : [status, result])].some(isNo) ||
			[status, code, statusCode, status_code, result].some(isBadStatus) ||
			[error, errors].some(isComplaint)
		);
	});
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
