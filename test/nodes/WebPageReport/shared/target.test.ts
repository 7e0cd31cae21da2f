import {
	actionOf,
	isRead,
	LONGEST_IN_TITLE,
	nameOf,
	type Target,
} from '../../../../nodes/WebPageReport/shared/target';

const report = { resource: 'report', identifier: '42' } as const;
const create = { resource: 'report', operation: 'create', url: 'https://example.com' } as const;
const remove = { resource: 'project', operation: 'delete', identifier: 'a b' } as const;

const projects = { resource: 'project', operation: 'getAll' } as const;
const reports = { resource: 'report', operation: 'getAll' } as const;
const update = { ...report, operation: 'update' } as const;

it.each<[Target, boolean, string, string]>([
	[projects, true, 'the list of projects', 'list projects'],
	[reports, true, 'the list of reports', 'list reports'],
	[{ ...report, operation: 'get' }, true, 'report 42', 'get report 42'],
	[{ ...report, operation: 'delete' }, false, 'report 42', 'delete report 42'],
	[remove, false, 'project a b', 'delete project a b'],
	[update, false, 'report 42', 'update report 42'],
	[create, false, 'https://example.com', 'create the report'],
])('%j: is a read: %j; name: "%s"; action: "%s"', (target, read, ...names) => {
	expect(isRead(target)).toBe(read);
	expect([nameOf(target), actionOf(target)]).toEqual(names);
});

it('shortens a long address or name, and even more in a title', () => {
	const url = `https://example.com/${'a'.repeat(200)}`;
	const project = { ...remove, identifier: url };
	expect(nameOf({ ...create, url })).toBe(`${url.slice(0, 99)}…`);
	expect(nameOf(project)).toBe(`project ${url.slice(0, 99)}…`);
	expect(nameOf(project, LONGEST_IN_TITLE)).toBe(`project ${url.slice(0, 23)}…`);
	expect(actionOf(project)).toBe(`delete project ${url.slice(0, 23)}…`);
});
