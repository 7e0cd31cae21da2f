import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { isRead, type Target } from '../shared/target';
import { toText } from '../shared/value';
import { pageKeyOf } from '../shared/webAddress';
import { type Content, isMarkup, isWhole, type Said, saidIn } from './content';
import type { Redirect } from './redirect';

/** Response headers, with names in lower case. */
export type Headers = IN8nHttpFullResponse['headers'];

/** A response, read once. */
export interface Answer {
	status: number;
	headers: Headers;
	content: Content;
	/** Where it redirects to, if it names an address. */
	redirect?: Redirect;
}

/**
 * What became of a request that was answered.
 * - `done`: the answer holds what was asked for.
 * - `refused`: the service said no, so nothing was done; or a read got no usable answer.
 * - `rate-limited`: the service received too many requests (429), so nothing was done.
 * - `unknown`: nobody knows whether it was done.
 */
export interface Verdict {
	fate: 'done' | 'refused' | 'rate-limited' | 'unknown';
	/** Whether the same request may succeed a moment later. */
	isTransient?: boolean;
	/** Whether there is no such record or page. */
	isGone?: boolean;
	/** What a 2xx says in its fields if it does not show it. */
	says?: 'yes' | 'no';
	/** The record that came with such a yes. */
	record?: IDataObject;
}

/** Headers that only firewalls send, each with a public report of it. */
const FIREWALLS = [
	'cf-mitigated', // https://github.com/openai/codex/issues/16052
	'sg-captcha', // https://github.com/woocommerce/woocommerce/issues/52896
	'x-amzn-waf-action', // https://github.com/wappalyzer/wappalyzer/issues/6021
	'x-vercel-mitigated', // https://github.com/vercel-labs/vgpu/pull/228
];

/** The server ran out of time, or is overloaded: nginx sends 499, CloudLinux 508, hosting panels 509, CDNs 520 and above. */
const OVERLOADED = [
	408, 499, 502, 503, 504, 508, 509, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530,
];

/** The server has not processed the request, so the same one may succeed. */
const NOT_PROCESSED = [421, 425];

/** Whether a firewall answered instead of the service. Limits are often a firewall's job, so a 429 does not count. */
export function isFromFirewall({ status, headers }: Answer): boolean {
	return status !== 429 && FIREWALLS.some((name) => headers[name] !== undefined);
}

/**
 * Decides what became of a request from status, headers and structure; the first line that fits decides. Texts, which
 * anybody can write, are for messages: no word in them makes a write done, not done, or sent again.
 */
export function verdictOf(answer: Answer, target: Target): Verdict {
	const { status, content, redirect } = answer;
	if (status === 429) return { fate: 'rate-limited' };
	if (isFromFirewall(answer)) return { fate: 'refused' };
	if (NOT_PROCESSED.includes(status)) return { fate: 'refused', isTransient: true };
	if (OVERLOADED.includes(status)) return { fate: 'unknown', isTransient: true };
	if (status >= 500 && status !== 501) return { fate: 'unknown' };
	if (status >= 400) return { fate: 'refused', isGone: status === 404 || status === 410 };
	if (status >= 300) {
		// A 302 or 303 may follow what was done
		const hasMoved = redirect?.leads === 'moved' && [301, 307, 308].includes(status);
		return { fate: isRead(target) || hasMoved ? 'refused' : 'unknown' };
	}
	if (content.text !== undefined) {
		return { fate: 'unknown', isTransient: isRead(target) && !isMarkup(content.text) };
	}
	const said = saidIn(content, target);
	if (holdsWhatWasAsked(answer, target, said)) return { fate: 'done' };
	if (!isRead(target)) return { fate: 'unknown', ...saidOfWrite(answer, target, said) };
	return said === 'no' ? { fate: 'refused', says: 'no' } : { fate: 'refused' };
}

/** Whether a 2xx holds what was asked for. The record itself can outweigh a no. */
function holdsWhatWasAsked({ status, content }: Answer, target: Target, said: Said): boolean {
	const { rows, record, isEmpty } = content;
	const isNo = said === 'no' || said === 'both';
	// An ID alone may be that of the envelope
	const isShown = record !== undefined && (isWhole(record) || isConfirmed(status, said));
	switch (target.operation) {
		case 'getAll':
			// PHP without memory, and some gateways, answer 200 with nothing
			if (!rows || (isEmpty && status === 200)) return false;
			return !isNo || (said === 'both' && rows.length > 0);
		case 'get':
			return isWhole(record) || (record !== undefined && !isNo && !contradicts(record, target));
		case 'create':
			// The page's own report outweighs what failed beside it
			if (isWhole(record) && pageKeyOf(toText(record.url)) === pageKeyOf(target.url ?? '')) {
				return true;
			}
			return !isNo && isShown;
		default:
			if (isNo || (record && contradicts(record, target))) return false;
			return record ? isShown : said === 'yes' || isEmpty;
	}
}

/** What a 2xx says of a write that it does not show. It is believed if no read shows otherwise. */
function saidOfWrite({ status, content }: Answer, target: Target, said: Said): Partial<Verdict> {
	const { record } = content;
	if (said === 'no') return record ? {} : { says: 'no' };
	if (target.operation !== 'create' || said === 'both' || isWhole(record)) return {};
	// Beside words, an ID may be that of the request
	const hasWords = Object.entries(record ?? {}).some(
		([name, value]) => name !== 'id' && typeof value === 'string' && value !== '',
	);
	const isYes = isConfirmed(status, said) || (record && !hasWords);
	return isYes ? { says: 'yes', record } : {};
}

/** Whether a 2xx confirms a write, in a field or by its status. */
function isConfirmed(status: number, said: Said): boolean {
	return said === 'yes' || status === 201 || status === 202;
}

/** Whether a record is not the one that was asked for, or shows that an update was not done. */
function contradicts(record: IDataObject, target: Target): boolean {
	const { resource, identifier } = target;
	const shown = toText(resource === 'report' ? record.id : record.project);
	return (shown !== '' && shown !== identifier) || hasOtherPrivacy(record, target);
}

/** Whether a report shows another privacy than the one that a write asked for. Anything but 0, 1 and 2 says nothing. */
export function hasOtherPrivacy(report: IDataObject, { privacy }: Target): boolean {
	const shown = toText(report.privacy);
	return privacy !== undefined && ['0', '1', '2'].includes(shown) && shown !== privacy;
}
