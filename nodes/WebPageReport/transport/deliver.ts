import type { IHttpRequestOptions } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import { STOPPED, stopped, tooLate } from '../errors/networkError';
import { recordOf } from '../shared/record';
import { isRepeatable, type Target } from '../shared/target';
import { asFailure, withRetries } from './retry';
import type { Run } from './run';
import type { Transmit } from './send';
import type { Attempt, Service } from './service';
import { settle } from './settle';
import { inTime } from './wait';

/** What is to be sent for an item, and how. */
export interface Errand {
	item: number;
	target: Target;
	request: IHttpRequestOptions;
	transmit: Transmit;
	/** Tells that the workflow has been stopped. */
	signal: AbortSignal | undefined;
}

/** How long n8n waits for an answer where Timeout is not set, in milliseconds. */
const TIMEOUT = 300_000;

/** What is said where only the time of a tool is over, see `planOf`. */
const IMPATIENT = 'A tool has 45 seconds to answer.';

/** How much longer it is waited for, so that n8n can give up first, in milliseconds. */
const GRACE = 5_000;

/**
 * Sends what is to be sent for an item when its turn has come, until its fate is known.
 *
 * @returns the body of the answer
 * @throws {Failure} for this request, or because nobody waits for it any more
 */
export async function deliver(run: Run, service: Service, errand: Errand): Promise<unknown> {
	const { item, target, signal } = errand;
	if (target.operation === 'create') return await deliverCreate(run, service, errand);
	// New results make a report look new
	if (target.isAnalysed) service.reports.know(target.identifier ?? '');
	return await withRetries(service, attemptOf(run, errand), {
		request: run.requestOf(item, signal),
		isRepeatable: isRepeatable(target),
		isRemoval: target.operation === 'delete',
		failed: () => {
			run.progress.fail(item);
		},
		settled: () => {
			const lost = `an answer to the ${target.operation} was lost`;
			run.log(`Item ${String(item)}: ${lost}, but sending it again worked`);
		},
	});
}

/** A create that got no answer is never sent again: its report is looked for. */
async function deliverCreate(run: Run, service: Service, errand: Errand): Promise<unknown> {
	const { item, target, request, signal } = errand;
	const { reports } = service;
	const creation = reports.begin(target);
	const attempt = attemptOf(run, errand);
	const once: Attempt = async (hear) => {
		reports.leave(creation);
		const body = await attempt(hear);
		// Before another request leaves, which is to know of it
		reports.end(creation, recordOf(body));
		return body;
	};
	const outcome = await withRetries(service, once, {
		request: run.requestOf(item, signal),
		isRepeatable: false,
		failed: (failure) => {
			if (isOpen(failure)) run.progress.doubt(item);
			else run.progress.fail(item);
		},
	}).catch(asFailure);
	if (!(outcome instanceof Failure)) return outcome;
	if (!isOpen(outcome)) reports.fail(creation);
	if (!isOpen(outcome) || outcome.details.code === STOPPED) throw outcome;
	// On one lane for all that is looked for, which waits for no item of the run
	const look = run.requestOf(item, signal, reports);
	const report = await settle(reports, creation, outcome, request, {
		send: async (list) => {
			const read = attemptOf(run, { ...errand, target: LIST, request: list });
			return await service.turn(look, read);
		},
		deadline: run.deadline,
		check: look.isReady,
	});
	run.log(`Item ${String(item)}: the answer to the create was lost, but its report was found`);
	return { data: report };
}

const LIST: Target = { resource: 'report', operation: 'getAll' };

/** Whether nobody knows if a write that has failed like this has happened. */
function isOpen(failure: unknown): failure is Failure {
	return failure instanceof Failure && failure.details.mayHaveHappened === true;
}

/** Sends a request once, and waits no longer for an answer than n8n does, or the person. */
function attemptOf(run: Run, { target, request, transmit, signal }: Errand): Attempt {
	return async (hear) => {
		const patience = (run.deadline ?? Infinity) - Date.now();
		const longest = (request.timeout ?? TIMEOUT) + GRACE;
		const why = patience < longest ? { more: IMPATIENT } : {};
		return await inTime(async (end) => await transmit(target, request, end, hear), {
			milliseconds: Math.min(longest, patience),
			tooLate: () => (signal?.aborted ? stopped(target) : tooLate(target, why)),
			signal,
		}).catch((failure: unknown) => {
			if (failure instanceof Failure) run.met = failure;
			throw failure;
		});
	};
}
