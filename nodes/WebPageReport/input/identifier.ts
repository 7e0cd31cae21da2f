import { Failure } from '../errors/failure';
import { LONGEST_NAME, type Target } from '../shared/target';
import { shorten, show } from '../shared/value';
import { pasted, webAddress } from '../shared/webAddress';

/** No ID or slug holds a separator, a bracket or a quotation mark: those come from lists. */
const ID = /^[\p{L}\p{N}\p{M}.~:@=_-]+$/u;
const NAME = /^\P{Cc}+$/u;

/**
 * The identifier at the end of a path of docs/openapi.yaml. A report's address is also accepted.
 *
 * @param path `/reports/{id}` or `/projects/{project}` with the identifier percent-encoded
 * @throws {Failure} if it is missing, not an identifier (`undefined`, `NaN`), or would lead to another path
 */
export function checkedIdentifier(path: string, { resource }: Target, displayName: string): string {
	const [, , encoded = ''] = path.split('/');
	const given = pasted(decodeURIComponent(encoded));
	const isReport = resource === 'report';
	const identifier = (isReport && idInAddress(given)?.trim()) || given;

	if (identifier === '') {
		throw new Failure(
			`${displayName} is empty`,
			`Choose a ${resource} from the list, or enter its ${isReport ? 'ID' : 'name'}. If ${displayName} is an expression, it returned no value for this item.`,
		);
	}
	const isJunk =
		/^(\.{1,2}|\[object Object\]|undefined|null|NaN|true|false)$/.test(identifier) ||
		(isReport && identifier.includes('/'));
	if (isReport && !isJunk && isSeveral(given, identifier)) {
		throw new Failure(
			`${displayName} contains more than one report`,
			'Enter one ID or one address. To work on several reports, give each one its own item, for example with the Split Out node.',
		);
	}
	const example =
		'the ID of a report, such as 42, or its own address, such as https://reports.example.com/reports/42';
	if (isReport && identifier === given && webAddress(given)) {
		throw new Failure(
			`${displayName} is not the address of a report`,
			`Enter ${example}. To find the report of the page ${shorten(given, LONGEST_NAME)}, choose it with From List, or use Get Many with Search.`,
		);
	}
	if (isJunk || !(isReport ? ID : NAME).test(identifier)) {
		throw new Failure(
			`${displayName} cannot be ${show(identifier)}`,
			`Enter ${isReport ? example : 'the name of a project, such as example.com'}.`,
		);
	}
	return identifier;
}

/** Whether text names several reports: no ID contains a separator, and no address is followed by another. */
function isSeveral(text: string, identifier: string): boolean {
	const [address = ''] = text.split(/[?#]/);
	return (
		/[\s,;|]/.test(identifier) ||
		/[\s,;|]https?:\/\//i.test(text) ||
		/^https?:.*(reports\/.*[\s,;|]|https?:\/\/)/is.test(address)
	);
}

/** The ID in `https://host/any/folder/reports/{id}`, whatever follows it. */
function idInAddress(text: string): string | undefined {
	// Not URL: it would resolve "." and ".."
	const id = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?reports\/([^/?#]+)/i.exec(text)?.[1];
	try {
		return id && decodeURIComponent(id);
	} catch {
		return id;
	}
}
