import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { isNamed, isRecord, recordOf, rowsIn } from '../shared/record';
import {
	actionOf,
	DONE,
	hasOtherPrivacy,
	isCostly,
	isRead,
	LONGEST_IN_TITLE,
	nameOf,
	type Target,
} from '../shared/target';
import { isObject, toText } from '../shared/value';
import { pageKeyOf } from '../shared/webAddress';
import { CHECK_BASE_URL, Failure, TRY_LATER, unknownFate, WEB_PAGE } from './failure';
import type { SentRequest } from './secrets';
import { clean, isMarkup, serviceWords, withoutJson } from './serviceWords';

/**
 * The failure behind a 2xx response; undefined if it is a success. docs/openapi.yaml leaves the body open, so a write is
 * called done, or not done, only if the body says so plainly.
 */
export function falseSuccess(
	{ statusCode, body: given }: IN8nHttpFullResponse,
	sent: SentRequest,
): Failure | undefined {
	const { target } = sent;
	// Only a 200 should have a body
	const empty = statusCode === 200 ? '' : null;
	const body: unknown = isBlank(given, target, statusCode) ? empty : given;
	// 202: it may be done later
	const code = statusCode === 202 ? '202' : undefined;
	if (typeof body === 'string' && body !== '') return unreadable(body, sent, code);
	// Only for failures: a page of a list has many words
	const words = () => serviceWords(body, sent);
	return isRead(target)
		? readFailure(body, target, words)
		: writeFailure(body, target, words, code);
}

/** Whether a body is empty. For a write, so is `{}`, and `[]` unless with a 200: that can be a list. */
function isBlank(body: unknown, target: Target, statusCode: number): boolean {
	if (typeof body === 'string') return body.trim() === '';
	if (body === undefined || isRead(target)) return body === undefined;
	if (Array.isArray(body)) return body.length === 0 && statusCode !== 200;
	return typeof body === 'object' && Object.keys(body ?? {}).length === 0;
}

/** A 2xx response whose body is text: a web page, truncated JSON, or words. */
function unreadable(text: string, sent: SentRequest, code?: string): Failure | undefined {
	const { target } = sent;
	// PHP prints its messages like this
	if (isMarkup(text) && !/^\s*<br ?\/?>\s*<b>/i.test(text)) {
		return unclear(WEB_PAGE, target, { forReads: '', more: CHECK_BASE_URL, code });
	}
	const isIdempotent = !isRead(target) && target.operation !== 'create';
	if (isIdempotent && YES.test(text.trim())) return undefined;
	const words = clean(withoutJson(text), sent);
	return words === ''
		? unclear("The service's response could not be read", target, { code })
		: unclear('The service returned text instead of data', target, { words, code });
}

/** A 2xx response that says neither yes nor no. A web page may be another server's. */
function unclear(title: string, target: Target, more: Parameters<typeof unknownFate>[2] = {}) {
	const isPage = title === WEB_PAGE;
	const fate = isRead(target) ? { isTransient: !isPage } : { isUnclear: !isPage };
	return unknownFate(title, target, { ...more, ...fate } as typeof more);
}

function readFailure(body: unknown, target: Target, words: () => string): Failure | undefined {
	const isList = target.operation === 'getAll';
	if (body === '' && isList) {
		// A 200 from a gateway, or from PHP without memory; other statuses say enough without a body
		return unknownFate('The service returned an empty response', target);
	}
	const refused = (title: string, advice: string) =>
		new Failure(title, advice, { fate: 'refused', words: words() });
	const { isRefusal, isComplaint, isYes, hasErrorCode, hasRecord } = statementsIn(body, target);
	const rows = isList ? rowsIn(body) : undefined;
	// Null or {} in place of rows is an empty list, unless a code beside it, with words, says why there are none
	const holder = isObject(body) && isObject(body.data) ? body.data : body;
	const lacksRows = rows?.length === 0 && isObject(holder) && !Array.isArray(holder.data);
	const isExcuse = lacksRows && hasErrorCode && !isYes && words() !== '' && !YES.test(words());
	// Rows beside an error may be some of them
	if (isRefusal || isExcuse || (isComplaint && (isList || !hasRecord))) {
		return refused(`The service could not ${actionOf(target)}`, TRY_LATER);
	}
	if (isList ? rows : recordOf(body)) return undefined;
	return isList
		? refused(
				'The service returned something other than a list',
				`${CHECK_BASE_URL} ${ASK_FOR_ARRAY}`,
			)
		: refused(
				`The service returned nothing for ${nameOf(target, LONGEST_IN_TITLE)}`,
				`Use Get Many to see which reports exist. ${CHECK_BASE_URL}`,
			);
}

/** PHP writes a list with gaps or in another order as an object, and JavaScript loses that order. */
const ASK_FOR_ARRAY = 'If it is correct, ask your report service to return the list as an array.';

