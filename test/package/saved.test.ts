import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { WebPageReportApi } from '../../credentials/WebPageReportApi.credentials';
import { WebPageReport } from '../../nodes/WebPageReport/WebPageReport.node';
import manifest from '../../package.json';

const FILE = join(__dirname, 'saved.txt');

/** A parameter or credential field, its default, and the values or modes to choose from: one line each. */
function linesOf(property: INodeProperties, path: string): string[] {
	const { name, type, options = [], modes = [] } = property;
	if (type === 'notice') return [];
	const here = `${path} ${name}`;
	const children = options as Array<INodeProperties & INodePropertyOptions>;
	return [
		`${here}: ${type}, by default ${JSON.stringify(property.default)}`,
		...modes.map((mode) => `${here}, mode ${mode.name}`),
		...children.flatMap((child) =>
			type === 'collection' ? linesOf(child, here) : [`${here} = ${JSON.stringify(child.value)}`],
		),
	];
}

/** The resource and operation that show a parameter. */
function placeOf({ displayOptions }: INodeProperties): string {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	return [...resource, ...operation].map(String).join('.');
}

/** Everything that a saved workflow or credential can refer to, one line each. */
function referable(): string[] {
	const { description } = new WebPageReport();
	const { name, properties } = new WebPageReportApi();
	const versions = [description.version].flat();
	return [
		...versions.map(
			(version) => `${manifest.name}.${description.name}, version ${String(version)}`,
		),
		...(description.credentials ?? []).map(
			(each) => `${description.name}, credential ${each.name}`,
		),
		...description.properties.flatMap((each) =>
			linesOf(each, placeOf(each)).map((it) => it.trim()),
		),
		...properties.flatMap((each) => linesOf(each, name)),
	];
}

// n8n loads a saved name or value that no longer exists as the default, without a word
describe('what a saved workflow can refer to', () => {
	const present = new Set(referable());
	const listed = readFileSync(FILE, 'utf8').trimEnd().split(/\r?\n/);

	it('is still there, with the same default', () => {
		expect(listed.filter((line) => !present.has(line))).toEqual([]);
	});

	it('is protected: UPDATE_DOCS=1 npx jest -- saved adds what is new to saved.txt', () => {
		const added = [...present].filter((line) => !listed.includes(line));
		if (process.env.UPDATE_DOCS) writeFileSync(FILE, `${[...listed, ...added].join('\n')}\n`);
		else expect(added).toEqual([]);
	});
});
