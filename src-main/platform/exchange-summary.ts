import {
  type DecisionTrace,
  type Exchange,
  type ExchangeSide,
  type HeaderList,
  mask,
  type RecordedBody,
  secretKindOfName,
  type WriteSecret,
} from '#shared/exchange/index.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';
import { type PackedExchange, unpackBody } from './exchange-codec.ts';

/** The parts of an exchange that lists, filters and searches need; secrets masked. */
export interface StoredSummary {
  readonly id: string;
  readonly side: ExchangeSide;
  readonly service: string;
  readonly startedAtMillis: number;
  readonly durationMicros: number;
  readonly method: string;
  readonly target: string;
  readonly status: number | null;
  /** OAuth `error`, or why there is no answer; empty when all went well. */
  readonly remark: string;
  /** The statement of the rule that refused, where a hosted server decided; left out where none did. */
  readonly rule?: string;
  readonly tags: readonly string[];
  readonly origin: string;
  readonly clientPort: number;
}

export type IsSecret = (name: string) => boolean;
const isAnySecret: IsSecret = (name) => secretKindOfName(name) !== undefined;

/** First value of a header, or an empty text. */
export function headerOf(headers: HeaderList, name: string): string {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

/** The body as UTF-8 text; null where it is binary or was not kept. */
export function bodyText({ bytes }: RecordedBody): string | null {
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A URL with the secret parameters of its query and fragment masked, or written as `write` says. */
export function maskUrl(
  url: string,
  isSecret: IsSecret = isAnySecret,
  write: WriteSecret = () => mask,
): string {
  // Most have none: looking for one costs a tenth of taking the parameters apart.
  if (!hasSecret(url, isSecret)) return url;
  return url.replace(/([?&#])([^=&#?]+)=([^&#]*)/g, (whole, lead: string, name: string, value: string) =>
    value !== '' && isSecret(percentDecodedOrAsIs(name))
      ? `${lead}${name}=${write(percentDecodedOrAsIs(name), value)}`
      : whole,
  );
}

/** Tests whether the URL has a parameter with a secret name. */
function hasSecret(url: string, isSecret: IsSecret): boolean {
  let equals = url.indexOf('=');
  while (equals >= 0) {
    let start = equals;
    while (start > 0 && !isSeparator(url.charCodeAt(start - 1))) start -= 1;
    const name = url.slice(start, equals);
    if (start > 0 && name !== '' && isSecret(name.includes('%') ? percentDecodedOrAsIs(name) : name))
      return true;
    // Further signs of equality belong to the value.
    let end = equals + 1;
    while (end < url.length && !isSeparator(url.charCodeAt(end))) end += 1;
    equals = url.indexOf('=', end);
  }
  return false;
}

const separators: ReadonlySet<number> = new Set(['?', '&', '#'].map((separator) => separator.charCodeAt(0)));

function isSeparator(code: number): boolean {
  return separators.has(code);
}

interface Outcome {
  readonly status: number | null;
  readonly failure: string | null;
  readonly location: string;
  /** Only asked for where the answer is an error. */
  readonly body: () => RecordedBody;
}

/** OAuth error or code of the answer, or why there was none; never its status in other words. */
function remarkOf({ status, failure, location, body }: Outcome): string {
  if (status === null) return failure ?? '';
  const fromLocation = location === '' ? undefined : /[?#&]error=([^&]+)/.exec(location)?.[1];
  if (fromLocation !== undefined) return percentDecodedOrAsIs(fromLocation);
  if (status < 400) return failure ?? '';
  const text = bodyText(body()) ?? '';
  return (
    /"error"\s*:\s*"([^"]{1,80})"/.exec(text)?.[1] ?? /"code"\s*:\s*"([^"]{1,80})"/.exec(text)?.[1] ?? ''
  );
}

/** The member of a summary that names the rule which refused; nothing where all were met. */
function ruleOf(trace: DecisionTrace | null): { readonly rule?: string } {
  const refused = trace?.rules.find(({ outcome }) => outcome === 'failed');
  return refused === undefined ? {} : { rule: refused.rule };
}

function locationIn(flat: readonly string[]): string {
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = flat[index] ?? '';
    if (name.length === 8 && name.toLowerCase() === 'location') return flat[index + 1] ?? '';
  }
  return '';
}

/** The summary of an exchange on its way to the disk, without unpacking other parts. */
export function summarisePacked({ id, draft, responseBody, trace }: PackedExchange): StoredSummary {
  const { status, failure } = draft;
  const location = status === null ? '' : locationIn(draft.responseHeaders);
  return {
    id,
    side: draft.side,
    service: draft.service,
    startedAtMillis: draft.startedAtMillis,
    durationMicros: draft.durationMicros,
    method: draft.method,
    target: maskUrl(draft.target),
    status,
    remark: remarkOf({ status, failure, location, body: () => unpackBody(responseBody) }),
    ...ruleOf(trace),
    tags: draft.tags,
    origin: draft.origin,
    clientPort: draft.clientPort,
  };
}

/** One line for lists; secrets masked. */
export function summariseExchange(exchange: Exchange): StoredSummary {
  const { request, response, failure } = exchange;
  const status = response?.status ?? null;
  const remark =
    response === null
      ? (failure ?? '')
      : remarkOf({
          status,
          failure,
          location: headerOf(response.headers, 'location'),
          body: () => response.body,
        });
  return {
    id: exchange.id,
    side: exchange.side,
    service: exchange.service,
    startedAtMillis: exchange.startedAtMillis,
    durationMicros: exchange.durationMicros,
    method: request.method,
    target: maskUrl(request.target),
    status,
    remark,
    ...ruleOf(exchange.trace),
    tags: exchange.tags,
    origin: exchange.origin,
    clientPort: exchange.clientPort,
  };
}
