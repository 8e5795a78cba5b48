import type { LogFormat, LogReader, RowSink } from '../sink.ts';
import { timeMillis } from '../times.ts';

const delimiters = [',', ';', '\t', '|'];
const maxFieldLength = 65_536;

/** Comma-separated values, also with another character between them. RFC 4180 */
export const csv: LogFormat = {
  isLike({ lines }) {
    const [first = '', second = ''] = lines;
    if (/^\s*[[{<]/.test(first)) return false;
    return delimiters.some((delimiter) => {
      const fields = first.split(delimiter).length;
      return (
        fields > 1 && (second === '' || second.includes('"') || second.split(delimiter).length === fields)
      );
    });
  },
  reader: (sink) => new CsvReader(sink),
};

/** Reads values as they come, with quotes over several lines. */
class CsvReader implements LogReader {
  readonly #sink: RowSink;
  #delimiter = '';
  #head: readonly string[] | null = null;
  #fields: string[] = [];
  #field = '';
  #isQuoted = false;
  /** The last character was a quote in a quoted field: the field ends, or another quote follows. */
  #isAfterQuote = false;
  #line = 1;
  #rowLine = 1;
  #isStart = true;
  #firstLine = '';

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  push(text: string): void {
    const whole = this.#isStart ? text.replace(/^\uFEFF/, '') : text;
    this.#isStart = false;
    if (this.#delimiter !== '') {
      this.#read(whole);
      return;
    }
    // The first line says what the fields are divided by.
    this.#firstLine += whole;
    const end = this.#firstLine.indexOf('\n');
    if (end < 0 && this.#firstLine.length < maxFieldLength) return;
    this.#begin(end);
  }

  #begin(end: number): void {
    const first = end < 0 ? this.#firstLine : this.#firstLine.slice(0, end);
    const counts = delimiters.map((delimiter) => first.split(delimiter).length);
    this.#delimiter = delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
    this.#read(this.#firstLine);
    this.#firstLine = '';
  }

  finish(): void {
    if (this.#delimiter === '') this.#begin(-1);
    if (this.#isQuoted && !this.#isAfterQuote)
      this.#sink.leaveOut(this.#rowLine, 'A quotation mark is not closed.');
    else if (this.#field !== '' || this.#fields.length > 0) this.#endRow();
  }

  #read(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.#take(text.charAt(index));
  }

  #take(character: string): void {
    if (character === '\n') this.#line += 1;
    if (this.#isQuoted && !this.#isAfterQuote) {
      if (character === '"') this.#isAfterQuote = true;
      else if (this.#field.length < maxFieldLength) this.#field += character;
      return;
    }
    if (character === '"' && (this.#isAfterQuote || this.#field === '')) {
      if (this.#isAfterQuote) this.#field += '"';
      this.#isAfterQuote = false;
      this.#isQuoted = true;
    } else if (character === this.#delimiter) this.#endField();
    else if (character === '\n') this.#endRow();
    else if (character !== '\r') this.#field += character;
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#isQuoted = false;
    this.#isAfterQuote = false;
  }

  #endRow(): void {
    this.#endField();
    const fields = this.#fields;
    const line = this.#rowLine;
    this.#fields = [];
    this.#rowLine = this.#line;
    if (fields.length === 1 && fields[0]?.trim() === '') return;
    if (this.#head === null) {
      // A table that begins with a time has no line of names.
      const isData = fields.some((field) => /\d/.test(field) && timeMillis(field, '') !== null);
      this.#head = isData
        ? fields.map((_, index) => `column ${index + 1}`)
        : fields.map((name) => name.trim());
      if (!isData) return;
    }
    if (fields.length !== this.#head.length) {
      this.#sink.leaveOut(line, `Expected ${this.#head.length} fields, received ${fields.length}.`);
      return;
    }
    this.#sink.add(this.#head, fields, line);
  }
}
