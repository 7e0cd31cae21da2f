import {
	generateSingleVersionTypeFile,
	type NodeTypeDescription,
} from '@n8n/workflow-sdk/scripts/generate-types';

import { WebPageReport } from '../../../nodes/WebPageReport/WebPageReport.node';

/** What n8n's assistant reads of this node: a type of the parameters of each operation. */
const { description } = new WebPageReport();
const definition = generateSingleVersionTypeFile(description as NodeTypeDescription, 1);

/** The type of the parameters of one operation, with the sentence before it. */
function typeOf(operation: string): string {
	const types = definition.split(/(?=^\/\*\* .*\nexport type \w+Params = )/m);
	return (
		types.find((type) => type.includes(`export type WebPageReportV1${operation}Params =`)) ?? ''
	);
}

const REPORTS = ['ReportCreate', 'ReportGet', 'ReportGetAll', 'ReportUpdate'];
const OPERATIONS = ['ProjectDelete', 'ProjectGetAll', ...REPORTS, 'ReportDelete'];

describe('the type that an assistant reads', () => {
	it('asks for no password, and says when there has to be one', () => {
		expect(typeOf('ReportCreate')).toMatch(/^ +url: string/m);
		expect(typeOf('ReportCreate')).toMatch(/^ +password\?: string/m);
		expect(typeOf('ReportCreate')).toContain('password is required where privacy is 2');
	});

	it.each(OPERATIONS)('has a sentence about %s that is true for it', (operation) => {
		const sentence = /^\/\*\* (.*) \*\//.exec(typeOf(operation))?.[1];
		expect(sentence).toMatch(/^[A-Z]/);
		expect(sentence).toMatch(operation.startsWith('Report') ? /web page/ : /site/);
	});

	it.each(REPORTS)('says what comes out of %s', (operation) => {
		expect(typeOf(operation)).toContain('result: "good" | "decent" | "bad"');
	});

	it('offers fields to the tools that read only', () => {
		const withFields = OPERATIONS.filter((operation) => /^ +fields\?:/m.test(typeOf(operation)));
		expect(withFields).toEqual(['ProjectGetAll', 'ReportGet', 'ReportGetAll']);
	});
});

it('the hint that a search shows names a create first', () => {
	const operations = description.builderHint?.searchHint?.match(/"(create|get|getAll|delete)"/g);
	expect(operations?.[0]).toBe('"create"');
});

it('no hint stands on Resource or Operation, for which n8n would not load the node', () => {
	const dropdowns = description.properties.filter(({ name }) =>
		/^(resource|operation)$/.test(name),
	);
	expect(dropdowns.map((dropdown) => 'builderHint' in dropdown)).toEqual([false, false, false]);
});
