import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';

interface SandboxError extends Error {
	statusCode?: number;
	validation?: Violation[];
}

/** A violation of a route's schema. */
interface Violation {
	keyword: string;
	instancePath: string;
	params: { missingProperty?: string; allowedValues?: unknown[] };
	message?: string;
}

/** Turns errors into answers: 422 for invalid parameters, otherwise the status of the error or 500. */
export function handleErrors(app: FastifyInstance): void {
	app.setErrorHandler(async (error: SandboxError, _, reply) => {
		if (error.validation) {
			const message = wrongFields(error.validation);
			return await reply.code(422).send({ message, status: 422 });
		}
		const status = error.statusCode ?? 500;
		return await reply.code(status).send({ message: error.message, status });
	});
}

/** Complaints, keyed by field. */
function wrongFields(violations: Violation[]): Record<string, string[]> {
	const wrong: Record<string, string[]> = {};
	for (const { keyword, instancePath, params, message: text = '' } of violations) {
		if (keyword === 'if') continue; // errors in its branch have their own entry
		const { missingProperty, allowedValues } = params;
		const field = missingProperty ?? instancePath.slice(1);
		const what = missingProperty === undefined ? text : 'is required';
		const allowed = allowedValues ? `: ${allowedValues.join(', ')}` : '';
		(wrong[field] ??= []).push(`The ${field} field ${what}${allowed}.`);
	}
	return wrong;
}

/** Answers 404 for an unknown record or path. */
export async function notFound(reply: FastifyReply) {
	return await reply.code(404).send({ message: 'Resource not found.', status: 404 });
}

/** Every request carries a key of the calling account. */
export function requireKey(api: FastifyInstance, keys: string[]): void {
	api.addHook('preValidation', async (request, reply) => {
		const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
		if (key !== undefined && keys.includes(key)) return;
		await reply.code(401).send({ message: 'Unauthenticated.' });
	});
}

/** Bodies are form-encoded. */
export async function acceptForms(service: FastifyInstance): Promise<void> {
	service.removeAllContentTypeParsers();
	await service.register(formbody);
	service.addHook('preValidation', (request, _, done) => {
		request.body ??= {};
		done();
	});
}

/** Whether a text is the address of a web page. */
export function isAddress(text: string): boolean {
	if (!/^https?:\/\/[^/]/i.test(text)) return false;
	try {
		// Not URL.canParse: Node.js 20 occasionally rejects "https://münchen.example/ä"
		return new URL(text).host !== '';
	} catch {
		return false;
	}
}
