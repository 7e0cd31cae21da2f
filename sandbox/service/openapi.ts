import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { parse } from 'yaml';

/** A JSON Schema, as far as this project reads it. */
export interface Schema {
	type?: string;
	enum?: Array<string | number>;
	default?: string | number;
	format?: string;
	minimum?: number;
	maximum?: number;
	required?: string[];
	properties?: Record<string, Schema>;
}

/** An operation of docs/openapi.yaml. */
export interface Operation {
	operationId: string;
	method: string;
	/** Such as `/reports/{id}`. */
	path: string;
	/** Its query parameters, as the properties of an object. */
	query: Schema;
	/** Its form, if it has one. */
	form?: Schema;
	/** Media types of the body and of the response, if any. */
	contentType?: string;
	accept?: string;
}

type Part = Record<string, unknown>;
type Parameters = Array<{ name: string; in: string; schema: Schema }>;
interface Described {
	operationId: string;
	parameters?: Parameters;
	requestBody?: { content: Record<string, { schema: Schema } | undefined> };
	responses: { default: { content?: Part } };
}
type PathItem = { parameters?: Parameters } & Record<'get' | 'post' | 'put' | 'delete', Described>;

const FILE = resolve(__dirname, '../../docs/openapi.yaml');
const document = parse(readFileSync(FILE, 'utf8')) as Part;
const { paths } = resolved(document) as { paths: Record<string, PathItem> };

/** Every operation, in the order of the document. */
export const operations: Operation[] = Object.entries(paths).flatMap(
	([path, { parameters: shared = [], ...methods }]) =>
		Object.entries(methods).map(([method, described]) => {
			const { operationId, parameters = [], requestBody, responses } = described;
			const query = [...shared, ...parameters].filter((each) => each.in === 'query');
			const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
			const [contentType] = Object.keys(requestBody?.content ?? {});
			return {
				operationId,
				method: method.toUpperCase(),
				path,
				query: { type: 'object', properties },
				form: requestBody?.content[contentType ?? '']?.schema,
				contentType,
				accept: Object.keys(responses.default.content ?? {})[0],
			};
		}),
);

/** A part of the document, with each `$ref` replaced by what it refers to. */
function resolved(part: unknown): unknown {
	if (Array.isArray(part)) return part.map(resolved);
	if (typeof part !== 'object' || part === null) return part;
	const { $ref, ...own } = part as Part;
	const entries = Object.entries(own).map(([key, value]) => [key, resolved(value)] as const);
	const referred = typeof $ref === 'string' ? (resolved(target($ref)) as Part) : {};
	return { ...referred, ...Object.fromEntries(entries) };
}

/** What a `$ref` such as `#/components/schemas/privacy` refers to. */
function target($ref: string): unknown {
	const keys = $ref.split('/').slice(1);
	return keys.reduce<unknown>((part, key) => (part as Part)[key], document);
}
