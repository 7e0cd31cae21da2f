import { parametersOf } from '../resources/parameters';
import { nameOf, type Target } from '../shared/target';
import { isObject } from '../shared/value';
import { checkBaseUrl } from './advice';

/** How many parameters there is room for in a title. */
const MOST_IN_TITLE = 3;

/** Says which parameters the service does not accept, as n8n shows them, where its answer names some. */
export function rejected(body: unknown, target: Target): [what: string, advice: string] {
	const name = nameOf(target);
	const names = namesIn(body, target);
	const all = listed(names);
	if (target.isTest) return ['The service rejected the request', checkBaseUrl(target)];
	const isAnalysis = target.operation === 'create' || target.operation === 'update';
	const quota = isAnalysis ? ' It can also mean that your quota is used up.' : '';
	if (all === '') {
		return ['The service rejected the input', `Check the parameters for ${name}.${quota}`];
	}
	return [
		`The service rejected ${names.length > MOST_IN_TITLE ? 'the input' : all}`,
		`Correct ${all} ${target.operation === 'create' ? `(${name})` : `for ${name}`}.${quota}`,
	];
}

/** The parameters that an answer complains of: `{ message: { url: […] } }` or under `errors`. */
function namesIn(body: unknown, target: Target): string[] {
	const { named } = parametersOf(target);
	const errors = isObject(body) ? [body.message, body.errors].filter(isObject) : [];
	return errors.flatMap(Object.keys).flatMap((field) => named[field]?.displayName ?? []);
}

function listed(names: string[]): string {
	return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}
