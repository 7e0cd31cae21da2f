import { requestsAtOnceOf } from '../../../credentials/WebPageReportApi.credentials';
import { lookedFor } from '../../../nodes/WebPageReport/errors/advice';
import type { Failure } from '../../../nodes/WebPageReport/errors/failure';
import { tooLate } from '../../../nodes/WebPageReport/errors/networkError';
import { ownError } from '../../../nodes/WebPageReport/errors/ownError';
import { failureOf } from '../../support/failureOf';
import { expectInReadme } from '../../support/readme';
import { analyse, create, explained, get, list, remove } from './errors/explained';
import { explain, situations } from './errors/situations';

/** What is said of a create that has ended like this, and whose report was looked for. */
const looked = (statusCode: number, ...finding: ['missing' | 'uncertain', number]): Failure =>
	lookedFor(explained({ statusCode }, create), ...finding);

it('the README shows what a person can meet, in the words of the node', async () => {
	const moved = { statusCode: 301, headers: { location: 'https://new.example/api/v1/reports' } };
	const failures = [
		...situations.flatMap((situation) =>
			(situation.readme ?? []).map((kind) => explain(situation, kind === 'read' ? get : create)),
		),
		looked(504, 'missing', 60_000),
		looked(502, 'uncertain', 60_000),
		tooLate(analyse.target),
		explained(moved, list),
		explained({ body: { error: 'It is locked.' } }, remove),
		explained({ body: { error: 'Something went wrong.' } }, create),
		await failureOf(() => requestsAtOnceOf({ requestsAtOnce: 0 })),
		ownError(new TypeError('x is not a function'), get.target),
	];
	const messages = new Map(failures.map(({ title, advice }) => [title, advice]));
	expectInReadme('messages', [['What you see', 'What to do'], ...messages]);
});
