import { percentDecoded } from '../shared/webAddress';

/** How often one encoding can be within another. */
const MOST_ENCODINGS = 4;

/**
 * A text as a person would read it, whatever it was encoded for, in lower case and with single spaces.
 *
 * @param space what else is a space: forms write it as `+`
 */
export function decoded(text: string, space = ' '): string {
	let plain = text;
	for (let round = 0; round < MOST_ENCODINGS; round++) {
		plain = entitiesDecoded(
			percentDecoded(plain.replaceAll(space, ' ')).replace(/\\u([\da-f]{4})/gi, (_, hex: string) =>
				String.fromCharCode(parseInt(hex, 16)),
			),
		);
	}
	return plain
		.replace(/&[a-z]{2,31}\d{0,2};/gi, ANY_CHARACTER)
		.replaceAll(space, ' ')
		.replace(/\\[fnrt]/g, ' ')
		.replaceAll('\\', '')
		.toLowerCase()
		.normalize('NFKC')
		.replace(/\s+/g, ' ')
		.trim();
}

/** A text of HTML with the characters that its entities stand for. */
export function entitiesDecoded(text: string): string {
	return text
		.replace(/&#x0*([\da-f]{1,6});?/gi, (_, hex: string) => characterAt(parseInt(hex, 16)))
		.replace(/&#0*(\d{1,7});?/g, (_, number: string) => characterAt(Number(number)))
		.replace(
			/&(amp|lt|gt|quot|apos|nbsp);?/gi,
			(_, name: string) => ENTITIES[name.toLowerCase()] ?? '',
		)
		.replace(
			/&(.)(acute|cedil|circ|grave|ring|tilde|uml);/gi,
			(_, letter: string, name: string) => letter + (MARKS[name] ?? ''),
		);
}

/** The entities that every encoder writes by name. */
const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};

/** Stands for an entity that is not known here, and so for any character. */
export const ANY_CHARACTER = '\ue000';

/** What PHP's `htmlentities` writes behind a letter, e.g. `&auml;`, as marks on that letter. */
const MARKS: Record<string, string> = {
	acute: '\u0301',
	cedil: '\u0327',
	circ: '\u0302',
	grave: '\u0300',
	ring: '\u030a',
	tilde: '\u0303',
	uml: '\u0308',
};

function characterAt(point: number): string {
	return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
