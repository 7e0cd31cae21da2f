import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

/** An issue of the repository that it has. */
export interface Issue {
	title: string;
	body: string;
	labels: string[];
}

/** A stand-in for GitHub, of which the GitHub node of n8n knows nothing. */
export interface GitHub {
	/** What answers at `api.github.com`. */
	host: RequestListener;
	/** The open issues, in the order in which they were made. */
	issues: Issue[];
	/** Every request so far, e.g. `GET /repos/your-company/website/issues?state=open`, and with which token. */
	requests: Array<{ call: string; authorization?: string }>;
}

export function createGitHub(): GitHub {
	const issues: Issue[] = [];
	const requests: GitHub['requests'] = [];
	return {
		issues,
		requests,
		host: (request, response) => {
			void text(request).then((body) => {
				const { method = '', url = '', headers } = request;
				requests.push({ call: `${method} ${url}`, authorization: headers.authorization });
				response.setHeader('Content-Type', 'application/json');
				if (!url.startsWith('/repos/your-company/website/issues')) {
					response.statusCode = 404;
					response.end(JSON.stringify({ message: 'Not Found' }));
				} else if (method === 'POST') {
					const issue = JSON.parse(body) as Issue;
					issues.push(issue);
					response.statusCode = 201;
					response.end(JSON.stringify({ number: issues.length, ...issue }));
				} else {
					response.end(JSON.stringify(issues));
				}
			});
		},
	};
}
