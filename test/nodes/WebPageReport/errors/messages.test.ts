import { ownError } from '../../../../nodes/WebPageReport/errors/ownError';
import { expectInReadme } from '../../../support/readme';
import { create, explained, get, list, remove } from './explained';
import { explain, situations } from './situations';

it('the README shows what a person can meet, in the words of the node', () => {
	const moved = { statusCode: 301, headers: { location: 'https://new.example/api/v1/reports' } };
	const failures = [
		...situations.flatMap((situation) =>
			(situation.readme ?? []).map((kind) => explain(situation, kind === 'read' ? get : create)),
		),
		explained(moved, list),
		explained({ body: { error: 'It is locked.' } }, remove),
		explained({ body: { error: 'Something went wrong.' } }, create),
		ownError(new TypeError('x is not a function'), get.target),
	];
	const messages = new Map(failures.map(({ title, advice }) => [title, advice]));
	expectInReadme('messages', [['What you see', 'What to do'], ...messages]);
});
