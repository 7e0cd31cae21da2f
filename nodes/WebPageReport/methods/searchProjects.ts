import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toText } from '../shared/value';
import { searchPage } from './searchPage';

/** Projects by name, newest first. A project has no other identifier than its name. */
export async function searchProjects(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchPage(this, 'project', filter, paginationToken, ({ project, value }) => {
		const name = toText(project ?? value);
		return { name, value: name };
	});
}
