import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/service/service';
import type { Outcome, RunOptions } from '../../support/engine';
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

/** A service with the reports 1 and 7, and the node that uses it. */
export interface SharedSandbox extends Pick<Sandbox, 'conditions' | 'requests'> {
	readonly credential: Service['credential'];
	/** Restores its records, and forgets its requests, as before each test. */
	reset: () => void;
	/** Runs the node against it, with one item per value, in `$json.value`. */
	runWith: (
		parameters: INodeParameters,
		values?: NodeParameterValueType[],
		options?: Partial<RunOptions>,
	) => Promise<Outcome>;
}

/** One service for all tests of a file: starting it takes longer than running a node. */
export function sharedSandbox(): SharedSandbox {
	let sandbox: Service;

	beforeAll(async () => {
		sandbox = await startService();
	});

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

	return {
		reset,
		get credential() {
			return sandbox.credential;
		},
		get conditions() {
			return sandbox.conditions;
		},
		get requests() {
			return sandbox.requests;
		},
		runWith: async (parameters, values = [''], options = {}) =>
			await sandbox.run(parameters, { items: values.map((value) => ({ value })), ...options }),
	};
}
