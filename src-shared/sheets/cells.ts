/** The beginning of a formula as spreadsheets recognise it, behind apostrophes or not. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** True if a spreadsheet would take a text for a formula. */
export function isFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // = + - @ tab CR
  return first === 61 || first === 43 || first === 45 || first === 64 || first === 9 || first === 13;
}

/** Puts an apostrophe before what a spreadsheet would run as a formula. OWASP, CSV injection */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Takes off the apostrophe that `guardFormula` put. */
export function unguardFormula(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}

/** Writes records of separated cells; without a quote, what would part a cell becomes a space. RFC 4180 §2 */
export function createRecordWriter(delimiter: string, quote: string): (cells: readonly string[]) => string {
  const special = new RegExp(`[${delimiter === '\t' ? '\\t' : `\\${delimiter}`}\r\n${quote}]`);
  const parting = new RegExp(`[${delimiter === '\t' ? '\\t' : `\\${delimiter}`}\r\n]`, 'g');
  const write =
    quote === ''
      ? (cell: string) => cell.replace(parting, ' ')
      : (cell: string) => (special.test(cell) ? quote + cell.replaceAll(quote, quote + quote) + quote : cell);
  return (cells) =>
    // A record of one empty cell would be an empty line, which is none.
    cells.length === 1 && cells[0] === ''
      ? `${quote}${quote}\r\n`
      : `${cells.map(write).join(delimiter)}\r\n`;
}
