import type { Condition } from '../../../sandbox/service/conditions';
import type { Project, Report } from '../../../sandbox/service/data';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/service/service';

type Headers = Record<string, string>;

export interface Answer {
	status: number;
	headers: Headers;
	/** What was sent as JSON, or else the text. */
	body: unknown;
}

export interface Page<Row> {
	data: Row[];
	links: Record<'first' | 'last' | 'prev' | 'next', string | null>;
	meta: Record<'current_page' | 'last_page' | 'per_page' | 'total', number>;
}

/** The sandbox that is asked. */
export let sandbox: Sandbox;

/** What the end of the test closes. */
export const closers: Array<() => Promise<unknown>> = [];

afterEach(async () => {
	await Promise.all(closers.splice(0).map(async (close) => await close()));
});

/** Starts the sandbox that the test asks; the end of the test closes it. */
export async function start(options?: SandboxOptions): Promise<void> {
	const started = await startSandbox(options);
	closers.push(async () => {
		await started.close();
	});
	use(started);
}

/** From now on, this sandbox is asked. */
export function use(another: Sandbox): void {
	sandbox = another;
}

/**
 * Asks the sandbox, with its key unless `headers` says otherwise.
 * @param asked method, path and form in one line: `PUT /reports/1 privacy=2&password=secret`
 */
export async function ask(asked: string, headers?: Headers): Promise<Answer> {
	const [method, path = '', form] = asked.split(' ');
	const answer = await fetch(sandbox.baseUrl + path, {
		method,
		headers: {
			authorization: `Bearer ${sandbox.apiKey}`,
			...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
			...headers,
		},
		body: form,
		redirect: 'manual',
	});
	const { status } = answer;
	return { status, headers: Object.fromEntries(answer.headers), body: parsed(await answer.text()) };
}

function parsed(sent: string): unknown {
	try {
		return JSON.parse(sent);
	} catch {
		return sent;
	}
}

export async function reports(query = ''): Promise<Page<Report>> {
	return (await ask(`GET /reports${query}`)).body as Page<Report>;
}

export async function projects(query = ''): Promise<Page<Project>> {
	return (await ask(`GET /projects${query}`)).body as Page<Project>;
}

/** The report that an operation answers with. */
export async function report(asked: string): Promise<Report> {
	return ((await ask(asked)).body as { data: Report }).data;
}

/** Asks with a condition for this one request. */
export async function askUnder(condition: Condition, asked = 'GET /reports/1'): Promise<Answer> {
	return await ask(asked, { 'x-sandbox': JSON.stringify(condition) });
}

export async function statuses(...requests: string[]): Promise<number[]> {
	const seen: number[] = [];
	for (const asked of requests) seen.push((await ask(asked)).status);
	return seen;
}

export const CREATE = 'POST /reports url=https://new.example/';

/** Sections 4.1 to 4.7 of the interface document. */
export const OPERATIONS = [
	['GET /projects', 200],
	['DELETE /projects/{project}', 200],
	['GET /reports', 200],
	['GET /reports/1', 200],
	[CREATE, 201],
	['PUT /reports/1 privacy=0', 200],
	['DELETE /reports/1', 200],
] as const;

export const NOT_FOUND = { status: 404, body: { message: 'Resource not found.', status: 404 } };
