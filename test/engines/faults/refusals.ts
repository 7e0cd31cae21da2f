/** Requests that the service does not take as they are. */
import {
	BUSY,
	type Fault,
	json,
	ONCE,
	AGAIN,
	WORDS,
	words,
	wordsAndDeed,
	wordsAndSubject,
} from './fault';
import type { Operation } from './operations';

const INVALID = 'Wrong input, or a quota used up (400, 409, 413, 422)';
const FORBIDDEN = 'Not allowed, or not in your plan (402, 403)';
const UNKNOWN = 'Unknown report or project, or wrong address (404, 405, 410)';

export const refusals: Fault[] = [
	{
		name: '400 whose words contain markup',
		row: INVALID,
		does: { status: 400, body: { message: `<b class="x">${WORDS}</b><script src="x">` } },
		...ONCE,
		says: wordsAndSubject,
	},
	{
		name: '401',
		row: 'Wrong API key (401)',
		does: json(401),
		...ONCE,
		says: () => [WORDS, 'Check API Key in the credential'],
	},
	{ name: '402', row: FORBIDDEN, does: json(402), ...ONCE, says: wordsAndDeed },
	{
		name: '403',
		row: FORBIDDEN,
		does: json(403),
		...ONCE,
		says: (operation) => [...wordsAndDeed(operation), 'that your plan includes the API'],
	},
	...[404, 410].map((status) => ({
		name: String(status),
		row: UNKNOWN,
		does: json(status),
		...ONCE,
		says: ({ name, subject }: Operation) =>
			name.startsWith('list') || name.startsWith('create')
				? [WORDS, 'Base URL in the credential']
				: [WORDS, `${subject.slice(1)} was not found`, 'Get Many'],
	})),
	{
		name: '405',
		row: UNKNOWN,
		does: json(405),
		...ONCE,
		says: () => [WORDS, 'Base URL in the credential'],
	},
	{
		name: '408',
		row: BUSY,
		does: json(408),
		...AGAIN,
		says: wordsAndDeed,
	},
	{ name: '409', row: INVALID, does: json(409), ...ONCE, says: wordsAndSubject },
	{ name: '413', row: INVALID, does: json(413), ...ONCE, says: wordsAndSubject },
	...[
		{ name: '422 with fields under message', errors: 'message' },
		{ name: '422 with a message and fields under errors', errors: 'errors' },
	].map(({ name, errors }) => ({
		name,
		row: INVALID,
		does: {
			status: 422,
			body: {
				message: 'Invalid.',
				[errors]: { privacy: [WORDS, 'More words.'], url: ['Last words.'] },
			},
		},
		...ONCE,
		says: (operation: Operation) => [
			...wordsAndSubject(operation),
			'More words. Last words.',
			...(/^(create|update)/.test(operation.name) ? ['quota'] : []),
			...(operation.name.startsWith('create') ? ['Correct Privacy and URL'] : []),
			...(operation.name.startsWith('update') ? ['Correct Privacy'] : []),
		],
	})),
	{
		name: '422 whose words repeat the secrets',
		row: INVALID,
		// As a service does that shows what it was given
		does: ({ headers, body }) => ({
			status: 422,
			body: {
				message: {
					url: [WORDS, headers.authorization],
					password: [new URLSearchParams(body).toString()],
				},
			},
		}),
		...ONCE,
		says: words,
	},
];
