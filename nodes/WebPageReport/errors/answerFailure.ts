import { parametersOf } from '../resources/parameters';
import { type Content, isMarkup, saidIn } from '../response/content';
import { type Answer, isFromFirewall, type Verdict, verdictOf } from '../response/verdict';
import type { Target } from '../shared/target';
import { actionOf, isCostly, isRead, LONGEST_IN_TITLE, nameOf } from '../shared/target';
import { capitalised, isObject, toText } from '../shared/value';
import { CHECK_BASE_URL, DO_AS_ASKED, Failure, inDoubt, TRY_LATER, type Words } from './failure';
import type { Secrets } from './secrets';
import { clean, serviceWords } from './serviceWords';

/** What messages need to know about a request that was sent. */
export interface SentRequest extends Secrets {
	target: Target;
	/** Of the credential, normalised. */
	baseUrl: string;
	/** Whether the service has accepted the key before. */
	hasWorked?: boolean;
}

const WEB_PAGE = 'The service returned a web page instead of data';

const LET_IN = 'Ask your report service to let n8n use the API without a browser check.';

const FIREWALL = `The page may also come from a firewall. ${LET_IN}`;

const ALLOW_WRITES = 'Ask your report service to allow POST, PUT and DELETE.';

const CHECK_PROXY =
	"Check Proxy under Request Options in the node's Settings, or the proxy settings of n8n.";

/**
 * The failure that a response reports; undefined if it is a success. {@link verdictOf} decides what became of the request;
 * here it only gets its words. docs/openapi.yaml leaves the error format open, so this expects no particular one.
 *
 * @param retryAfterMs the pause that the service asked for
 */
export function answerFailure(
	answer: Answer,
	sent: SentRequest,
	retryAfterMs: number | undefined,
): Failure | undefined {
	const { status, content, redirect } = answer;
	const { fate, ...prospects } = verdictOf(answer, sent.target);
	if (fate === 'done') return undefined;
	const isSuccess = status < 300 && !isFromFirewall(answer);
	// After a 202, it may be done later
	const code = isSuccess && status !== 202 ? undefined : String(status);
	const [what, hint] = isSuccess ? wordsFor2xx(content, sent) : wordsFor(answer, sent, prospects);
	const title = isSuccess ? what : `${what} (${String(status)})`;
	const said = redirect
		? { words: clean(redirect.address, sent), speaker: 'The redirect leads to' }
		: { words: serviceWords(content, sent) };
	const details = { ...prospects, ...said, code, retryAfterMs };
	return fate === 'unknown'
		? inDoubt(title, hint, sent.target, details)
		: new Failure(title, hint, { ...details, fate });
}

/** What to check if nothing suggests that the request itself is wrong. */
function checkFor({ hasWorked = false }: SentRequest): string {
	return hasWorked ? TRY_LATER : CHECK_BASE_URL;
}

/** For a 2xx that does not hold what was asked for. */
function wordsFor2xx(content: Content, sent: SentRequest): Words {
	const { target } = sent;
	const { text, isEmpty } = content;
	if (isMarkup(text)) return [WEB_PAGE, checkFor(sent)];
	if (text !== undefined) return ['The service returned text instead of data', ''];
	if (!isRead(target)) return ['The service did not confirm success', ''];
	if (['no', 'both'].includes(saidIn(content, target) ?? '')) {
		return [`The service could not ${actionOf(target)}`, DO_AS_ASKED];
	}
	if (isEmpty) return ['The service returned an empty response', TRY_LATER];
	if (target.operation === 'getAll') {
		// PHP writes a list with gaps as an object, and JavaScript loses its order
		const ask = 'ask your report service to return the list as an array.';
		const check = sent.hasWorked ? capitalised(ask) : `${CHECK_BASE_URL} If it is right, ${ask}`;
		return ['The service returned something other than a list', check];
	}
	const name = nameOf(target, LONGEST_IN_TITLE);
	const advice = `Use Get Many to see which reports exist. ${checkFor(sent)}`;
	return [`The service returned nothing for ${name}`, advice];
}

