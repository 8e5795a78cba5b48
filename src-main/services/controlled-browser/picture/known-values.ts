import { formEncode } from '#shared/oauth/index.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';

/** Characters that nobody sees: a value is the same with them. */
const unseen = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]/g;

/** A text as it is compared: the same in capitals, with spaces between its letters, and in wide letters. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replaceAll(unseen, '').toLowerCase();
}

/** Values that must not be seen, and where they stand in texts of a page. */
export class KnownValues {
  readonly #spellings: readonly string[];

  constructor(values: readonly string[]) {
    const spellings = values.flatMap((value) => [
      value,
      encodeURIComponent(value),
      formEncode(value),
      JSON.stringify(value).slice(1, -1),
    ]);
    this.#spellings = [...new Set(spellings.map(plainText))].filter((spelling) => spelling !== '');
  }

  /** True of a text that shows one of them. */
  isIn(text: string): boolean {
    const plain = plainText(text);
    return this.#spellings.some((spelling) => plain.includes(spelling));
  }

  /** True of an address that names one of them; what a `data:` address holds is looked into. */
  isInAddress(address: string): boolean {
    if (this.isIn(address) || this.isIn(percentDecodedOrAsIs(address))) return true;
    const data = /^data:[^,]*;base64,(.*)$/s.exec(address)?.[1];
    return (
      data !== undefined && this.isIn(Buffer.from(percentDecodedOrAsIs(data), 'base64').toString('utf8'))
    );
  }

  /** Indexes of the texts that show one of them, those too that show a part of it beside the next text. */
  among(texts: readonly string[]): readonly number[] {
    const plain = texts.map(plainText);
    const joined = plain.join('');
    const starts: number[] = [];
    let length = 0;
    for (const text of plain) {
      starts.push(length);
      length += text.length;
    }
    const shown = new Uint8Array(joined.length);
    for (const spelling of this.#spellings) markAll(shown, joined, spelling);
    return texts.flatMap((_text, index) => {
      const [start = 0, size = 0] = [starts[index], plain[index]?.length];
      return shown.subarray(start, start + size).includes(1) ? [index] : [];
    });
  }
}

/** Marks every character of a text that belongs to a part; parts may overlap. */
function markAll(marks: Uint8Array, text: string, part: string): void {
  let marked = 0;
  for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + 1)) {
    marks.fill(1, Math.max(marked, start), start + part.length);
    marked = start + part.length;
  }
}
