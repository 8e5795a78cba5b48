import { GatehouseError } from '#shared/errors/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import type { LogFormat, LogReader, RowSink } from '../sink.ts';

const maxHarLength = 268_435_456;

/** Recorded exchanges as browsers, proxies and Activity export them; the entries are the lines. HAR 1.2 */
export const har: LogFormat = {
  isLike: ({ text }) => /^\s*\{\s*"log"\s*:\s*\{/.test(text),
  reader: (sink) => new HarReader(sink),
};

class HarReader implements LogReader {
  readonly #sink: RowSink;
  readonly #pieces: string[] = [];
  #length = 0;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  /** @throws traffic.too-large */
  push(text: string): void {
    this.#length += text.length;
    if (this.#length > maxHarLength)
      throw new GatehouseError('traffic.too-large', 'The HAR document is too large.', {
        fix: 'Import a smaller part of it, or an access log.',
      });
    this.#pieces.push(text);
  }

  /** @throws traffic.import-invalid where it is no HAR document */
  finish(): void {
    const document = parsedJson(this.#pieces.join('').replace(/^\uFEFF/, '')) as Entries | null | undefined;
    const entries = document?.log?.entries;
    if (!Array.isArray(entries))
      throw new GatehouseError(
        'traffic.import-invalid',
        'The file is not a HAR document: log.entries is missing.',
        { fix: 'Choose the format of the file.' },
      );
    for (const [index, entry] of (entries as readonly unknown[]).entries()) {
      const fields = entryFields(entry);
      if (fields.length === 0) this.#sink.leaveOut(index + 1, 'The entry is not an object.');
      else
        this.#sink.add(
          fields.map(([name]) => name),
          fields.map(([, text]) => text),
          index + 1,
        );
    }
  }
}

interface Entries {
  readonly log?: { readonly entries?: unknown };
}

interface HarEntry {
  readonly startedDateTime?: unknown;
  readonly request?: { readonly method?: unknown; readonly url?: unknown; readonly headers?: unknown } | null;
  readonly response?: { readonly status?: unknown } | null;
}

function entryFields(entry: unknown): readonly (readonly [string, string])[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { startedDateTime, request, response } = entry as HarEntry;
  const headers = Array.isArray(request?.headers) ? (request.headers as readonly unknown[]) : [];
  const status = response?.status;
  return [
    ['startedDateTime', typeof startedDateTime === 'string' ? startedDateTime : ''],
    ['method', typeof request?.method === 'string' ? request.method : 'GET'],
    ['url', typeof request?.url === 'string' ? request.url : ''],
    ...(typeof status === 'number' ? [['response.status', String(status)] as const] : []),
    ...headers.flatMap((header): (readonly [string, string])[] => {
      const { name, value } = (header ?? {}) as { readonly name?: unknown; readonly value?: unknown };
      // Names that begin with a colon are those of HTTP/2, which the address tells. RFC 9113 §8.3.1
      if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) return [];
      return [[`header.${name.toLowerCase()}`, value]];
    }),
  ];
}
