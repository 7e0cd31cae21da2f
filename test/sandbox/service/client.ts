import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/service/service';

type Row = Record<string, string | number>;

/** An answer; its body parsed if it is JSON, otherwise as text. */
interface Answer {
	status: number;
	headers: Record<string, string>;
	body: { data: Row & Row[]; links: object; meta: Row; message: Record<string, string[]> };
}

/** The sandbox under test. */
export let sandbox: Sandbox;

/** Closed at the end of the test. */
export const closers: Array<() => Promise<unknown>> = [];

afterEach(async () => {
	await Promise.all(closers.splice(0).map(async (close) => await close()));
});

/** Starts the sandbox under test; closed at the end of the test. */
export async function start(options?: SandboxOptions): Promise<void> {
	const started = await startSandbox(options);
	closers.push(async () => {
		await started.close();
	});
	use(started);
}

/** Makes this the sandbox under test. */
export function use(another: Sandbox): void {
	sandbox = another;
}

/**
 * Sends a request to the sandbox, with its key unless `headers` overrides it.
 * @param asked method, path and form in one line: `PUT /reports/1 privacy=2&password=secret`
 */
export async function ask(asked: string, headers?: Record<string, string>): Promise<Answer> {
	const [method, path = '', body] = asked.split(' ');
	const form = { 'content-type': 'application/x-www-form-urlencoded' };
	const key = { authorization: `Bearer ${sandbox.apiKey}` };
	const sent = { ...key, ...(body !== undefined && form), ...headers };
	const answer = await fetch(sandbox.baseUrl + path, { method, headers: sent, body });
	const text = await answer.text();
	const isJson = /^([[{"]|null$)/.test(text);
	return {
		status: answer.status,
		headers: Object.fromEntries(answer.headers),
		body: (isJson ? JSON.parse(text) : text) as Answer['body'],
	};
}

/** The record or the rows of an answer. */
export const dataOf = async (asked: string) => (await ask(asked)).body.data;

export async function statuses(...requests: string[]): Promise<number[]> {
	const seen: number[] = [];
	for (const asked of requests) seen.push((await ask(asked)).status);
	return seen;
}

export const CREATE = 'POST /reports url=https://new.example/';
