import type { SeenRequest } from '../../sandbox/service/requests';
import { expectOnPage } from '../support/pages';
import { type Service, startService } from '../support/service';
import {
	choices,
	chosen,
	isAlwaysSent,
	nodeWith,
	type Operation,
	operations,
	routed,
	shown,
	type Values,
} from './interface';

let sandbox: Service;

beforeAll(async () => {
	sandbox = await startService();
	// Only the request matters here: nothing is deleted
	sandbox.conditions.push({ method: 'DELETE', body: { deleted: true } });
});

// In the title, so that a failing test says what to do
describe.each(operations)('$operationId, as in docs/openapi.yaml', (operation) => {
	const { parameters } = operation;
	const rows = parameters.flatMap((parameter) =>
		parameter.values.map((value) => ({ ...parameter, value })),
	);

	it('routes exactly the parameters and choices of the document', () => {
		const own = [...routed(shown(operation))].map(([name, property]) => [
			name,
			new Set(choices(property).map(({ value }) => value)),
		]);
		const documented = parameters.map(({ name, schema }) => [name, new Set(schema.enum)]);
		expect(Object.fromEntries(own)).toEqual(Object.fromEntries(documented));
	});

	it('sends its method, path, headers and key, and no untouched parameter', async () => {
		const { form, accept, contentType, method, path } = operation;
		// An update needs something to change
		const first = form && !form.required ? parameters.slice(0, 1) : [];
		const touched = Object.fromEntries(first.map(({ name, values }) => [name, values[0]]));
		const request = await sent(operation, touched);
		const filled = path.replace('{id}', '1').replace('{project}', 'example.com');
		expect(request).toMatchObject({ method, path: filled });
		expect(request.headers.authorization).toBe(`Bearer ${sandbox.apiKey}`);
		// n8n's default if a node sets none
		const anything = 'application/json, text/plain, */*';
		expect(request.headers.accept).toBe(accept === '*/*' ? anything : accept);
		expect(request.headers['content-type']).toBe(contentType);
		const { query, body } = request;
		const fields = expected(operation, touched);
		expect({ query, body }).toEqual({ query: {}, body: {}, [operation.in]: fields });
	});

	if (rows.length > 0) {
		it.each(rows)('sends $name = $value', async ({ name, value }) => {
			const values = { [name]: value, ...along(name, value) };
			const request = await sent(operation, values);
			expect(request[operation.in]).toEqual(expected(operation, values));
		});
	}
});

it('the README lists the operations of the document, and what the node can set', () => {
	const rows = operations.map((operation) => {
		const { method, path } = operation;
		const resource = chosen('resource', operation)?.name ?? '';
		const { name = '', description = '' } = chosen('operation', operation) ?? {};
		const settings = shown(operation).map((property) => {
			const modes = property.modes?.map(({ displayName }) => displayName);
			const offered = modes ?? choices(property).map((choice) => choice.name);
			return `_${property.displayName}_${offered.length > 0 ? ` (${offered.join(', ')})` : ''}`;
		});
		const settable = [...new Set(settings)].join('; ');
		return [resource, `**${name}**`, `\`${method} ${path}\``, description, settable];
	});
	const head = ['Resource', 'Operation', 'Request', 'What it does', 'What you can set'];
	expectOnPage('operations', [head, ...rows]);
});

/** What a value needs along with it. */
function along(name: string, value: unknown): Values {
	if (name === 'password') return { privacy: 2 };
	return name === 'privacy' && value === 2 ? { password: 'secret' } : {};
}

/** What the service must receive: these values and the defaults that are always sent, all as text. */
function expected(operation: Operation, values: Values): Record<string, string> {
	const always = operation.parameters
		.filter((parameter) => isAlwaysSent(operation, parameter))
		.map(({ name, schema }) => [name, schema.default] as const);
	// The smallest page that holds the single row of `limit: 1`
	const page = operation.operation === 'getAll' ? { per_page: 10 } : {};
	const all = { ...page, ...Object.fromEntries(always), ...operation.required, ...values };
	return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
}

/** Runs an operation with some values and returns its request. */
async function sent(operation: Operation, values: Values): Promise<SeenRequest> {
	sandbox.requests.length = 0;
	const { error } = await sandbox.run(nodeWith(operation, values));
	expect(error).toBeUndefined();
	expect(sandbox.requests).toHaveLength(1);
	return sandbox.requests[0] as SeenRequest;
}
