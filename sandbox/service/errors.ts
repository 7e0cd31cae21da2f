import type { FastifyInstance, FastifyReply } from 'fastify';

interface SandboxError extends Error {
	statusCode?: number;
	validation?: Violation[];
}

/** Something that the schema of a route does not allow. */
interface Violation {
	keyword: string;
	instancePath: string;
	params: { missingProperty?: string; allowedValues?: unknown[] };
	message?: string;
}

/** Answers errors: 422 where the parameters are wrong, else the status of the error or 500. */
export function answerErrors(app: FastifyInstance): void {
	app.setErrorHandler(async (error: SandboxError, _, reply) => {
		if (error.validation) {
			const message = wrongFields(error.validation);
			return await reply.code(422).send({ message, status: 422 });
		}
		const status = error.statusCode ?? 500;
		return await reply.code(status).send({ message: error.message, status });
	});
}

/** What is wrong, by field. */
function wrongFields(violations: Violation[]): Record<string, string[]> {
	const wrong: Record<string, string[]> = {};
	for (const { keyword, instancePath, params, message: text = '' } of violations) {
		if (keyword === 'if') continue; // what is wrong in its branch has an entry of its own
		const { missingProperty, allowedValues } = params;
		const field = missingProperty ?? (instancePath.slice(1) || 'body');
		const what = missingProperty === undefined ? text : 'is required';
		const allowed = allowedValues ? `: ${allowedValues.join(', ')}` : '';
		(wrong[field] ??= []).push(`The ${field} field ${what}${allowed}.`);
	}
	return wrong;
}

/** Answers that there is no such record or path. */
export async function notFound(reply: FastifyReply) {
	return await reply.code(404).send({ message: 'Resource not found.', status: 404 });
}
