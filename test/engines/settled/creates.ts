import { type Outcome, run } from '../../support/engine';
import type { LossyService } from '../../support/lossyService';
import { CREATE } from '../../support/numberedService';

/** What is said where nobody can tell, and where a report was surely not created. */
export const CHECK = /[Cc]heck with Get Many/;
export const NOT_THERE =
	/No new report for \S+ appeared within \d+ seconds, so it was most likely not created/;

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
