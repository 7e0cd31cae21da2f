import { type Outcome, run } from '../../support/engine';
import type { LossyService } from '../../support/lossyService';
import { CREATE } from '../../support/numberedService';

/** What is said where its report has not shown up, or nobody can tell which it is. */
export const CHECK =
	/^The report for \S+ may have been created: none that is surely its own has shown up within \d+ seconds, and it may still come\. Check with Get Many before you run this item again\.$/;

/** Creates one by one, so that of every one it is known which were there before. */
export async function createOneByOne(
	{ credential }: LossyService,
	numbers: number[],
): Promise<Outcome> {
	return await run({
		credential: { ...credential, requestsAtOnce: 1 },
		parameters: CREATE,
		items: numbers.map((number) => ({ number })),
		onError: 'continueErrorOutput',
	});
}

export const idsOf = ({ items }: Outcome) => items.map(({ json }) => json.id);

export const messagesOf = ({ failed }: Outcome) => failed.map(({ json }) => json.message);