/** For any other status. */
function wordsFor(answer: Answer, sent: SentRequest, { isTransient }: Partial<Verdict>): Words {
	const { status, headers, content } = answer;
	const { target } = sent;
	const couldNot = `The service could not ${actionOf(target)}`;
	if (isFromFirewall(answer)) return ['A firewall blocked n8n', LET_IN];
	if (status < 400) return wordsForRedirect(answer, sent);
	switch (status) {
		case 401:
			return wordsForLogin(toText(headers['www-authenticate']), sent);
		case 402:
		case 403:
			return wordsForPlan(content, sent);
		case 404:
		case 410:
			return wordsForMissing(sent);
		case 405:
		case 501:
			// Many hosts block PUT and DELETE, such as IIS with WebDAV
			return [couldNot, isRead(target) ? checkFor(sent) : ALLOW_WRITES];
		case 407:
			return ['The proxy requires a login', CHECK_PROXY];
		case 408:
		case 499:
			return [`The service took too long to ${actionOf(target)}`, ''];
		case 429:
			return ['Too many requests', 'Nothing was done. Try again later.'];
	}
	const reason = reasonFor(target);
	if (status >= 500) return [couldNot, status === 500 ? reason : ''];
	if (isTransient) return [couldNot, TRY_LATER];
	return isMarkup(content.text)
		? [WEB_PAGE, [checkFor(sent), FIREWALL, reason].filter(Boolean).join(' ')]
		: rejected(content, target);
}

function wordsForRedirect({ redirect }: Answer, sent: SentRequest): Words {
	if (redirect?.leads === 'back') {
		return [
			'The service redirects the request to itself',
			'Ask your report service to answer this address without a redirect.',
		];
	}
	if (redirect?.leads === 'moved') {
		const base = clean(redirect.base, sent);
		return [
			'The service has moved',
			`If this is its new address, enter ${base} as Base URL in the credential.`,
		];
	}
	const advice = `${checkFor(sent)} ${reasonFor(sent.target)}`.trim();
	return ['The service redirected the request', advice];
}

function wordsForLogin(challenge: string, { baseUrl, hasWorked }: SentRequest): Words {
	if (/^basic/i.test(challenge)) {
		return [
			'The web server in front of the service requires a login',
			'Ask your report service to let n8n use the API without it: n8n can only send the API key.',
		];
	}
	const first = hasWorked || /\/v\d/i.test(baseUrl) ? '' : `${CHECK_BASE_URL} `;
	const advice = hasWorked
		? 'It has worked before, so it may have expired or been revoked: check your account.'
		: 'Check API Key in the credential: copy it again from your report service.';
	return ['The service rejected the API key', first + advice];
}

/** An API usually refuses in JSON. A page can be its own, too: a delete does not ask for JSON. */
function wordsForPlan({ text }: Content, { target }: SentRequest): Words {
	const { operation, identifier } = target;
	const yours =
		identifier === undefined ? '' : `, and that ${nameOf(target)} belongs to your account`;
	const page = operation === 'create' ? ` Page: ${nameOf(target)}.` : '';
	const plan = `Check that your plan includes the API and that API Key has permission for this${yours}.`;
	if (isMarkup(text)) return [WEB_PAGE, `${plan} ${FIREWALL}`];
	const what = `The service does not allow you to ${actionOf(target)}`;
	return [what, plan + quotaOf(target) + page];
}

function wordsForMissing(sent: SentRequest): Words {
	const { target, hasWorked } = sent;
	if (target.identifier === undefined) {
		return [`The service could not ${actionOf(target)}`, checkFor(sent)];
	}
	const advice = `It does not exist, or it belongs to another account. Use Get Many to see which ${target.resource}s exist.`;
	const list = hasWorked ? '' : ' If Get Many fails as well, check Base URL in the credential.';
	return [`${capitalised(nameOf(target, LONGEST_IN_TITLE))} was not found`, advice + list];
}

/** Deletes do not ask for JSON, so many services answer them with a page instead of the reason. */
function reasonFor({ resource, operation }: Target): string {
	if (operation !== 'delete') return '';
	const get = resource === 'report' ? 'Get' : 'Get Many';
	return `This can also mean that API Key is wrong, or that you may not delete it: ${get} tells which.`;
}

/** What is wrong with the input: names the rejected parameters by their labels in n8n, if the response says which. */
function rejected({ envelopes }: Content, target: Target): Words {
	const { named } = parametersOf(target);
	const errors = envelopes.flatMap(({ message, errors }) => [message, errors]).filter(isObject);
	const names = errors
		.flatMap((part) => Object.keys(part))
		.flatMap((field) => named[field]?.displayName ?? []);
	const all = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
	// No room in the title for more
	const what = `The service rejected ${names.length > 3 ? 'the input' : all || 'the input'}`;
	const todo = all === '' ? 'Check the parameters' : `Correct ${all}`;
	return [what, `${todo} for ${nameOf(target)}.${quotaOf(target)}`];
}

function quotaOf(target: Target): string {
	return isCostly(target) ? ' This can also mean that your quota is used up.' : '';
}
