import type { FastifyInstance } from 'fastify';

import type { Data } from './data';
import { notFound } from './errors';
import { type ListQuery, listSchema, page } from './lists';

/** Sections 4.1 and 4.2. */
export function addProjects(api: FastifyInstance, data: Data): void {
	const querystring = listSchema(['project'], ['created_at', 'project']);
	api.get<{ Querystring: ListQuery }>('/projects', { schema: { querystring } }, (request) =>
		page(data.projects(), request),
	);
	api.delete<{ Params: { project: string } }>('/projects/:project', async (request, reply) => {
		const { project } = request.params;
		if (!data.deleteProject(project)) return await notFound(reply);
		return { id: project, object: 'project', deleted: true, status: 200 };
	});
}
