import { z } from 'zod';
import { methodTemplateSchema } from '../http/method.ts';

/** One line of a request in the order of the wire: a parameter of query or form, or a header. */
export const requestFieldSchema = z.object({
  name: z.string(),
  /** A template: `{{code}}` represents a value of the run. */
  value: z.string(),
  /**
   * `auto`: encoded as its place requires; `raw`: name and value are sent as written, escapes (`\r`, `\xNN`)
   * included.
   */
  encoding: z.enum(['auto', 'raw']).default('auto'),
  isOmitted: z.boolean().default(false),
});

export const requestBodySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('form'), fields: z.array(requestFieldSchema) }),
  z.object({ kind: z.literal('text'), text: z.string(), encoding: z.enum(['auto', 'raw']).default('auto') }),
]);

/**
 * A request as it is edited: every byte of it can be chosen. All texts are templates. With `raw` the whole of it is that text
 * (lines end in CRLF, escapes are read), and the other members only say where it goes.
 */
export const requestTemplateSchema = z.object({
  /** Scheme and authority to connect to; the Host header is a header like any other. */
  origin: z.string().min(1),
  method: methodTemplateSchema.default('GET'),
  path: z.string().default('/'),
  query: z.array(requestFieldSchema).default([]),
  version: z.string().default('HTTP/1.1'),
  headers: z.array(requestFieldSchema).default([]),
  body: requestBodySchema.default({ kind: 'none' }),
  raw: z.string().optional(),
});

export type RequestField = z.infer<typeof requestFieldSchema>;
export type RequestTemplate = z.infer<typeof requestTemplateSchema>;

/** A field as most are: encoded as its place asks. */
export function requestField(name: string, value: string): RequestField {
  return { name, value, encoding: 'auto', isOmitted: false };
}

/** Fields from pairs, in order. */
export function requestFields(pairs: readonly (readonly [name: string, value: string])[]): RequestField[] {
  return pairs.map(([name, value]) => requestField(name, value));
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** A GET as a careful client sends it. */
export function getRequest(url: string, query: Pairs, headers: Pairs): RequestTemplate {
  return {
    ...addressed(url),
    method: 'GET',
    query: requestFields(query),
    version: 'HTTP/1.1',
    headers: requestFields([['Host', '{{host}}'], ...headers, ['Connection', 'close']]),
    body: { kind: 'none' },
  };
}

/** A form post as a careful client sends it: every header that is needed and none that is not. */
export function formRequest(url: string, fields: Pairs, headers: Pairs): RequestTemplate {
  return {
    ...addressed(url),
    method: 'POST',
    query: [],
    version: 'HTTP/1.1',
    headers: requestFields([
      ['Host', '{{host}}'],
      ...headers,
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Content-Length', '{{content_length}}'],
      ['Connection', 'close'],
    ]),
    body: { kind: 'form', fields: requestFields(fields) },
  };
}

/** Where an endpoint lies. Its own query stays part of the path: it belongs to the address, not to the request. */
/** Scheme and authority of a URL, and the rest of it without the fragment. */
export function addressed(url: string): Pick<RequestTemplate, 'origin' | 'path'> {
  const [, origin = url, path = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? [];
  return { origin, path: path.startsWith('/') ? path : `/${path}` };
}
