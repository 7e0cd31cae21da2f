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
	/** Whether it answers this request with 503. */
	isDown: (call: string) => boolean;
}

export function createGitHub(): GitHub {
	const issues: Issue[] = [];
	const requests: GitHub['requests'] = [];
	const github: GitHub = {
		issues,
		requests,
		isDown: () => false,
		host: (request, response) => {
			void text(request).then((body) => {
				const { method = '', url = '', headers } = request;
				const call = `${method} ${url}`;
				requests.push({ call, authorization: headers.authorization });
				response.setHeader('Content-Type', 'application/json');
				if (github.isDown(call)) {
					response.statusCode = 503;
					response.end(JSON.stringify({ message: 'Service Unavailable' }));
				} else if (!url.startsWith('/repos/your-company/website/issues')) {
					response.statusCode = 404;
					response.end(JSON.stringify({ message: 'Not Found' }));
				} else if (method === 'POST') {
					const issue = JSON.parse(body) as Issue;
					const fits = issue.title.length <= 256 && issue.body.length <= 65_536;
					if (fits) issues.push(issue);
					response.statusCode = fits ? 201 : 422;
					response.end(
						JSON.stringify(
							fits ? { number: issues.length, ...issue } : { message: 'Validation Failed' },
						),
					);
				} else {
					response.end(JSON.stringify(issues));
				}
			});
		},
	};
	return github;
}
