import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import type { SeenRequest } from '../../sandbox/service/requests';
import { loadPackage } from '../support/engine';
import { locator } from '../support/node';
import { type Service, startService } from '../support/service';
import { type Operation, operations, type Parameter, type Values } from './interface';

/** A parameter of the node and its collection. */
interface Found {
	property: INodeProperties;
	collection?: string;
}

let properties: INodeProperties[];
let sandbox: Service;

beforeAll(async () => {
	({ properties } = (await loadPackage()).node.description);
	sandbox = await startService({ reports: 42 });
	// Only the request matters here: nothing is deleted
	sandbox.conditions.push({ method: 'DELETE', body: { deleted: true } });
});

// In the title, so that a failing test says what to do
const FIRST = 'change the table in test/engines/interface.ts first';

describe.each(operations)(`section $section: $operation $resource (${FIRST})`, (operation) => {
	const rows = operation.parameters.flatMap((parameter) =>
		parameter.values.map((value) => ({ parameter, name: parameter.name, value })),
	);

	it('routes exactly the parameters of the document', () => {
		expect([...routed(operation).keys()].sort()).toEqual(
			operation.parameters.map(({ name }) => name).sort(),
		);
	});

	it('sends its method, path, headers and key, and no untouched parameter', async () => {
		const { example = {} } = operation;
		const request = await sent(operation, example);
		expect(request).toMatchObject({ method: operation.method, path: operation.path });
		expect(request.headers.authorization).toBe(`Bearer ${sandbox.apiKey}`);
		const { accept = 'application/json, text/plain, */*' } = operation;
		// n8n's default if a node sets none
		expect(request.headers.accept).toBe(accept ?? undefined);
		expect(request.headers['content-type']).toBe(operation.contentType ?? undefined);
		expect(request.query).toEqual(operation.in === 'query' ? expected(operation, {}) : {});
		expect(request.body).toEqual(operation.in === 'body' ? expected(operation, example) : {});
	});

	if (rows.length > 0) {
		it.each(rows)('describes $name = $value', ({ parameter, value }) => {
			const { property } = found(operation, parameter.name);
			expect(property.routing?.send).toEqual({ type: operation.in, property: parameter.name });
			if (property.type === 'options') {
				expect(optionValues(property).sort()).toEqual([...parameter.values].sort());
			} else {
				expect(typeof value).toBe(property.type);
			}
		});

		it.each(rows)('sends $name = $value', async ({ parameter, value }) => {
			const values = { [parameter.name]: value, ...parameter.along?.[value] };
			const request = await sent(operation, values);
			expect(request[operation.in ?? 'query']).toEqual(expected(operation, values));
		});

		it.each(operation.parameters.filter(hasDefault))(
			'shows the default of $name, $default',
			({ name, default: value }) => {
				expect(found(operation, name).property.default).toBe(value);
			},
		);
	}
});

function hasDefault(parameter: Parameter): boolean {
	return parameter.default !== null;
}

/** The parameters that an operation routes into its query or body, by their names there. */
function routed({ resource, operation }: Operation): Map<string, Found> {
	const map = new Map<string, Found>();
	const add = (property: INodeProperties, collection?: string) => {
		const name = property.routing?.send?.property;
		if (name !== undefined) map.set(name, { property, collection });
		if (property.type !== 'collection') return;
		for (const inner of property.options as INodeProperties[]) add(inner, property.name);
	};
	for (const property of properties) {
		const { show = {} } = property.displayOptions ?? {};
		if (show.resource?.includes(resource) && show.operation?.includes(operation)) add(property);
	}
	return map;
}

function found(operation: Operation, name: string): Found {
	const entry = routed(operation).get(name);
	if (!entry) throw new Error(`The description does not route ${name}`);
	return entry;
}

function optionValues(property: INodeProperties): Array<string | number> {
	return (property.options as Array<{ value: string | number }>).map(({ value }) => value);
}

/** What the service must receive: these values and the parameters that are always sent, all as text. */
function expected(operation: Operation, values: Values): Record<string, string> {
	const always = operation.parameters
		.filter((parameter) => parameter.always)
		.map((parameter) => [parameter.name, parameter.default] as const);
	// The smallest page that holds the single row of `limit: 1` below
	const page = operation.operation === 'getAll' ? { per_page: 10 } : {};
	const all = { ...page, ...Object.fromEntries(always), ...operation.required, ...values };
	return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
}

/** Runs an operation with some values, keyed by their names in the document, and returns its request. */
async function sent(operation: Operation, values: Values): Promise<SeenRequest> {
	const parameters: INodeParameters = {
		resource: operation.resource,
		operation: operation.operation,
		limit: 1,
		reportId: locator('id', '42'),
		project: locator('name', 'example.com'),
	};
	const given = { ...operation.required, ...values };
	for (const [name, value] of Object.entries(given)) {
		const { property, collection } = found(operation, name);
		if (collection === undefined) parameters[property.name] = value;
		else {
			parameters[collection] = {
				...(parameters[collection] as Record<string, NodeParameterValueType>),
				[property.name]: value,
			};
		}
	}
	sandbox.requests.length = 0;
	const { error } = await sandbox.run(parameters);
	expect(error).toBeUndefined();
	expect(sandbox.requests).toHaveLength(1);
	return sandbox.requests[0] as SeenRequest;
}
