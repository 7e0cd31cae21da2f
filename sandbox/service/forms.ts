import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/** Section 4: bodies are form-encoded. */
export async function acceptForms(service: FastifyInstance): Promise<void> {
	await service.register(formbody);
	service.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
		done(null, body);
	});
	service.addHook('preValidation', (request, _, done) => {
		request.body ??= {};
		done();
	});
}
