import {
	discarded,
	NO_TIME,
	NOT_WANTED,
	STOPPED,
	tooLong,
	writtenBefore,
} from '../../../../nodes/WebPageReport/errors/advice';

it.each([
	[0, 0, ''],
	[1, 0, '1 of 3 items was created before that.'],
	[2, 0, '2 of 3 items were created before that.'],
	[0, 1, '0 of 3 items were created before that, and 1 more may have been.'],
	[1, 1, '1 of 3 items was created before that, and 1 more may have been.'],
])('of a run that wrote %i items, and may have written %i more, it says "%s"', (...row) => {
	const [written, maybe, sentence] = row;
	expect(writtenBefore(written, maybe, 3, 'create')).toBe(sentence);
});

it.each([
	[0, ''],
	[1, 'n8n discards its output: set On Error to Continue to keep it next time.'],
	[2, 'n8n discards their output: set On Error to Continue to keep it next time.'],
])('of the output of %i items that were written, it says "%s"', (written, sentence) => {
	expect(discarded(written)).toBe(sentence);
});

it.each([
	[NOT_WANTED, 'This item was not sent because the workflow stopped. Another item failed first.'],
	[STOPPED, 'The workflow was stopped. Nothing was changed.'],
	[NO_TIME, 'No request could be sent in time. Nothing was sent. Try again later.'],
])('an end by this node or a person teaches nothing about the service: %s', (failure, said) => {
	expect([failure.isCancelled, failure.fate]).toEqual([true, 'not sent']);
	expect(failure.toSentences()).toBe(said);
});

it('a pause that is too long is named', () => {
	expect(tooLong(7_200_000, STOPPED).advice).toBe(
		'The service asks to wait 2 hours. Try again after that.',
	);
});
