import fc from 'fast-check';

import { mayHoldSecret } from '../../../../nodes/WebPageReport/errors/secrets';
import { clean } from '../../../../nodes/WebPageReport/errors/serviceWords';

const HIDDEN = '[message hidden because it may contain a secret]';

it.each<[string, string, boolean]>([
	['hunter22', 'xHUNTER22x', true],
	[' hunter22 ', 'No hunter22!', true],
	["O'Neil-77x", "No O''Neil-77x", true],
	["O'Neil-77x", String.raw`No O\'Neil-77x`, true],
	['pässwörd§1', 'No p&auml;ssw&ouml;rd&sect;1', true],
	['pässwörd§1', 'No p&#228;ssw&#xF6;rd&#167;1', true],
	['pässwörd§1', String.raw`No p\u00e4ssw\u00F6rd\u00a71`, true],
	['pässwörd§1', 'No p=C3=A4ssw=C3=B6rd=C2=A71', true],
	['key"', 'key&amp;quot;', true],
	['ends&', 'ends&', true],
	['a.*bcdef', 'aXXbcdef', false],
	['hunter22', 'hunter 22', false],
	['hunter-22', 'hunter 22', false],
	['pässwörd', 'passwoerd', false],
	['ends&', 'ends', false],
	['', 'nothing to hide', false],
	['  ', 'nothing  to hide', false],
])('%j may be in %j: %j', (secret, text, is) => {
	expect(mayHoldSecret(text, { apiKey: '', password: secret })).toBe(is);
	expect(mayHoldSecret(text, { apiKey: secret.trim() })).toBe(is);
});

const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');

/** How services write a text inside another one. */
const ENCODINGS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'as JSON': (text) => JSON.stringify(text).slice(1, -1),
	"as PHP's JSON": (text) =>
		JSON.stringify(text)
			.slice(1, -1)
			.replaceAll('/', '\\/')
			.replace(/[^\0-~]/g, (unit) => `\\u${hex(unit)}`),
	'as a URL': encodeURIComponent,
	'as a form': (text) => new URLSearchParams([['', text]]).toString().replace(/^=/, ''),
};

it.each(Object.entries(ENCODINGS))('any secret in a text is hidden %s', (_, encoded) => {
	const unit = fc.constantFrom(...Array.from(`aä🔑 \n+%&"'</\\$2`));
	const texts = (of: 'grapheme' | typeof unit) =>
		fc.string({ minLength: 6, maxLength: 40, unit: of }).map((text) => text.trim());
	const secret = fc.oneof(texts('grapheme'), texts(unit)).filter(({ length }) => length >= 6);
	const property = fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
		const all = `${before} ${encoded(text)} ${after}`;
		expect(clean(all, { apiKey: '', password: text })).toBe(HIDDEN);
		expect(clean(all, { apiKey: text })).toBe(HIDDEN);
	});
	fc.assert(property, { seed: 7 });
});

it.each([
	['in markup', 'No <i title="hunter22">way</i>', HIDDEN],
	['that is whole once the markup is removed', 'No open<br>sesame, sorry', HIDDEN],
	['beyond what is shown', `${'x'.repeat(500)} hunter22`, HIDDEN],
	['that is split by markup, which shows it to nobody', 'No <b>hunter</b>22.', 'No hunter 22.'],
])('a secret is looked for in the whole raw text: %s', (_, text, shown) => {
	expect(clean(text, { apiKey: 'open sesame', password: 'hunter22' })).toBe(shown);
});
