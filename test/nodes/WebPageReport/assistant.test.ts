import {
	generateSingleVersionTypeFile,
	type NodeTypeDescription,
} from '@n8n/workflow-sdk/scripts/generate-types';

import { WebPageReport } from '../../../nodes/WebPageReport/WebPageReport.node';

/** What n8n's assistant reads of this node: a type for the parameters of each operation. */
const { description } = new WebPageReport();
const definition = generateSingleVersionTypeFile(description as NodeTypeDescription, 1);

/** The parameter type of one operation, with the sentence before it. */
function typeOf(operation: string): string {
	const types = definition.split(/(?=^\/\*\* .*\nexport type \w+Params = )/m);
	return (
		types.find((type) => type.includes(`export type WebPageReportV1${operation}Params =`)) ?? ''
	);
}

const REPORTS = ['ReportCreate', 'ReportGet', 'ReportGetAll', 'ReportUpdate'];
const BY_ID = ['ReportDelete', 'ReportGet', 'ReportUpdate'];
const WITH_PRIVACY = ['ReportCreate', 'ReportUpdate'];
const DELETES = ['ProjectDelete', 'ReportDelete'];
const OPERATIONS = ['ProjectGetAll', ...REPORTS, ...DELETES];

describe('the type for the assistant', () => {
	it('does not require a password', () => {
		expect(typeOf('ReportCreate')).toMatch(/^ +url: string/m);
		expect(typeOf('ReportCreate')).toMatch(/^ +password\?: string/m);
	});

	it.each(OPERATIONS)('introduces %s with a fitting sentence', (operation) => {
		const sentence = /^\/\*\* (.*) \*\//.exec(typeOf(operation))?.[1];
		expect(sentence).toMatch(/^[A-Z]/);
		expect(sentence).toMatch(operation.startsWith('Report') ? /web page/ : /site/);
	});

	it.each(REPORTS)('describes the output of %s', (operation) => {
		expect(typeOf(operation)).toContain('result: "good" | "decent" | "bad"');
	});

	it.each([
		['password is required if privacy is 2', ['ReportCreate']],
		['adds a report, even if the page already has one', ['ReportCreate']],
		['returns the report with its new result. results: 0 does nothing', ['ReportUpdate']],
		['Every output item, including a failed one, is paired with its input item', OPERATIONS],
		['"id" is the order of creation, "generated_at" that of the last analysis', ['ReportGetAll']],
		['"result" sorts by the text of the result', ['ReportGetAll']],
		['"example.com" also finds "shop.example.com"', ['ProjectGetAll', 'ReportGetAll']],
		['If message says "may have been", it may have happened', [...WITH_PRIVACY, ...DELETES]],
		['A report that a list still contains was not deleted', ['ProjectDelete', ...BY_ID]],
		['its newest has the latest generated_at', ['ReportGetAll']],
		['pass the input items on unchanged, without error', OPERATIONS],
		['filter the output by project', ['ProjectGetAll', 'ReportGetAll']],
		["the report's own address, never the address of the page", BY_ID],
		['To find the report of a page, use getAll and compare url', BY_ID],
		['it is returned as { error: string, message: string }', OPERATIONS],
		[
			'starts with "Report" or "Project" and contains "was not found (", there is no such report or project',
			['ProjectDelete', ...BY_ID],
		],
		['Dates come as the service sends them, usually ISO 8601', ['ProjectGetAll', ...REPORTS]],
		['On some services, result is a number from 0 to 100', REPORTS],
		[
			'differ in scheme, in the case of its host, or by a trailing slash, fragment, default port or enc',
			REPORTS,
		],
		['are included only if simplify is false', REPORTS],
		['ignore these when comparing addresses', REPORTS],
		['message also names causes that are merely possible', WITH_PRIVACY],
		['once per input item, several items at a time', OPERATIONS],
		['usually results: { [check]: { passed: boolean (or 1 or 0), … } }, are included', REPORTS],
		['error contains the status of the response, such as "(422)"', WITH_PRIVACY],
		['Match only the status: the words of the service can be in any language', WITH_PRIVACY],
		['a page that cannot be analysed or a used-up quota, and nothing tells', WITH_PRIVACY],
		['and stop after three (422) errors in a row', WITH_PRIVACY],
		['url is a full address, starting with http:// or https://', ['ReportCreate']],
		['the node takes up to a minute to look for the report', ['ReportCreate']],
		[
			'error names the parameter, such as "URL is not a web address", and nothing was',
			WITH_PRIVACY,
		],
		['on some services, a used-up quota is (402) or (403)', WITH_PRIVACY],
		['the first number in parentheses', WITH_PRIVACY],
		['the url of the page (create), but no result', WITH_PRIVACY],
		['a workflow that judges results must stop with an error if result is a number', REPORTS],
		['the output is { success: true } with the id of the report', WITH_PRIVACY],
		[
			'so wait a minute before checking with getAll. Until it is finished, getAll may not list the new report, or may list it without a result (create), or may still show the old result (update)',
			WITH_PRIVACY,
		],
		[
			'A refusal ("The service did not …") and an unusable response can both mean a used-up quota',
			WITH_PRIVACY,
		],
		[
			'(429): the rate limit did not reset in time, and nothing was done; it can also be a daily quota',
			WITH_PRIVACY,
		],
		['update with results: 1 to refresh one', ['ReportCreate']],
		['password only applies with privacy 2', ['ReportUpdate']],
		['For a report that does not exist, some services return (403)', ['ReportUpdate']],
		['if nothing may be sent after a failure, loop over single items', OPERATIONS],
		['(usually a number; an expression may return one)', BY_ID],
		['and whatever else the service sends', REPORTS],
		['In expressions and in the output, 2 is Password, 1 Private, and 0 Public', WITH_PRIVACY],
		['Many services delete its reports with it', ['ProjectDelete']],
	])('says "%s" about %j', (fact, operations) => {
		const told = OPERATIONS.filter((operation) => typeOf(operation).includes(fact));
		expect(told.sort()).toEqual([...operations].sort());
	});

	it('gives a deleted report a numeric ID, like any other', () => {
		expect(definition).toMatch(/ReportDeleteOutput = \{\s+deleted\?: boolean;\s+id\?: number;/);
	});

	it('offers fields only to operations that read', () => {
		const withFields = OPERATIONS.filter((operation) => /^ +fields\?:/m.test(typeOf(operation)));
		expect(withFields).toEqual(['ProjectGetAll', 'ReportGet', 'ReportGetAll']);
	});
});

it('the search hint names create first', () => {
	const operations = description.builderHint?.searchHint?.match(/"(create|get|getAll|delete)"/g);
	expect(operations?.[0]).toBe('"create"');
});

it('Resource and Operation have no hint: with one, n8n would not load the node', () => {
	const dropdowns = description.properties.filter(({ name }) =>
		/^(resource|operation)$/.test(name),
	);
	expect(dropdowns.map((dropdown) => 'builderHint' in dropdown)).toEqual([false, false, false]);
});
