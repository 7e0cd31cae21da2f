import { DONE, isRead, nameOf, type Target } from '../shared/target';
import { capitalised, duration } from '../shared/value';
import { TRY_LATER } from './advice';
import { Failure, type Prospect, type Wording } from './failure';

/** A failure after which nobody knows whether a write happened. `forReads` is the advice if the request only read. */
export function unknownFate(
	title: string,
	target: Target,
	{ forReads = TRY_LATER, ...details }: Wording & Prospect & { forReads?: string } = {},
): Failure {
	const advice = isRead(target) ? forReads : adviceFor(target);
	return new Failure(title, advice, { ...details, fate: 'unknown', target });
}

function adviceFor(target: Target): string {
	const { operation, triggersAnalysis = false } = target;
	const name = operation === 'create' ? `the report for ${nameOf(target)}` : nameOf(target);
	const [done, look] = triggersAnalysis
		? ['analysed again', 'Check the date of its results with Get']
		: [DONE[operation], operation === 'update' ? 'Check with Get' : 'Check with Get Many'];
	return `${capitalised(name)} may have been ${done}. ${look} before you run this item again.`;
}

/** The failure of a create whose report was not found. */
export function notFound(failure: Failure, target: Target, searchMs: number): Failure {
	return failure.advising(
		`The report for ${nameOf(target)} may have been created. We looked for ${duration(searchMs)} but could not identify it with certainty; it may still appear. Check with Get Many before you run this item again.`,
	);
}
