import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { repeatedField, type SingleField } from './repeated-fields.ts';

/** Header fields of a request: as sent, and by their names. */
export interface ReadHeaders {
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingHttpHeaders;
  /** A field on two lines although a request may have one; null: none. */
  readonly repeated: SingleField | null;
}

/** How many requests back one is looked for with the same header fields. */
const requestsCompared = 4;

/**
 * Clients mostly repeat themselves: the result of reading the same header fields is reused, at a tenth of the
 * cost, and the records of such requests share it. A class because its method is on the hot path.
 */
export class HeaderMemory {
  readonly #latest: ReadHeaders[] = [];
  #next = 0;

  /** The result must not be changed: other requests have it too. */
  of(request: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): ReadHeaders {
    const { rawHeaders } = request;
    for (const read of this.#latest) if (areSameFields(read.rawHeaders, rawHeaders)) return read;
    const read = { rawHeaders, headers: request.headers, repeated: repeatedField(rawHeaders) };
    this.#latest[this.#next] = read;
    this.#next = (this.#next + 1) % requestsCompared;
    return read;
  }
}

/** Tests whether two flat lists of header fields are the same, in the same order and spelling. */
export function areSameFields(one: readonly string[], other: readonly string[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  // From the end: lengths and credentials of two requests differ more often than the names at their head.
  for (let index = one.length - 1; index >= 0; index -= 1) if (one[index] !== other[index]) return false;
  return true;
}
