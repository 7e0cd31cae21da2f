import type { Target } from '../shared/target';
import { Failure } from './failure';
import { clean } from './serviceWords';
import { unknownFate } from './unknownFate';

const TITLE = 'This node failed';
const REPORT_IT =
	'Please report this message at https://github.com/web-page-report/n8n-nodes-web-page-report/issues';

/** Anything thrown that isn't a Failure is a bug in this node. Without a target, nothing was sent. */
export function asFailure(error: unknown, target: Target | undefined): Failure {
	if (error instanceof Failure) return error;
	const words = clean(messageOf(error), { apiKey: '' });
	const wording = { words, speaker: 'The error', isDefect: true };
	if (target) return unknownFate(TITLE, target, { ...wording, forReads: '', more: REPORT_IT });
	return new Failure(TITLE, `Nothing was sent. ${REPORT_IT}`, { ...wording, fate: 'not sent' });
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
