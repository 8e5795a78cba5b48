import { GatehouseError } from '#shared/errors/index.ts';
import { secretKindOfHeader } from '#shared/exchange/redaction.ts';
import type { RowCollector } from './rows.ts';

const deepest = 4;
const maxLineLength = 1_048_576;
const maxHarLength = 268_435_456;

/** The texts, numbers and truths in an object, by their paths with dots. */
function flat(value: unknown, prefix = '', depth = 0): readonly (readonly [string, string])[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [[prefix, String(value)]];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth >= deepest) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    flat(member, prefix === '' ? name : `${prefix}.${name}`, depth + 1),
  );
}

/** Reads a log with one JSON object a line, as it comes. */
export class NdjsonReader {
  readonly #rows: RowCollector;
  #rest = '';
  #line = 0;

  constructor(rows: RowCollector) {
    this.#rows = rows;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
  }

  finish(): void {
    if (this.#rest !== '') this.#take(this.#rest);
  }

  #take(text: string): void {
    this.#line += 1;
    if (text.trim() === '') return;
    if (text.length > maxLineLength) {
      this.#rows.leaveOut(this.#line, 'The line is too long.');
      return;
    }
    const row = new Map(flat(parsed(text)));
    if (row.size === 0) this.#rows.leaveOut(this.#line, 'The line is no JSON object.');
    else this.#rows.add(row, this.#line);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a HAR document; its entries are the lines. HAR 1.2 */
export class HarReader {
  readonly #rows: RowCollector;
  readonly #pieces: string[] = [];
  #length = 0;

  constructor(rows: RowCollector) {
    this.#rows = rows;
  }

  /** @throws traffic.import-invalid where it is too large */
  push(text: string): void {
    this.#length += text.length;
    if (this.#length > maxHarLength)
      throw new GatehouseError('traffic.import-invalid', 'The HAR document is too large.', {
        fix: 'Import a part of it, or an access log.',
      });
    this.#pieces.push(text);
  }

  /** @throws traffic.import-invalid where it is no HAR document */
  finish(): void {
    const document = parsed(this.#pieces.join('').replace(/^\uFEFF/, '')) as Entries | null;
    const entries = document?.log?.entries;
    if (!Array.isArray(entries))
      throw new GatehouseError(
        'traffic.import-invalid',
        'The file is no HAR document: it has no log.entries.',
        {
          fix: 'Choose the format that the file has.',
        },
      );
    for (const [index, entry] of (entries as readonly unknown[]).entries()) {
      const row = new Map(entryFields(entry));
      if (row.size === 0) this.#rows.leaveOut(index + 1, 'The entry is no object.');
      else this.#rows.add(row, index + 1);
    }
  }
}

interface Entries {
  readonly log?: { readonly entries?: unknown };
}

interface HarEntry {
  readonly startedDateTime?: unknown;
  readonly request?: { readonly method?: unknown; readonly url?: unknown; readonly headers?: unknown } | null;
}

/** Headers that carry a secret are left out. */
function entryFields(entry: unknown): readonly (readonly [string, string])[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { startedDateTime, request } = entry as HarEntry;
  const headers = Array.isArray(request?.headers) ? (request.headers as readonly unknown[]) : [];
  return [
    ['startedDateTime', typeof startedDateTime === 'string' ? startedDateTime : ''],
    ['method', typeof request?.method === 'string' ? request.method : 'GET'],
    ['url', typeof request?.url === 'string' ? request.url : ''],
    ...headers.flatMap((header): (readonly [string, string])[] => {
      const { name, value } = (header ?? {}) as { readonly name?: unknown; readonly value?: unknown };
      if (typeof name !== 'string' || typeof value !== 'string') return [];
      return secretKindOfHeader(name, value) === undefined ? [[`header.${name.toLowerCase()}`, value]] : [];
    }),
  ];
}
