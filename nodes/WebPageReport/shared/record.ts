import { isObject } from './value';

/** The fields that a report or a project has, and nothing else (interface document, section 2). */
const FIELDS = ['url', 'project', 'result', 'privacy', 'generated_at'];

/** Whether something is surely a report or a project. */
export function isRecord(value: unknown): boolean {
	return isObject(value) && FIELDS.some((field) => field in value);
}
