import type { FastifyInstance } from 'fastify';

import { type Data, rate, timestamp } from './data';
import { type ListQuery, listSchema, page } from './lists';
import { notFound } from './refusals';

interface ReportBody {
	url?: string;
	privacy?: number;
	password?: string;
	results?: number;
}

const privacy = { type: 'integer', enum: [0, 1, 2] };
const password = { type: 'string', minLength: 1 };

const PROTECTED_WITH_PASSWORD = {
	// The validator may or may not have converted the form's text to a number
	if: { properties: { privacy: { enum: ['2', 2] } }, required: ['privacy'] },
	then: { required: ['password'] },
};

const CREATE_BODY = {
	type: 'object',
	properties: { url: { type: 'string', format: 'address' }, privacy, password },
	required: ['url'],
	...PROTECTED_WITH_PASSWORD,
};

const UPDATE_BODY = {
	type: 'object',
	properties: { privacy, password, results: { type: 'integer', enum: [0, 1] } },
	...PROTECTED_WITH_PASSWORD,
};

/** Sections 4.1 and 4.2 of the interface document. */
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

/** Sections 4.3 to 4.7 of the interface document. */
export function addReports(api: FastifyInstance, data: Data): void {
	const querystring = listSchema(['url', 'project'], ['id', 'generated_at', 'url', 'result'], {
		result: { enum: ['good', 'decent', 'bad'] },
	});
	const reportOf = ({ params }: { params: unknown }) =>
		[...data.reports.values()].find(({ id }) => String(id) === (params as { id: string }).id);

	api.get<{ Querystring: ListQuery & { result?: string } }>(
		'/reports',
		{ schema: { querystring } },
		(request) =>
			page(
				[...data.reports.values()].filter(
					({ result }) => (request.query.result ?? result) === result,
				),
				request,
			),
	);
	api.get('/reports/:id', async (request, reply) => {
		const report = reportOf(request);
		return report ? { data: report, status: 200 } : await notFound(reply);
	});
	api.post<{ Body: ReportBody }>(
		'/reports',
		{ schema: { body: CREATE_BODY } },
		async ({ body: { url = '', privacy: level = 1, password: word } }, reply) => {
			const report = data.create(url, level, level === 2 ? (word ?? null) : null);
			return await reply.code(201).send({ data: report, status: 201 });
		},
	);
	api.put<{ Body: ReportBody }>(
		'/reports/:id',
		{ schema: { body: UPDATE_BODY } },
		async (request, reply) => {
			const report = reportOf(request);
			if (!report) return await notFound(reply);
			const { privacy: level = report.privacy, password: word = report.password } = request.body;
			Object.assign(report, {
				privacy: level,
				password: level === 2 ? word : null,
				updated_at: timestamp(),
			});
			if (request.body.results === 1) {
				Object.assign(report, rate(report.url), { generated_at: timestamp() });
			}
			return { data: report, status: 200 };
		},
	);
	api.delete('/reports/:id', async (request, reply) => {
		const report = reportOf(request);
		if (!report) return await notFound(reply);
		data.reports.delete(report.id);
		return { id: report.id, object: 'report', deleted: true, status: 200 };
	});
}
