import { parametersOf } from '../resources/parameters';
import { isCostly, nameOf, type Target } from '../shared/target';
import { isObject } from '../shared/value';

/** What is wrong with the input: names the rejected parameters by their labels in n8n, if the response says which. */
export function rejected(body: unknown, target: Target): [what: string, advice: string] {
	const { named } = parametersOf(target);
	const errors = isObject(body) ? [body.message, body.errors].filter(isObject) : [];
	const parameters = errors.flatMap(Object.keys).flatMap((field) => named[field] ?? []);
	const names = parameters.map(({ displayName }) => displayName);
	const all = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
	const name = nameOf(target);
	const quota = quotaOf(target);
	if (all === '') {
		return ['The service rejected the input', `Check the parameters for ${name}.${quota}`];
	}
	const isUrl = target.operation === 'create' && all === 'URL';
	return [
		// No room in the title for more
		`The service rejected ${names.length > 3 ? 'the input' : all}`,
		`Correct ${all} ${isUrl ? `(${name})` : `for ${name}`}.${quota}`,
	];
}

export function quotaOf(target: Target): string {
	return isCostly(target) ? ' This can also mean that your quota is used up.' : '';
}
