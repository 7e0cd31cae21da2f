import { duration } from '../../../../nodes/WebPageReport/shared/value';

it.each([
	[1_000, '1 second'],
	[119_000, '119 seconds'],
	[120_000, '2 minutes'],
	[172_800_000, '2 days'],
])('%i milliseconds are %s', (milliseconds, words) => {
	expect(duration(milliseconds)).toBe(words);
});
