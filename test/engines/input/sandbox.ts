import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox/service/service';
import { type Outcome, run, type RunOptions } from '../../support/engine';

export const PAGE = 'https://example.com/';
export const FROM_ITEM = '={{ $json.value }}';

/** A service with the reports 1 and 7, and the node that works with it. */
export interface SharedSandbox extends Pick<
	Sandbox,
	'apiKey' | 'baseUrl' | 'conditions' | 'requests'
> {
	/** Runs the node against it, once for every value in `$json.value`. */
	runWith: (
		parameters: INodeParameters,
		values?: NodeParameterValueType[],
		options?: Partial<RunOptions>,
	) => Promise<Outcome>;
}

/** One service for all tests of a file: it takes longer to start than a node to run. */
export function sharedSandbox(): SharedSandbox {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
	});

	afterAll(async () => {
		await sandbox.close();
	});

	beforeEach(() => {
		const { conditions, data, requests } = sandbox;
		requests.length = 0;
		conditions.length = 0;
		// Two reports and their project, whatever an earlier test has left
		const page = data.create(PAGE, 1, null);
		data.reports.clear();
		for (const id of [1, 7]) data.reports.set(id, { ...page, id });
	});

	return {
		get apiKey() {
			return sandbox.apiKey;
		},
		get baseUrl() {
			return sandbox.baseUrl;
		},
		get conditions() {
			return sandbox.conditions;
		},
		get requests() {
			return sandbox.requests;
		},
		runWith: async (parameters, values = [''], options = {}) => {
			const { baseUrl, apiKey } = sandbox;
			const items = values.map((value): IDataObject => ({ value }));
			return await run({ parameters, credential: { baseUrl, apiKey }, items, ...options });
		},
	};
}
