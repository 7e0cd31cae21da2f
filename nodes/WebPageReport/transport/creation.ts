import type { IDataObject } from 'n8n-workflow';

import { toText } from '../shared/value';
import type { Moment } from './ages';

/** A report that is being created. */
export interface Creation {
	/** Of the page, in the form that all spellings of its address share. */
	page: string;
	/** As it was asked for (interface document, section 4.5). */
	privacy: string;
	/** When the request left last. */
	left: Moment;
	/** The IDs of reports that were seen to be older; new results can make them look new. */
	older: Set<string>;
	/** The IDs of reports that may be the one, unless they turn out to be another's or older. */
	suspects: Set<string>;
}

/** What has become of a report whose creation got no answer. */
export type Finding = { report: IDataObject } | 'missing' | 'uncertain';

/** The ID of a report as a text; empty where it has none. */
export function idOf({ id }: IDataObject): string {
	return toText(id);
}
