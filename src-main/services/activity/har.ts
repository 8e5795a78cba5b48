import { z } from 'zod';
import { bodyText, headerOf, maskUrl } from '#main/platform/exchange-summary.ts';
import type { Exchange, HeaderList, RecordedBody } from '#shared/exchange/index.ts';
import { methodSchema } from '#shared/http/method.ts';
import { type ExportedText, exportHeader, noteMasked } from './curl.ts';
import { maskBody } from './view.ts';

/** Why an imported request has no answer. */
export const notSent = 'The exchange was imported, not sent.';

const nameValue = z.object({ name: z.string(), value: z.string() });
const message = {
  httpVersion: z.string(),
  headers: z.array(nameValue),
  headersSize: z.number(),
  bodySize: z.number(),
};

/** One entry of a HAR 1.2 log, as far as an exchange needs it. */
export const harEntrySchema = z.object({
  startedDateTime: z.iso.datetime({ offset: true }),
  time: z.number().min(0),
  request: z.object({
    ...message,
    method: methodSchema,
    url: z.url(),
    postData: z.object({ mimeType: z.string(), text: z.string().optional() }).optional(),
  }),
  response: z.object({
    ...message,
    status: z.int().min(0).max(999),
    statusText: z.string(),
    content: z.object({
      size: z.number(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      encoding: z.string().optional(),
    }),
  }),
});

/** A HAR 1.2 document. */
export const harSchema = z.object({
  log: z.object({ version: z.string(), entries: z.array(harEntrySchema) }),
});

export type HarEntry = z.infer<typeof harEntrySchema>;

function harHeaders(headers: HeaderList, redacted: Set<string>): HarEntry['request']['headers'] {
  return headers.map(([name, value]) => ({ name, value: exportHeader(name, value, redacted) }));
}

function mediaTypeOf(headers: HeaderList): string {
  return headerOf(headers, 'content-type');
}

function exportBody(headers: HeaderList, body: RecordedBody, redacted: Set<string>): string | undefined {
  const text = bodyText(body);
  if (text === null) return undefined;
  const mediaType = mediaTypeOf(headers).split(';')[0]?.trim().toLowerCase() ?? '';
  return noteMasked('body', text, maskBody(text, mediaType), redacted);
}

function content(
  response: NonNullable<Exchange['response']>,
  redacted: Set<string>,
): HarEntry['response']['content'] {
  const { headers, body } = response;
  const text = exportBody(headers, body, redacted);
  const common = { size: body.sizeBytes, mimeType: mediaTypeOf(headers) };
  if (text !== undefined) return { ...common, text };
  return body.bytes === null
    ? common
    : { ...common, text: Buffer.from(body.bytes).toString('base64'), encoding: 'base64' };
}

function toEntry(exchange: Exchange, redacted: Set<string>): object {
  const { request, response, origin } = exchange;
  const target = noteMasked('query', request.target, maskUrl(request.target), redacted);
  const postText =
    request.body.sizeBytes === 0 ? undefined : exportBody(request.headers, request.body, redacted);
  const millis = exchange.durationMicros / 1_000;
  return {
    startedDateTime: new Date(exchange.startedAtMillis).toISOString(),
    time: millis,
    request: {
      method: request.method,
      url: origin + target,
      httpVersion: 'HTTP/1.1',
      headers: harHeaders(request.headers, redacted),
      cookies: [],
      queryString: [...new URLSearchParams(target.split('?')[1] ?? '')].map(([name, value]) => ({
        name,
        value,
      })),
      headersSize: -1,
      bodySize: request.body.sizeBytes,
      ...(postText === undefined
        ? {}
        : { postData: { mimeType: mediaTypeOf(request.headers), text: postText } }),
    },
    response: {
      // HAR has no other way to say that there was no answer.
      status: response?.status ?? 0,
      statusText: response?.reason ?? exchange.failure ?? '',
      httpVersion: 'HTTP/1.1',
      headers: response === null ? [] : harHeaders(response.headers, redacted),
      cookies: [],
      content: response === null ? { size: 0, mimeType: '' } : content(response, redacted),
      redirectURL:
        response === null ? '' : exportHeader('location', headerOf(response.headers, 'location'), redacted),
      headersSize: -1,
      bodySize: response?.body.sizeBytes ?? 0,
    },
    cache: {},
    timings: { send: 0, wait: millis, receive: 0 },
    comment: exchange.service,
  };
}

/** Exchanges as a HAR 1.2 document, secrets redacted. */
export function toHar(exchanges: readonly Exchange[], creatorVersion: string): ExportedText {
  const redacted = new Set<string>();
  const log = {
    version: '1.2',
    creator: { name: 'Gatehouse', version: creatorVersion },
    entries: exchanges.map((exchange) => toEntry(exchange, redacted)),
  };
  return { text: JSON.stringify({ log }, null, 2), redacted: [...redacted] };
}

/** Requests that were not sent, as a HAR 1.2 document. */
export function requestsAsHar(
  requests: readonly {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarEntry['request']['headers'][number][];
    readonly body: string;
  }[],
  atMillis: number,
): string {
  const sizes = { httpVersion: 'HTTP/1.1', headersSize: -1, bodySize: -1 };
  const entries: HarEntry[] = requests.map(({ method, url, headers, body }) => ({
    startedDateTime: new Date(atMillis).toISOString(),
    time: 0,
    request: {
      ...sizes,
      method,
      url,
      headers: [...headers],
      ...(body === '' ? {} : { postData: { mimeType: '', text: body } }),
    },
    response: { ...sizes, status: 0, statusText: notSent, headers: [], content: { size: 0 } },
  }));
  return JSON.stringify({ log: { version: '1.2', entries } });
}
