import type { FastifyInstance, RouteHandler } from 'fastify';

import { type Data, rate, timestamp } from './data';
import { type ListQuery, page } from './lists';
import { operations, type Schema } from './openapi';
import { notFound } from './refusals';

interface Carried {
	Params: { project: string; id: string };
	Querystring: ListQuery;
	Body: { url?: string; privacy?: number; password?: string; results?: number };
}

/** What the document leaves open in a query and in a body; see _Assumptions_ in the sandbox's README. */
const PAGE = { page: { type: 'integer', minimum: 1, default: 1 } };
const PASSWORD = {
	type: 'object',
	properties: { password: { type: 'string', minLength: 1 } },
	// The validator may or may not have converted the form's text to a number
	if: { properties: { privacy: { enum: ['2', 2] } }, required: ['privacy'] },
	then: { required: ['password'] },
};

/** Adds the operations of docs/openapi.yaml. */
export function addOperations(api: FastifyInstance, data: Data): void {
	const handlers = handlersFor(data);
	for (const { operationId, method, path, query, form } of operations) {
		const handler = handlers[operationId];
		if (!handler) throw new Error(`The sandbox has no ${operationId}`);
		api.route<Carried>({
			method,
			url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
			schema: { querystring: listed(query), ...(form && { body: { allOf: [form, PASSWORD] } }) },
			handler,
		});
	}
}

/** The schema of a query, with the page; further parameters are ignored. */
function listed(query: Schema): object {
	return { ...query, properties: { ...query.properties, ...PAGE }, additionalProperties: false };
}

function handlersFor(data: Data): Record<string, RouteHandler<Carried>> {
	const reportOf = ({ params }: { params: { id: string } }) =>
		[...data.reports.values()].find(({ id }) => String(id) === params.id);
	return {
		listProjects: (request) => page(data.projects(), request),
		deleteProject: async ({ params: { project } }, reply) => {
			if (!data.deleteProject(project)) return await notFound(reply);
			return { id: project, object: 'project', deleted: true, status: 200 };
		},
		listReports: (request) => page([...data.reports.values()], request),
		getReport: async (request, reply) => {
			const report = reportOf(request);
			return report ? { data: report, status: 200 } : await notFound(reply);
		},
		createReport: async ({ body: { url = '', privacy = 1, password = null } }, reply) => {
			const report = data.create(url, privacy, privacy === 2 ? password : null);
			return await reply.code(201).send({ data: report, status: 201 });
		},
		updateReport: async (request, reply) => {
			const report = reportOf(request);
			if (!report) return await notFound(reply);
			const { privacy = report.privacy, password = report.password, results } = request.body;
			Object.assign(report, {
				privacy,
				password: privacy === 2 ? password : null,
				updated_at: timestamp(),
			});
			if (results === 1) Object.assign(report, rate(report.url), { generated_at: timestamp() });
			return { data: report, status: 200 };
		},
		deleteReport: async (request, reply) => {
			const report = reportOf(request);
			if (!report) return await notFound(reply);
			data.reports.delete(report.id);
			return { id: report.id, object: 'report', deleted: true, status: 200 };
		},
	};
}
