import type { PackedBody, PackedExchange } from '#main/platform/exchange-codec.ts';
import type { DecisionTrace, TraceRule } from '#shared/exchange/index.ts';

type Draft = PackedExchange['draft'];
export type StoredBody = readonly [PackedBody['text'], PackedBody['encoding'], number, PackedBody['kept']];
/** A trace whose rules stand at the head of the block: one pipeline's rules read the same nearly every time. */
export type StoredTrace = readonly [pipeline: string, rules: readonly number[], effect: string];
/** Members by place and not by name: their names would be a third of it. */
export type StoredExchange = readonly [
  Draft['side'],
  Draft['service'],
  Draft['origin'],
  Draft['startedAtMillis'],
  Draft['durationMicros'],
  Draft['clientPort'],
  Draft['method'],
  Draft['target'],
  HeaderFields | number,
  Draft['status'],
  Draft['reason'],
  HeaderFields | number,
  Draft['failure'],
  Draft['tags'],
  Draft['faults'],
  StoredBody,
  StoredBody,
  StoredTrace | null,
];

export type HeaderFields = Draft['requestHeaders'];

export interface BlockHead {
  readonly ids: readonly string[];
  readonly rules: readonly TraceRule[];
  /** Header fields that lines refer to by their place; absent in blocks of earlier versions. */
  readonly requestHeaders?: readonly HeaderFields[];
  readonly responseHeaders?: readonly HeaderFields[];
}

const fromStoredBody = ([text, encoding, sizeBytes, kept]: StoredBody): PackedBody => ({
  text,
  encoding,
  sizeBytes,
  kept,
});

function headerFields(given: HeaderFields | number, lists: readonly HeaderFields[] = []): HeaderFields {
  return typeof given === 'number' ? (lists[given] ?? []) : given;
}

function fromStored(id: string, stored: StoredExchange, head: BlockHead): PackedExchange {
  const [side, service, origin, startedAtMillis, durationMicros, clientPort, method, target, ...rest] =
    stored;
  const [requestHeaders, status, reason, responseHeaders, failure, tags, faults, ...bodies] = rest;
  const [requestBody, responseBody, trace] = bodies;
  return {
    id,
    draft: {
      side,
      service,
      origin,
      startedAtMillis,
      durationMicros,
      clientPort,
      method,
      target,
      requestHeaders: headerFields(requestHeaders, head.requestHeaders),
      status,
      reason,
      responseHeaders: headerFields(responseHeaders, head.responseHeaders),
      failure,
      tags,
      faults,
    },
    requestBody: fromStoredBody(requestBody),
    responseBody: fromStoredBody(responseBody),
    trace: trace === null ? null : fromStoredTrace(trace, head.rules),
  };
}

function fromStoredTrace(
  [pipeline, indexes, effect]: StoredTrace,
  rules: readonly TraceRule[],
): DecisionTrace {
  return { pipeline, rules: indexes.flatMap((index) => rules[index] ?? []), effect };
}

/** A block whose exchanges are read one by one. */
export interface DecodedBlock {
  readonly ids: readonly string[];
  at(index: number): PackedExchange;
}

/** Reads what the block writer wrote. */
export function decodeBlock(text: string): DecodedBlock {
  const [first = '', ...lines] = text.split('\n');
  const head = JSON.parse(first) as BlockHead;
  const { ids } = head;
  return {
    ids,
    at: (index) => fromStored(ids[index] ?? '', JSON.parse(lines[index] ?? '') as StoredExchange, head),
  };
}
