import { serialMillis, writeLocal } from '#shared/consents/index.ts';
import { workbookInvalid } from './archive.ts';
import { unescape } from './workbook.ts';
import type { ElementVisitor } from './xml.ts';

/** Data that the cells of a sheet refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  /** Places of styles whose numbers are dates. */
  readonly dateStyles: ReadonlySet<string>;
  readonly dateSystem: 1900 | 1904;
}

/** The last column that a sheet can have: XFD. */
const maxColumns = 16_384;
/** Maximum length of a cell kept in memory, in characters: a longer one is refused as soon as its row is whole. */
const maxCellChars = 2_097_152;

/**
 * Makes what takes the elements of a sheet and gives its rows, as far as they hold something. ECMA-376 part 1 §18.3.1
 * Numbers become the shortest text, dates ISO 8601 without a zone, formulas the value that was computed last.
 */
export function createSheetVisitor(
  context: SheetContext,
  onRow: (cells: readonly string[], row: number) => void,
): Pick<ElementVisitor, 'open' | 'text' | 'close'> {
  let cells: string[] = [];
  let column = 0;
  let row = 0;
  let [type, style, value] = ['n', '', ''];
  let isValue = false;
  let isPhonetic = false;

  function endCell(): void {
    const text = value === '' ? '' : cellText(type, style, value, context);
    if (text === '') return;
    if (column < 1 || column > maxColumns)
      throw workbookInvalid(`A cell with the text “${text.slice(0, 40)}” has an invalid column.`);
    while (cells.length < column) cells.push('');
    cells[column - 1] = text;
  }

  return {
    open(name, attributes) {
      if (name === 'c') {
        const { r, t, s } = attributes;
        column = r === undefined ? column + 1 : columnOf(r);
        type = t ?? 'n';
        style = s ?? '';
        value = '';
      } else if (name === 'v') isValue = true;
      else if (name === 't') isValue = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'row') {
        cells = [];
        column = 0;
        row = rowAfter(row, attributes['r']);
      }
    },
    text(piece) {
      if (isValue && value.length <= maxCellChars) value += piece;
    },
    close(name) {
      if (name === 'c') endCell();
      else if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'row' && cells.length > 0) onRow(cells, row);
    },
  };
}

/** The number of a row, which is the next one where the sheet does not say. ECMA-376 part 1 §18.3.1.73 */
function rowAfter(before: number, given: string | undefined): number {
  const number = Number(given ?? '');
  return Number.isSafeInteger(number) && number > before ? number : before + 1;
}

function cellText(
  type: string,
  style: string,
  value: string,
  { strings, dateStyles, dateSystem }: SheetContext,
): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'inlineStr' || type === 'str') return unescape(value);
  if (type === 'b') return value === '0' ? 'FALSE' : 'TRUE';
  if (type !== 'n') return value;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  const millis = dateStyles.has(style) ? serialMillis(number, dateSystem) : null;
  return millis === null ? String(number) : (writeLocal('iso', millis) ?? '');
}

/** The number of the column in a reference such as `AB12`, from 1; 0 where there is none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let index = 0; index < reference.length; index += 1) {
    const letter = reference.charCodeAt(index) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column > maxColumns ? 0 : column;
}
