import type { INodeProperties } from 'n8n-workflow';

import { WebPageReportApi } from '../../../credentials/WebPageReportApi.credentials';
import codex from '../../../nodes/WebPageReport/WebPageReport.node.json';
import { WebPageReport } from '../../../nodes/WebPageReport/WebPageReport.node';
import manifest from '../../../package.json';

const { description } = new WebPageReport();
const credential = new WebPageReportApi();

/** Every parameter, including those inside collections, with a unique path. */
function walk(properties: INodeProperties[], path = ''): Array<[string, INodeProperties]> {
	return properties.flatMap((property) => {
		const { resource = [''], operation = [''] } = property.displayOptions?.show ?? {};
		const here = path || [resource, operation].map(String).filter(Boolean).join('.');
		const inner = property.type === 'collection' ? (property.options as INodeProperties[]) : [];
		return [[`${here} ${property.name}`, property], ...walk(inner, `${here} ${property.name}`)];
	});
}

const parameters = walk(description.properties);
const texts = [...parameters, ...walk(credential.properties, 'credential')];

it('n8n refuses a workflow without what an operation needs, and a credential without an address or a key', () => {
	const required = texts.filter(([, property]) => property.required).map(([path]) => path);
	expect(required).toEqual([
		'project.delete project',
		'report.create url',
		'report.create password',
		'report.delete reportId',
		'report.get reportId',
		'report.update reportId',
		'credential baseUrl',
		'credential apiKey',
	]);
});

it('every string has a placeholder unless it is a secret', () => {
	const without = texts.filter(
		([, { type, placeholder = '' }]) => type === 'string' && !/^e\.g\. \S/.test(placeholder),
	);
	const secrets = texts.filter(([, { typeOptions }]) => typeOptions?.password === true);
	expect(without).toEqual(secrets);
});

it('the codex is for this node', () => {
	expect(codex.node).toBe(`${manifest.name}.${description.name}`);
});
