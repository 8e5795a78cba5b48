import type { Exchange, HeaderList, RecordedBody, TraceRule } from '#shared/exchange/index.ts';
import type { ExchangeDraft } from './exchange-draft.ts';

/** Most bytes of one body that a record keeps. */
export const keptBodyBytes = 262_144;

/** A body on its way to the disk, as text: a Buffer would hold the whole slab that it is cut from. */
export interface PackedBody {
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
  readonly sizeBytes: number;
  readonly kept: RecordedBody['kept'];
}

type BodyMember = 'requestBody' | 'requestBodyBytes' | 'responseBody' | 'responseBodyBytes';

/** An exchange on its way to the disk: flat, with references into the draft. */
export interface PackedExchange {
  readonly id: string;
  readonly draft: Omit<ExchangeDraft, 'trace' | BodyMember>;
  readonly requestBody: PackedBody;
  readonly responseBody: PackedBody;
  readonly trace: Exchange['trace'];
}

/** Gives rules that say the same as earlier ones as the very same objects. */
export type ShareRules = (rules: readonly TraceRule[]) => TraceRule[];

/** Packs a draft; without `bodiesKept` only the sizes of its bodies stay. */
export function packExchange(id: string, whole: ExchangeDraft, bodiesKept: boolean): PackedExchange {
  return {
    id,
    // Written out: taking the rest of an object costs more than all else here.
    draft: {
      side: whole.side,
      service: whole.service,
      origin: whole.origin,
      startedAtMillis: whole.startedAtMillis,
      durationMicros: whole.durationMicros,
      clientPort: whole.clientPort,
      method: whole.method,
      target: whole.target,
      requestHeaders: whole.requestHeaders,
      status: whole.status,
      reason: whole.reason,
      responseHeaders: whole.responseHeaders,
      failure: whole.failure,
      tags: whole.tags,
      faults: whole.faults,
    },
    requestBody: packBody(whole.requestBody, bodiesKept, whole.requestBodyBytes),
    responseBody: packBody(whole.responseBody, bodiesKept, whole.responseBodyBytes),
    trace: whole.trace === null ? null : whole.trace(),
  };
}

/** Makes a sharer of rules: rules that are the same objects are written once, and compared in no time. */
export function createRuleSharer(): ShareRules {
  // One of each id: a pipeline's rules mostly read the same from one request to the next.
  const latest = new Map<string, TraceRule>();
  return (rules) =>
    rules.map((rule) => {
      const known = latest.get(rule.id);
      if (known !== undefined && isSameRule(known, rule)) return known;
      latest.set(rule.id, rule);
      return rule;
    });
}

type ComparedMember = 'id' | 'rule' | 'clause' | 'outcome' | 'detail' | 'want' | 'got' | 'weakness';
/** Not a boolean once a rule has a member that is not compared below: then that does not compile. */
type Comparison = Exclude<keyof TraceRule, ComparedMember> extends never ? boolean : never;

// Written out: a loop over the names costs more than sharing saves.
function isSameRule(one: TraceRule, other: TraceRule): Comparison {
  return (
    one.rule === other.rule &&
    one.outcome === other.outcome &&
    one.clause === other.clause &&
    one.detail === other.detail &&
    one.want === other.want &&
    one.got === other.got &&
    one.weakness === other.weakness &&
    one.id === other.id
  );
}

function packBody(content: Uint8Array | string, kept: boolean, wholeBytes?: number): PackedBody {
  const isText = typeof content === 'string';
  const encoding = isText ? 'utf8' : 'latin1';
  const givenBytes = isText ? Buffer.byteLength(content) : content.length;
  const sizeBytes = wholeBytes ?? givenBytes;
  if (sizeBytes > 0 && !kept) return { text: '', encoding, sizeBytes, kept: 'sampled-out' };
  const isWhole = sizeBytes <= Math.min(givenBytes, keptBodyBytes);
  if (isText && isWhole) return { text: content, encoding, sizeBytes, kept: 'whole' };
  const bytes = isText
    ? Buffer.from(content, 'utf8')
    : Buffer.from(content.buffer, content.byteOffset, content.length);
  const text = bytes.toString('latin1', 0, Math.min(givenBytes, keptBodyBytes));
  return { text, encoding: 'latin1', sizeBytes, kept: isWhole ? 'whole' : 'truncated' };
}

/** The record of a body that was packed. */
export function unpackBody({ text, encoding, sizeBytes, kept }: PackedBody): RecordedBody {
  return { bytes: kept === 'sampled-out' ? null : Buffer.from(text, encoding), sizeBytes, kept };
}

/** Header fields of a list of names and values in turn. */
export function headerPairs(flat: readonly string[]): HeaderList {
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2)
    list.push([flat[index] ?? '', flat[index + 1] ?? '']);
  return list;
}

/** Creates the full record of a packed one. */
export function unpackExchange({ id, draft, requestBody, responseBody, trace }: PackedExchange): Exchange {
  return {
    id,
    side: draft.side,
    service: draft.service,
    origin: draft.origin,
    startedAtMillis: draft.startedAtMillis,
    durationMicros: draft.durationMicros,
    clientPort: draft.clientPort,
    request: {
      method: draft.method,
      target: draft.target,
      headers: headerPairs(draft.requestHeaders),
      body: unpackBody(requestBody),
    },
    response:
      draft.status === null
        ? null
        : {
            status: draft.status,
            reason: draft.reason,
            headers: headerPairs(draft.responseHeaders),
            body: unpackBody(responseBody),
          },
    failure: draft.failure,
    tags: draft.tags,
    trace,
    faults: draft.faults,
  };
}
