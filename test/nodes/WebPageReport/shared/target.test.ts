import {
	isRead,
	isRepeatable,
	nameOf,
	type Target,
} from '../../../../nodes/WebPageReport/shared/target';

const report = { resource: 'report', identifier: '42' } as const;

it.each<[Target, boolean, boolean, string]>([
	[{ resource: 'project', operation: 'getAll' }, true, true, 'the list of projects'],
	[{ resource: 'report', operation: 'getAll' }, true, true, 'the list of reports'],
	[{ ...report, operation: 'get' }, true, true, 'report 42'],
	[{ ...report, operation: 'delete' }, false, true, 'report 42'],
	[{ resource: 'project', operation: 'delete', identifier: 'a b' }, false, true, 'project a b'],
	[{ ...report, operation: 'update' }, false, true, 'report 42'],
	[{ ...report, operation: 'update', isAnalysed: false }, false, true, 'report 42'],
	[{ ...report, operation: 'update', isAnalysed: true }, false, false, 'report 42'],
	[
		{ resource: 'report', operation: 'create', url: 'https://example.com' },
		false,
		false,
		'the report for https://example.com',
	],
])('%j: a read %j, repeatable %j, called "%s"', (target, read, repeatable, name) => {
	expect([isRead(target), isRepeatable(target), nameOf(target)]).toEqual([read, repeatable, name]);
});

it('a long address is cut where it is named', () => {
	const url = `https://example.com/${'a'.repeat(200)}`;
	const name = nameOf({ resource: 'report', operation: 'create', url });
	expect(name).toBe(`the report for ${url.slice(0, 100)}…`);
});
