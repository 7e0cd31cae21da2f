import { isRecord, recordOf, rowsIn } from '../shared/record';
import { actionOf, DONE, isRead, LONGEST_IN_TITLE, nameOf, type Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { CHECK_BASE_URL, Failure, TRY_LATER, unknownFate, WEB_PAGE } from './failure';
import type { Secrets } from './secrets';
import { clean, isMarkup, serviceWords } from './serviceWords';

/**
 * The failure behind a 2xx response; undefined if it is a success. Section 4.8 of the interface document leaves a
 * delete's body open: the delete has succeeded unless the body reports a failure or cannot be read.
 */
export function falseSuccess(body: unknown, target: Target, secrets: Secrets): Failure | undefined {
	if (typeof body === 'string' && body !== '') return unreadable(body, target, secrets);
	const { operation } = target;
	if (body === '' && (operation === 'getAll' || operation === 'create')) {
		// A 200 from a gateway, or from PHP without memory; other statuses say enough without a body
		return unknownFate('The service returned an empty response', target);
	}
	if (operation === 'getAll' && (rowsIn(body) ?? []).length > 0) return undefined;
	const refused = (title: string, advice: string) =>
		new Failure(title, advice, { fate: 'refused', words: serviceWords(body, secrets) });
	if (deniesSuccess(body, target)) {
		return isRead(target)
			? refused(`The service could not ${actionOf(target)}`, TRY_LATER)
			: refused(
					`The service did not ${actionOf(target)}`,
					`Nothing was ${DONE[operation]}. Fix the problem if the service named one; otherwise, contact your report service.`,
				);
	}
	if (operation === 'getAll' ? rowsIn(body) : recordOf(body)) return undefined;
	if (operation === 'getAll') {
		return refused('The service returned something other than a list', CHECK_BASE_URL);
	}
	if (operation === 'get') {
		return refused(
			`The service returned nothing for ${nameOf(target, LONGEST_IN_TITLE)}`,
			`Use Get Many to see which reports exist. ${CHECK_BASE_URL}`,
		);
	}
	const words = operation === 'create' ? serviceWords(body, secrets) : '';
	if (words === '') return undefined;
	// It could mean that the report is being created, or that the quota is used up
	return unknownFate('The service returned no report', target, { words });
}

/** A 2xx response whose body is text: a web page, truncated JSON, or words. */
function unreadable(text: string, target: Target, secrets: Secrets): Failure | undefined {
	// PHP prints its messages like this
	if (isMarkup(text) && !/^\s*<br ?\/?>\s*<b>/i.test(text)) {
		return unknownFate(WEB_PAGE, target, { forReads: '', more: CHECK_BASE_URL });
	}
	const isBroken = /^\s*[[{"]/.test(text);
	const isWord = !isBroken && !isMarkup(text) && !COMPLAINT.test(text);
	if (isWord && (target.operation === 'delete' || target.operation === 'update')) return undefined;
	const words = isBroken ? '' : clean(text, secrets);
	const title = isBroken
		? "The service's response could not be read"
		: 'The service returned text instead of data';
	return unknownFate(title, target, { isTransient: true, words });
}

/** Words in errors that PHP or a gateway prints, even with status 200. */
const COMPLAINT =
	/\b(error|exception|denied|unauthori[sz]ed|forbidden|fail(ed|ure)|deprecated|warning|notice)\b/i;

/** Names of fields that report an outcome. */
const SUCCESS = /^(ok|(is_?)?success(ful)?|succeeded)$/i;
const DELETED = /^(deleted|removed|affected)(_?(count|rows))?$/i;
const STATUS = /^(result|state|status|type|(status_?)?code)$/i;
const ERROR = /^(errors?|err(or)?_?(code|msg|messages?))$/i;

/**
 * Whether a response says that nothing was done. A record may have fields of the same names, which say nothing about
 * the request. A delete may return the deleted record.
 */
function deniesSuccess(body: unknown, { operation }: Target): boolean {
	const isDelete = operation === 'delete';
	const { data, meta } = isObject(body) ? body : {};
	const envelope = isObject(body) && !isRecord(body) ? body : {};
	// An update may answer 0 because nothing changed
	const no: unknown[] = operation === 'update' ? [false] : [false, 0];
	if (no.includes(body) || no.includes(envelope.data)) return true;
	// JSend puts the complaint under `data`
	if (/^(error|fail)$/i.test(toText(envelope.status)) || has(envelope, SUCCESS, isNo)) return true;
	const answers = [body, data, meta].flat().filter(isObject);
	if (isDelete ? answers.some(({ deleted }) => deleted === true) : answers.some(isRecord)) {
		return false;
	}
	return answers.some((answer) => {
		if ((isDelete && has(answer, DELETED, isNo)) || has(answer, SUCCESS, isNo)) return true;
		if (answer !== body && isRecord(answer)) return false;
		const { status, result } = isRecord(answer) ? {} : answer;
		const isBad = [status, result].some(isNo) || has(answer, STATUS, isBadStatus);
		return isBad || has(answer, ERROR, isComplaint);
	});
}

function has(answer: object, name: RegExp, isSuch: (value: unknown) => boolean): boolean {
	return Object.entries(answer).some(([field, value]) => name.test(field) && isSuch(value));
}

function isNo(value: unknown): boolean {
	return /^(false|no|0)$/i.test(toText(value));
}

/** Whether a status in a body (a word or an HTTP status) reports a failure. */
function isBadStatus(status: unknown): boolean {
	return /^(error|fail(ed|ure)?|ko|nok|[45]\d\d)$/i.test(toText(status));
}

/** Whether an error field holds an error. WeChat puts "ok" there. */
function isComplaint(error: unknown): boolean {
	if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0;
	return !isNo(error) && !/^(no error|none|null|ok|success)?$/i.test(toText(error).trim());
}
