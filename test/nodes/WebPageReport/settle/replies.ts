import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { LostCreates } from '../../../../nodes/WebPageReport/settle/lostCreate';
import { settle } from '../../../../nodes/WebPageReport/settle/settle';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import { type Outcome, outcomeOf } from '../../../../nodes/WebPageReport/transport/http';
import { ACCOUNT } from '../../../support/account';

/** When the write is sent. */
export const NOW = Date.UTC(2026, 10, 21, 12);

/** A timestamp of the service, this many seconds after the write was sent. */
export const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

/** A reply of the service with its time; or the network's error. */
export type Reply = Error | { status?: number; body?: unknown; headers?: IDataObject };

export const shows = (body: unknown, headers: IDataObject = {}): Reply => ({ body, headers });
export const withStatus = (status: number, body: unknown = ''): Reply => ({ status, body });
export const redirected = (location: string): Reply => ({ status: 302, headers: { location } });

/** What comes of a request that gets this reply. */
export async function outcomeWith(reply: Reply, target: Target): Promise<Outcome> {
	const { resource, identifier } = target;
	const url = `/${resource}s${identifier === undefined ? '' : `/${identifier}`}`;
	const send = async () => {
		if (reply instanceof Error) throw reply;
		const { status = 200, body = '', headers } = reply;
		const all = { date: new Date().toUTCString(), ...headers };
		return await Promise.resolve({ statusCode: status, headers: all, body: body as IDataObject });
	};
	return await outcomeOf(send, ACCOUNT, target, { url });
}

/** What reads show: the same, or by what is asked for. */
export type Replies = Reply | ((target: Target, qs: IDataObject) => Reply | Promise<Reply>);

interface Settled {
	/** `done`; `not done`, by a read or the service's word; `refused`, in the words of a read; or `open`. */
	said: 'done' | 'not done' | 'refused' | 'open';
	record?: IDataObject;
	failure?: Failure;
	/** When it read, in seconds after the reply to the write. */
	moments: number[];
}

/** Settles a write that got this reply, for at most this long, in ms. The clock must be a fake one. */
export async function settled(
	target: Target,
	lost: Reply,
	replies: Replies,
	{ creates = new LostCreates(), end = new AbortController(), ms = 61_000 } = {},
): Promise<Settled> {
	const attempt = async () => await outcomeWith(lost, target);
	const outcome = await (target.operation === 'create'
		? creates.watch(target, attempt)
		: attempt());
	const write = outcome.failure;
	if (!write?.mayHaveWritten) throw new Error('There is nothing to settle');
	const lostAt = Date.now();
	const moments: number[] = [];
	const read = async (about: Target, qs: IDataObject = {}) => {
		moments.push(Math.round((Date.now() - lostAt) / 1000));
		const reply = typeof replies === 'function' ? await replies(about, qs) : replies;
		return await outcomeWith(reply, about);
	};
	const settling = settle({ ...outcome, failure: write, target }, creates, read, end.signal).then(
		(record): Settled => ({ said: 'done', record, moments }),
		(reason: unknown): Settled => {
			if (!(reason instanceof Failure)) throw reason;
			const isUndone = /^The service did not (create|update|delete)/.test(reason.message);
			const said = reason.mayHaveWritten ? 'open' : isUndone ? 'not done' : 'refused';
			return { said, failure: reason, moments };
		},
	);
	await jest.advanceTimersByTimeAsync(ms);
	return await settling;
}
