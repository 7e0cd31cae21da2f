import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { locator, project, report } from '../support/node';
import { type Service, startService } from '../support/service';

/** Where n8n looks up the fields that the editor shows before a first run: version 1 of the node. */
const FOLDER = resolve(__dirname, '../../dist/nodes/WebPageReport/__schema__/v1.0.0');

/** The documented fields of a report, without the password, which no output has. */
const REPORT = ['id', 'url', 'project', 'result', 'privacy', 'generated_at'];

let sandbox: Service;

beforeAll(async () => {
	sandbox = await startService();
});

const SCHEMAS = [
	['report/create', REPORT, report('create', { url: 'https://example.com/' })],
	['report/get', REPORT, report('get', { reportId: locator('id', '1') })],
	['report/getAll', REPORT, report('getAll')],
	[
		'report/update',
		REPORT,
		report('update', { reportId: locator('id', '1'), updateFields: { privacy: 0 } }),
	],
	['report/delete', ['deleted', 'id'], report('delete', { reportId: locator('id', '1') })],
	['project/getAll', ['project', 'created_at'], project('getAll')],
	[
		'project/delete',
		['deleted', 'project'],
		project('delete', { project: locator('name', '={{ $json.name }}') }),
	],
] as const;

describe('the fields shown before a first run', () => {
	it.each(SCHEMAS)(
		'of %s match its simplified output in type and order',
		async (path, fields, parameters) => {
			const schema = JSON.parse(readFileSync(resolve(FOLDER, `${path}.json`), 'utf8')) as {
				type: string;
				properties: Record<string, { type: string }>;
				version: number;
			};
			expect(schema).toMatchObject({ type: 'object', version: 1 });
			expect(Object.keys(schema.properties)).toEqual(fields);

			const [name] = sandbox.data.projects().map((one) => one.project);
			const { items, error } = await sandbox.run(parameters, { items: [{ name }] });
			expect(error).toBeUndefined();
			expect(items.length).toBeGreaterThan(0);
			for (const { json } of items) {
				const types = Object.entries(json).map(([field, value]) => [field, typeOf(value)] as const);
				expect(types.map(([, type]) => type)).not.toContain('object');
				const described = Object.entries(schema.properties).map(([field, { type }]) => [
					field,
					type,
				]);
				expect(types.filter(([field]) => fields.includes(field as never))).toEqual(described);
			}
		},
	);

	it('exist for these operations only', () => {
		const files = ['project', 'report'].flatMap((resource) =>
			readdirSync(resolve(FOLDER, resource)).map((file) => `${resource}/${file}`),
		);
		expect(files.sort()).toEqual(SCHEMAS.map(([path]) => `${path}.json`).sort());
	});
});

/** The JSON Schema type of a value. */
function typeOf(value: IDataObject[string]): string {
	return Number.isInteger(value) ? 'integer' : typeof value;
}
