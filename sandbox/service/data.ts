import { Faker, en } from '@faker-js/faker';

/** A report, with the fields that real services return. */
export interface Report {
	id: number;
	url: string;
	project: string;
	result: 'good' | 'decent' | 'bad';
	results: Record<string, { passed: boolean; importance: 'high' | 'medium' | 'low' }>;
	privacy: number;
	password: string | null;
	generated_at: string;
	created_at: string;
	updated_at: string;
}

/** A project, identified only by its name. */
export interface Project {
	project: string;
	reports: number;
	created_at: string;
}

const CHECKS = ['title', 'headings', 'images', 'https', 'page_size', 'load_time'] as const;

/** In-memory records of a sandbox. The same seed gives the same records. */
export class Data {
	readonly reports = new Map<number, Report>();

	/** Creation dates, keyed by project name. */
	private readonly projectsCreated = new Map<string, string>();

	private nextId = 1;

	constructor({ seed = 1, projects = 3, reports = 12 } = {}) {
		const faker = new Faker({ locale: en, seed });
		const start = Date.UTC(2026, 0, 1);
		const hosts = Array.from({ length: projects }, () => `${faker.lorem.slug(2)}.example`);
		for (let index = 0; index < reports; index++) {
			const host = hosts[index % hosts.length] ?? 'site.example';
			const when = new Date(start + index * 3_600_000);
			// One is public, for the example that makes old reports private
			const privacy = index === 0 ? 0 : 1;
			this.create(`https://www.${host}/${faker.lorem.slug(2)}`, privacy, null, when);
		}
	}

	create(url: string, privacy: number, password: string | null, when = new Date()): Report {
		const project = new URL(url).hostname.replace(/^www\./, '');
		const now = timestamp(when);
		if (!this.projectsCreated.has(project)) this.projectsCreated.set(project, now);
		const report: Report = {
			id: this.nextId++,
			url,
			project,
			...rate(url),
			privacy,
			password,
			generated_at: now,
			created_at: now,
			updated_at: now,
		};
		this.reports.set(report.id, report);
		return report;
	}

	projects(): Project[] {
		return [...this.projectsCreated].map(([project, created_at]) => ({
			project,
			reports: [...this.reports.values()].filter((report) => report.project === project).length,
			created_at,
		}));
	}

	/** Deletes a project with its reports. */
	deleteProject(project: string): boolean {
		for (const report of this.reports.values()) {
			if (report.project === project) this.reports.delete(report.id);
		}
		return this.projectsCreated.delete(project);
	}
}

/** Simulated, without fetching anything. Derived from the bytes of the address, so that a page always gets the same result. */
export function rate(url: string): Pick<Report, 'result' | 'results'> {
	const sum = Buffer.from(url).reduce((total, byte) => total + byte, 0);
	const results = Object.fromEntries(
		CHECKS.map((check, index) => {
			const importance = (['high', 'medium', 'low'] as const)[index % 3];
			return [check, { passed: (sum + index) % 3 > 0, importance }];
		}),
	) as Report['results'];
	return { result: (['good', 'decent', 'bad'] as const)[sum % 3] ?? 'good', results };
}

/** A date in Laravel's format: 2026-01-31T12:00:00.000000Z. */
export function timestamp(when = new Date()): string {
	return when.toISOString().replace('Z', '000Z');
}
