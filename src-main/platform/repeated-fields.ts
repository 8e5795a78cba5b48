import type { DecisionTrace } from '#shared/exchange/index.ts';
import { type HttpResponse, plainText } from './http.ts';

/**
 * Fields that may have one line only in a request: the platform reads the first line, and an intermediary may
 * have read another. RFC 9112 §3.2, RFC 9110 §5.3
 */
const single = ['host', 'authorization'] as const;
export type SingleField = (typeof single)[number];

/**
 * Finds a field on two lines of which a request may have one; null if there is none. RFC 9112 §3.2, RFC 9110
 * §11.6.2
 */
export function repeatedField(
  rawHeaders: readonly string[],
  fields: readonly SingleField[] = single,
): SingleField | null {
  for (const field of fields) {
    let lines = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index];
      if (name?.length === field.length && name.toLowerCase() === field) lines += 1;
    }
    if (lines > 1) return field;
  }
  return null;
}

/** The answer to a request with two lines of such a field: nobody can say which one is meant. RFC 9112 §3.2 */
export const ambiguous: HttpResponse = {
  status: 400,
  headers: [...plainText, 'Connection', 'close'],
  body: 'The request repeats a header that must occur only once.\n',
};

/** The record of such a refusal; it shows no credentials. */
export function ambiguousTrace(field: SingleField): DecisionTrace {
  const name = field === 'host' ? 'Host' : 'Authorization';
  return {
    pipeline: 'listener',
    rules: [
      {
        id: 'field-once',
        rule: 'Singleton header fields are not repeated',
        clause: field === 'host' ? 'RFC 9112 §3.2' : 'RFC 9110 §11.6.2',
        outcome: 'failed',
        detail: `The request has ${name} twice. A proxy in front of this server may have used the other one.`,
        want: `one ${name} header`,
        got: 'more than one',
      },
    ],
    effect: 'Nothing was done.',
  };
}
