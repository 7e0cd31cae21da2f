import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { Writes } from '../../../../nodes/WebPageReport/run/writes';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';

const KEEP = 'n8n discards all output: set On Error to Continue to keep it next time.';

const targetOf = (page: number): Target => ({
	resource: 'report',
	operation: 'create',
	url: `https://example.com/${String(page)}`,
});

it.each([
	[0, 0, ''],
	[1, 0, '1 of 9 reports was created.'],
	[2, 0, '2 of 9 reports were created.'],
	[0, 1, '0 of 9 reports were created, but 1 may have been: https://example.com/0.'],
	[1, 1, '1 of 9 reports was created, and 1 more may have been: https://example.com/0.'],
	[
		0,
		3,
		'0 of 9 reports were created, but 3 may have been: https://example.com/0, https://example.com/1, https://example.com/2.',
	],
	[
		1,
		4,
		'1 of 9 reports was created, and 4 more may have been: https://example.com/0, https://example.com/1, https://example.com/2, …',
	],
])(
	'the summary of a run that wrote %i reports and may have written %i more is "%s"',
	async (...row) => {
		const [written, inDoubt, sentence] = row;
		const writes = new Writes();
		for (let item = 0; item < written; item++) {
			await writes.write(item, targetOf(item), async () => Promise.resolve([]));
		}
		for (let item = 0; item < inDoubt; item++) {
			const details = { fate: 'unknown', target: targetOf(item) } as const;
			const lost = new Failure('Lost', 'Look.', details);
			const writing = writes.write(item, targetOf(item), async () => Promise.reject(lost));
			await writing.catch(() => undefined);
			writes.fail(item, lost);
			// A later try does not settle whether it was written
			writes.fail(item, new Failure('Stopped', 'Run it again.', { fate: 'not sent' }));
		}
		writes.fail(9, new Failure('No', 'Stop.', { fate: 'refused' }));
		expect(writes.summary(9)).toBe(sentence);
		// In the message of an item that is in doubt itself, the others are *more*
		if (inDoubt > 1)
			expect(writes.summary(9, 0)).toContain(`${String(inDoubt - 1)} more may have been: `);
		// In the message of another item, it also says that n8n discards the output
		const again = `Retry of this execution would create ${written === 1 ? 'it' : 'them'} again.`;
		const discarded = written > 0 ? `${KEEP} ${again}` : '';
		expect(writes.summary(9, 99)).toBe(`${sentence} ${discarded}`.trim());
	},
);
