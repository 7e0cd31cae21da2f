import { parsed } from '../../../../nodes/WebPageReport/response/json';

const html = (kind: string) =>
	`<br />\n<b>${kind}</b>:  Undefined array key [0] {x} in <b>/home/a/public_html/index.php</b> on line <b>12</b><br />\n`;
const text = (kind: string) => `\n${kind}: Undefined array key in /home/a/index.php on line 12\n`;
const CODEIGNITER =
	'<div><h4>A PHP Error was encountered</h4><p>Severity: Notice</p><p>Message: x</p><p>Line Number: 12</p></div>';

const NOISE = [
	...['Warning', 'Deprecated', 'Strict Standards', 'User Warning'].flatMap((kind) => [
		html(kind),
		text(kind),
	]),
	...[text('PHP Warning'), html('Deprecated').repeat(30), html('Notice') + text('Warning')],
	...[CODEIGNITER, '\ufeff', '<!-- cached {1} -->', '/* x */', ' \n'],
];

it.each(NOISE)('the JSON beside %j is the body', (noise) => {
	for (const data of [{ data: [{ id: 1, text: 'on line 3' }] }, [], [1]]) {
		const json = JSON.stringify(data);
		for (const body of [noise + json, json + noise, noise + json + noise]) {
			expect(parsed(body)).toEqual(data);
		}
	}
});

it.each([
	'{"a":1} {"a":2}',
	'<html>{"a":1}</html>',
	'Fatal error: Allowed memory size exhausted in /a.php on line 3 {"a":1}',
	'Error {"a":1}',
	`${text('Warning')}{"a":1`,
	`<p>The page shows {"a":1}</p>${'x'.repeat(20_000)}`,
	`${html('Warning').repeat(200)}{"a":1}`,
	'Warning: {"a":1}',
	...['', 'null', 'true', '0', '""'],
])('any other text stays as it is: %#', (body) => {
	expect(parsed(body)).toBe(body);
});

it('tries only some of many brackets, which would take hours', () => {
	const body = `${'Warning: line '.repeat(600)}${'[{'.repeat(500_000)}`;
	expect(parsed(body)).toBe(body);
});
