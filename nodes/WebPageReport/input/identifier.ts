import { wrong } from '../errors/failure';
import type { Target } from '../shared/target';
import { LEFT_BEHIND } from '../shared/value';
import { pasted } from '../shared/webAddress';

/** No ID or slug holds a separator, a bracket or a quotation mark: those come from lists. */
const ID = /^[\p{L}\p{N}\p{M}.~:@=_-]+$/u;
const NAME = /^\P{Cc}+$/u;

/** What an expression that found nothing returns, and what would lead to another path. */
const JUNK = /^(\.{1,2}|undefined|null|NaN|true|false)$/;

/** The address of one report: `https://host/any/folder/reports/{id}`, and at most one more part of its page. */
const ADDRESS =
	/^https?:\/\/(?![^?#]*\/reports\/[^?#]*\/reports\/)[^\s,;|?#]+\/reports\/([^\s,;|/?#]+)(?:\/\w+)?\/?(?:[?#](?!\S*[,;|]https?:)\S*)?$/i;

/**
 * The identifier at the end of a path of docs/openapi.yaml. A report's address is also accepted.
 *
 * @param path `/reports/{id}` or `/projects/{project}` with the identifier percent-encoded
 * @throws {Failure} if it is missing, not one identifier (`undefined`, `42 43`), or would lead to another path
 */
export function checkedIdentifier(path: string, { resource }: Target, displayName: string): string {
	const given = pasted(decodeURIComponent(path.split('/')[2] ?? ''));
	const isReport = resource === 'report';
	const identifier = (isReport && ADDRESS.exec(given)?.[1]) || given;
	const isJunk = JUNK.test(identifier) || LEFT_BEHIND.test(identifier);
	if (!isJunk && (isReport ? ID : NAME).test(identifier)) return identifier;
	throw wrong(
		displayName,
		given,
		isReport
			? 'the ID of one report, such as 42, or its own address, such as https://reports.example.com/reports/42. To find the report of a page, choose it with From List, or use Get Many with Search'
			: 'the name of one project, such as example.com',
	);
}
