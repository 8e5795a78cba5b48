import type { ElementVisitor } from './xml.ts';

/** Formats that every workbook has: dates and times. ECMA-376 part 1 §18.8.30 */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Finds the styles whose numbers are dates, by their place among the formats of cells. */
export function createStyleVisitor(): {
  readonly visitor: ElementVisitor;
  readonly dateStyles: ReadonlySet<string>;
} {
  const dateFormats = new Set<number>();
  const dateStyles = new Set<string>();
  let isCellFormats = false;
  let index = 0;
  return {
    dateStyles,
    visitor: {
      open(name, attributes) {
        const format = Number(attributes['numFmtId']);
        if (name === 'numFmt' && isDateFormat(attributes['formatCode'] ?? '')) dateFormats.add(format);
        else if (name === 'cellXfs') isCellFormats = true;
        else if (name === 'xf' && isCellFormats) {
          if (dateFormats.has(format) || builtInDates.some(([from, to]) => format >= from && format <= to))
            dateStyles.add(String(index));
          index += 1;
        }
      },
      close(name) {
        if (name === 'cellXfs') isCellFormats = false;
      },
    },
  };
}

/** Tests whether a format writes days or times: its quoted texts, colours and conditions aside. */
export function isDateFormat(code: string): boolean {
  const [positive = ''] = code.split(';');
  const bare = positive.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\][]*\]/gi, '');
  return !/^general$/i.test(bare) && /[ymdhs]/i.test(bare);
}
