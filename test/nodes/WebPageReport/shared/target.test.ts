import { actionOf, LONGEST_IN_TITLE, nameOf } from '../../../../nodes/WebPageReport/shared/target';

// The names and actions of all operations: messages.test.ts
it('shortens a long address or name, and even more in a title', () => {
	const url = `https://example.com/${'a'.repeat(200)}`;
	const project = { resource: 'project', operation: 'delete', identifier: url } as const;
	expect(nameOf({ resource: 'report', operation: 'create', url })).toBe(`${url.slice(0, 99)}…`);
	expect(nameOf(project)).toBe(`project ${url.slice(0, 99)}…`);
	expect(nameOf(project, LONGEST_IN_TITLE)).toBe(`project ${url.slice(0, 23)}…`);
	expect(actionOf(project)).toBe(`delete project ${url.slice(0, 23)}…`);
});
