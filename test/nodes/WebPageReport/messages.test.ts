import { accountOf } from '../../../credentials/WebPageReportApi.credentials';
import { notFound } from '../../../nodes/WebPageReport/errors/advice';
import type { Failure } from '../../../nodes/WebPageReport/errors/failure';
import {
	asFailure,
	notSentByN8n,
	tooLate,
} from '../../../nodes/WebPageReport/errors/networkFailure';
import { failureOf } from '../../support/failureOf';
import { expectOnPage } from '../../support/pages';
import {
	analyse,
	type Asked,
	create,
	explained,
	get,
	list,
	remove,
	removeProject,
} from './errors/explained';
import { explain, situations } from './errors/situations';

/** What is said of a create that has ended like this, and whose report was looked for in vain. */
const looked = (statusCode: number, sent = create): Failure =>
	notFound(explained({ statusCode }, sent), sent.target, 60_000);

it('messages.md shows what a person can meet, in the words of the node', async () => {
	const moved = { statusCode: 301, headers: { location: 'https://new.example/api/v1/reports' } };
	const failures = [
		...situations.flatMap((situation) =>
			(situation.readme ?? []).map((kind) => explain(situation, kind === 'read' ? get : create)),
		),
		looked(504),
		tooLate(analyse.target),
		explained(moved, list),
		explained({ body: { error: 'It is locked.' } }, remove),
		explained({ body: { error: 'Something went wrong.' } }, create),
		await failureOf(() => accountOf({ requestsAtOnce: 0 })),
		asFailure(new TypeError('x is not a function'), get.target),
	];
	const messages = new Map(
		failures.map(({ message: title, advice }) => [`${title}\n${advice}`, [title, advice]]),
	);
	expectOnPage('messages', [['What you see', 'What to do'], ...messages.values()]);
});

describe('every message', () => {
	const long = `https://example.com/${'a'.repeat(500)}`;
	const named = (sent: Asked, identifier: string): Asked => ({
		...sent,
		target: { ...sent.target, ...(sent === create ? { url: identifier } : { identifier }) },
	});
	const requests = [
		...[get, create, list, remove, analyse, removeProject],
		...[get, create, remove, analyse, removeProject].map((sent) => named(sent, long)),
	].map((sent) => ({ ...sent, baseUrl: long }));
	/** As long as those of a service can be, and in the fields of all parameters. */
	const wordy = ['url', 'privacy', 'password', 'results', 'search', 'sort_by', 'per_page'].map(
		(field): [string, string] => [field, `The ${field} is not as it should be. `.repeat(20)],
	);

	it.each(situations)(
		'has a title of 80 characters at the most, and no code of the system: $when',
		(situation) => {
			const { answer } = situation;
			const words = Object.fromEntries(wordy);
			// An answer that calls itself a success has failed where it complains
			const body = answer?.statusCode ? { message: words } : { data: [], error: words };
			for (const said of [
				situation,
				...(answer ? [{ ...situation, answer: { ...answer, body } }] : []),
			]) {
				for (const sent of requests) {
					const { message: title, advice } = explain(said, sent);
					expect(title).toMatch(/^([A-Z]|n8n ).{9,79}$/);
					expect(`${title} ${advice.replace(/says: ".*"/, '')}`).not.toMatch(/\bE[A-Z]{4}|_/);
				}
			}
		},
	);

	it('has a title of 80 characters at the most, whatever could not be looked for, sent or done', () => {
		const failures = [looked(504, named(create, long)), asFailure(new TypeError(long), get.target)];
		for (const { message } of [...failures, notSentByN8n(long)]) {
			expect(message).toMatch(/^([A-Z]|n8n ).{9,79}$/);
		}
	});
});
