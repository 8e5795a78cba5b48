/** A text of a catalogue, with the names that lead to it. */
export interface CatalogueText {
  readonly path: string;
  readonly text: string;
}

const literal = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const member = /^( *)'?([\w-]+)'?:/;

/** The texts of a catalogue's source; those of a function have N for what it fills in. */
export function catalogueTexts(source: string): readonly CatalogueText[] {
  const names: string[] = [];
  return source.split('\n').flatMap((line) => {
    if (/^import |^\s*(?:\/\/|\/?\*)/.test(line)) return [];
    const [, indent = '', name] = member.exec(line) ?? [];
    // Members of one level stand two spaces to the right of those around them.
    if (name !== undefined) names.splice(indent.length / 2 - 1, names.length, name);
    const rest = name === undefined ? line : line.replace(member, '');
    return literalsIn(rest).map((text) => ({ path: names.join('.'), text }));
  });
}

function literalsIn(line: string): readonly string[] {
  return [...line.matchAll(literal)]
    .map(([, single, template]) => single ?? withoutHoles(template ?? ''))
    .filter((text) => /\p{L}{2}/u.test(text));
}

function withoutHoles(template: string): string {
  let text = template;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(/\$\{[^{}]*\}/g, 'N');
  }
  return text;
}