function writeFailure(
	body: unknown,
	target: Target,
	words: () => string,
	code?: string,
): Failure | undefined {
	const { operation } = target;
	if (body === null || (body === '' && operation !== 'create')) return undefined;
	if (body === '') return unclear('The service returned an empty response', target);
	const { isRefusal, isComplaint, isYes, isStatus, hasRecord } = statementsIn(body, target);
	const isDelete = operation === 'delete';
	const isNo = isRefusal || (isComplaint && (isDelete || !isWhole(recordOf(body))));
	const isBoth = isNo && (isYes || (!isRefusal && hasRecord));
	if (isNo && !isBoth) {
		return new Failure(
			`The service did not ${actionOf(target)}`,
			`Nothing was ${DONE[operation]}. Do what the service asks for, if it said anything; otherwise, contact your report service.`,
			{ fate: 'refused', words: words() },
		);
	}
	// The report as it was before, e.g. because a redirect in between turned the write into a read
	const isOld = operation === 'update' && hasOtherPrivacy(recordOf(body), target);
	const isClear = !isBoth && !isOld;
	if (isClear && hasRecord) return undefined;
	const said = { words: words(), code };
	// Words beside it could mean that the analysis is only queued, or that the quota is used up
	const isPlain = said.words === '' ? isYes || isStatus : isYes && !isCostly(target);
	if (isClear && isPlain) return undefined;
	const title = isDelete ? 'The service gave no clear answer' : 'The service returned no report';
	return unclear(title, target, said);
}

/** Names of fields that report an outcome, and of those that hold an error. */
const SUCCESS = /^(ok|(is_?)?success(ful)?|succeeded)$/i;
const DELETED = /^(deleted|removed|affected)(_?(count|rows))?$/i;
const STATUS = /^(result|state|status|type|(status_?)?code)$/i;
const CODE = /^((ret|status)_?)?code$/i;
const ERROR = /^(errors?|err(or)?_?(code|msg|messages?))$/i;

/** What they say. A 0 is a no only as `success`, or as the count of a delete; elsewhere it says nothing. */
const YES = /^(true|yes|1|ok(ay)?|success(ful(ly)?)?|done|deleted|removed|updated|created)[.!]?$/i;
const COUNT = /^[1-9]\d*$/;
const NO = /^(false|no|0)$/i;
const FALSE = /^(false|no)$/i;
const OK_STATUS = /^2\d\d$/;
const BAD_STATUS = /^(error|fail(ed|ure)?|ko|nok|[45]\d\d)$/i;
/** Values of an error or a code that mean success; WeChat sends "ok" as `errmsg`. */
const NO_ERROR = /^(false|no( error)?|0+|2\d\d|none|null|ok|success)?$/i;

/** What a body says about its request. A record may have fields of the same names, which say nothing about that. */
function statementsIn(body: unknown, { operation, url }: Target) {
	const isDelete = operation === 'delete';
	const { data, meta } = isObject(body) ? body : {};
	// An address alone does not make it a record: a refusal may repeat that of the request
	const envelope = isObject(body) && !isNamed(body) ? body : {};
	const wholes = [body, envelope.data];
	const parts = [body, data, meta];
	// The rows of a list do not speak for it
	const answers = (operation === 'getAll' ? parts : parts.flat()).filter(isObject);
	const others = answers.filter((answer) => !isWhole(answer));
	// A delete has no record of its own to describe
	const outcomes = isDelete && isRecord(body) ? answers.slice(0, 1) : others;
	const holds = (name: RegExp, is: (said: unknown) => boolean, among = outcomes) =>
		among.flatMap(Object.entries<unknown>).some(([field, said]) => name.test(field) && is(said));
	const says = (name: RegExp, value: RegExp, among = outcomes) =>
		holds(name, (said) => value.test(toText(said)), among);
	return {
		/** A plain no, even beside a record. JSend puts the complaint under `data`. */
		isRefusal:
			wholes.some((whole) => whole === false || (isDelete && whole === 0)) ||
			/^(error|fail)$/i.test(toText(envelope.status)) ||
			says(SUCCESS, NO) ||
			(isDelete && says(DELETED, NO, answers)),
		isComplaint:
			says(/^(status|result)$/i, FALSE, others) ||
			says(STATUS, BAD_STATUS) ||
			holds(ERROR, isError),
		isYes:
			wholes.some(
				(whole) => whole === true || (operation !== 'create' && COUNT.test(toText(whole))),
			) ||
			says(SUCCESS, YES) ||
			(isDelete && (says(DELETED, YES, answers) || says(DELETED, COUNT, answers))),
		/** A status alone, as in the header. */
		isStatus: says(STATUS, OK_STATUS, others) || says(STATUS, YES, others),
		/** A code other than that of a success: 1 is a failure for Etherpad. */
		hasErrorCode: holds(CODE, isError),
		hasRecord: isAnswer(recordOf(body), url),
	};
}

/** Whether a record answers a request. An address alone does not, unless it is that of the page: it can lead anywhere. */
function isAnswer(record: unknown, page: unknown): boolean {
	if (!isRecord(record)) return false;
	return isNamed(record) || pageKeyOf(toText(record.url)) === pageKeyOf(toText(page));
}

/** Whether a record has a project, or both an ID and an address: either of those alone may be the request's. */
function isWhole(record: unknown): boolean {
	return isRecord(record) && ('project' in record || ('id' in record && 'url' in record));
}

function isError(said: unknown): boolean {
	if (typeof said === 'object' && said !== null) return Object.values(said).some(isError);
	return !NO_ERROR.test(toText(said).trim());
}
