import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import type { RunOptions } from '../../support/engine';
import { locator, report } from '../../support/node';
import { type Service, startService } from '../../support/service';

export const PAGE = 'https://example.com/';
export const FROM_ITEM = '={{ $json.value }}';

/** A field of an update of report 1, next to others. */
export function updateField(name: string, others: INodeParameters = {}) {
	return (value: NodeParameterValueType) =>
		report('update', {
			reportId: locator('id', '1'),
			updateFields: { ...others, [name]: value },
		});
}

/**
 * A service with the reports 1 and 7, and the node that uses it; one for all tests of a file, because starting it takes
 * longer than running a node.
 */
export function sharedSandbox() {
	let sandbox: Service;

	beforeAll(async () => {
		sandbox = await startService();
	});

	/** Restores its records, and forgets its requests. */
	const reset = () => {
		const { conditions, data, requests } = sandbox;
		requests.length = 0;
		conditions.length = 0;
		// Two reports and their project, whatever an earlier test left
		const page = data.create(PAGE, 1, null);
		data.reports.clear();
		for (const id of [1, 7]) data.reports.set(id, { ...page, id });
	};
	beforeEach(reset);

	/** Runs the node against it, with one item per value, in `$json.value`. */
	const runWith = async (
		parameters: INodeParameters,
		values: NodeParameterValueType[] = [''],
		options: Partial<RunOptions> = {},
	) => await sandbox.run(parameters, { items: values.map((value) => ({ value })), ...options });

	return {
		reset,
		runWith,
		get conditions() {
			return sandbox.conditions;
		},
		get requests() {
			return sandbox.requests;
		},
	};
}
