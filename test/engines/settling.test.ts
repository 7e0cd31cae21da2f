import type { Condition } from '../../sandbox/service/conditions';
import { fastTime } from '../support/engine';
import { byId, CREATE, type Service, startEmpty } from '../support/service';

const time = fastTime();

let service: Service;

/** Starts a service with the reports 1 to 3 and these faults. */
async function start(...conditions: Condition[]): Promise<void> {
	service = await startEmpty({ reports: 3, projects: 1, conditions });
}

const ANALYSE = byId('update', { updateFields: { results: 1 } });
const PUBLISH = byId('update', { updateFields: { privacy: 0 } });
const first = { items: [{ id: 1 }] };

// What a read shows: test/nodes/WebPageReport/settle
it('two updates of one report arrive in order, even if the first has to be repeated', async () => {
	await start({ method: 'PUT', status: 503, times: 1 });
	const parameters = byId('update', { updateFields: { privacy: '={{ $json.privacy }}' } });
	const items = [0, 1].map((privacy) => ({ id: 1, privacy }));
	const outcome = await service.run(parameters, { items });
	expect(outcome.items.map(({ json }) => json.privacy)).toEqual([0, 1]);
	expect(service.requests.map(({ body }) => body.privacy)).toEqual(['0', '0', '1']);
});

describe('while a write is settled,', () => {
	it('another item that fails ends it', async () => {
		await start({ method: 'PUT', path: '/reports/1', drop: true });
		service.conditions.push({ method: 'PUT', path: '/reports/2', status: 422, delay: 300 });
		const { error } = await service.run(ANALYSE, { items: [{ id: 1 }, { id: 2 }] });
		expect(error?.itemIndex).toBe(1);
		expect(error?.description).toMatch(
			/0 of 2 reports were updated\. 1 more may have been: report 1\./,
		);
		const reads = service.reads();
		jest.advanceTimersByTime(120_000);
		expect(service.reads()).toBe(reads);
	});

	it('a person who stops the workflow ends it', async () => {
		time.speed = 1;
		await start({ method: 'DELETE', drop: true });
		const stopWhen = () => service.reads() > 0;
		const { took } = await service.run(byId('delete'), { ...first, stopWhen });
		time.speed = 40;
		expect(took).toBeLessThan(9_000);
	});
});

it('PHP messages around the JSON do no harm', async () => {
	const notice =
		'<br />\n<b>Deprecated</b>:  Optional parameter $x declared in <b>/home/a/index.php</b> on line <b>12</b><br />\n';
	const data = { id: 1, url: 'https://example.com/1', privacy: 0 };
	await start({ body: `${notice}${JSON.stringify({ data })}<!-- cached -->` });
	for (const parameters of [byId('get'), CREATE, PUBLISH, byId('delete')]) {
		const { items } = await service.run(parameters, first);
		expect(items[0]?.json.id).toBe(1);
	}
	expect(service.requests).toHaveLength(4);
});

it('a delete whose response is lost, and whose repeat finds nothing, is done', async () => {
	await start({ method: 'DELETE', status: 502, done: true, times: 1 });
	const { items } = await service.run(byId('delete'), first);
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: 1 }]);
	expect(service.writes()).toBe(2);
});

it('does not blame this node for an endlessly nested answer', async () => {
	await start({ status: 422, body: `${'{"message":'.repeat(5000)}"x"${'}'.repeat(5000)}` });
	const { error } = await service.run(byId('get'), first);
	expect(error?.message).toMatch(/^The service rejected the input \(422\)/);
});
