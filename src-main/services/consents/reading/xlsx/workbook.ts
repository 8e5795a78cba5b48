import { type Archive, workbookTooLarge } from './archive.ts';
import { createStyleVisitor } from './styles.ts';
import { walk } from './xml.ts';

const workbookPart = 'xl/workbook.xml';
/** Maximum memory for shared texts, and the memory that each takes besides its characters. */
const maxStringBytes = 536_870_912;
const stringBytes = 32;

/** The parts of a workbook. */
export interface Workbook {
  /** In the order of their tabs. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly dateSystem: 1900 | 1904;
}

/** Reads the list of the sheets. ECMA-376 part 1 §18.2 @throws import.workbook-invalid */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const named: { name: string; relation: string }[] = [];
  let dateSystem: 1900 | 1904 = 1900;
  await walk(workbookPart, archive.part(workbookPart), {
    open(name, attributes) {
      if (name === 'workbookPr' && ['1', 'true'].includes(attributes['date1904'] ?? '')) dateSystem = 1904;
      if (name === 'sheet')
        named.push({ name: attributes['name'] ?? '', relation: attributes['r:id'] ?? idOf(attributes) });
    },
  });
  const targets = new Map<string, string>();
  const relations = 'xl/_rels/workbook.xml.rels';
  await walk(relations, archive.part(relations), {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined)
        targets.set(Id, partOf(Target));
    },
  });
  const sheets = named.flatMap(({ name, relation }) => {
    const part = targets.get(relation);
    // Chart sheets have no cells.
    return part?.includes('worksheets/') === true ? [{ name, part }] : [];
  });
  return { sheets, dateSystem };
}

function idOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

function partOf(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/**
 * The texts that cells refer to, by their index, without phonetic readings. ECMA-376 part 1 §18.4
 * @throws import.workbook-invalid, import.workbook-too-large
 */
export async function readSharedStrings(archive: Archive): Promise<readonly string[]> {
  const part = 'xl/sharedStrings.xml';
  if (!archive.has(part)) return [];
  const strings: string[] = [];
  let text = '';
  let heldBytes = 0;
  let isText = false;
  let isPhonetic = false;
  await walk(part, archive.part(part), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text(piece) {
      if (!isText) return;
      text += piece;
      heldBytes += piece.length * 2;
      if (heldBytes > maxStringBytes) throw workbookTooLarge(part);
    },
    close(name) {
      if (name === 'si') {
        strings.push(unescape(text));
        heldBytes += stringBytes;
      } else if (name === 'rPh') isPhonetic = false;
      else if (name === 't') isText = false;
    },
  });
  return strings;
}

/** Styles, by their place, whose numbers are dates. ECMA-376 part 1 §18.8.30 */
export async function readDateStyles(archive: Archive): Promise<ReadonlySet<string>> {
  const part = 'xl/styles.xml';
  if (!archive.has(part)) return new Set();
  const { visitor, dateStyles } = createStyleVisitor();
  await walk(part, archive.part(part), visitor);
  return dateStyles;
}

/** Characters that XML cannot contain are written as `_x000D_`. ECMA-376 part 1 §22.9.2.19 */
export function unescape(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}
