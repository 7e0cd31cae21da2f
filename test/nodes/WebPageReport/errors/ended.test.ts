import { ABANDONED, OUT_OF_TIME, STOPPED } from '../../../../nodes/WebPageReport/errors/ended';

it.each([
	[
		ABANDONED,
		'run',
		'This item was not sent because the workflow stopped. Another item failed first.',
	],
	[STOPPED, 'user', 'The workflow was stopped. Nothing was changed.'],
	[
		OUT_OF_TIME,
		'time',
		'There was no time left to send the request. Nothing was changed. Try again later.',
	],
])('says who ended a request: %s', (failure, endedBy, said) => {
	expect([failure.details.endedBy, failure.details.fate]).toEqual([endedBy, 'not sent']);
	expect(failure.toSentences()).toBe(said);
});
