import type { PackedBody, PackedExchange } from '#main/platform/exchange-codec.ts';
import type { DecisionTrace, TraceRule } from '#shared/exchange/index.ts';

type Draft = PackedExchange['draft'];
/**
 * The text of a body, or the position of its length in the head: long ones are stored unchanged behind the
 * lines.
 */
export type StoredBody = readonly [
  PackedBody['text'] | number,
  PackedBody['encoding'],
  number,
  PackedBody['kept'],
];
/**
 * A trace whose rules are in the head of the block: the rules of one pipeline are the same nearly every time.
 */
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
  /** Lengths of the bodies behind the lines, in UTF-16 units; absent in blocks of earlier versions. */
  readonly bodyLengths?: readonly number[];
}

/** Returns a body behind the lines, by its position. */
type LongBody = (bodyIndex: number) => string;

function fromStoredBody([text, encoding, sizeBytes, kept]: StoredBody, longBody: LongBody): PackedBody {
  return { text: typeof text === 'number' ? longBody(text) : text, encoding, sizeBytes, kept };
}

function headerFields(given: HeaderFields | number, lists: readonly HeaderFields[] = []): HeaderFields {
  return typeof given === 'number' ? (lists[given] ?? []) : given;
}

function fromStored(id: string, stored: StoredExchange, head: BlockHead, longBody: LongBody): PackedExchange {
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
    requestBody: fromStoredBody(requestBody, longBody),
    responseBody: fromStoredBody(responseBody, longBody),
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
  const head = JSON.parse(text.slice(0, firstLineEnd(text))) as BlockHead;
  const { ids, bodyLengths = [] } = head;
  const ends: number[] = [];
  const bodiesStart = text.length - bodyLengths.reduce((sum, length) => sum + length, 0);
  for (const length of bodyLengths) ends.push((ends.at(-1) ?? bodiesStart) + length);
  const longBody: LongBody = (bodyIndex) =>
    text.slice((ends[bodyIndex] ?? 0) - (bodyLengths[bodyIndex] ?? 0), ends[bodyIndex]);
  const [, ...lines] = text.slice(0, bodiesStart).split('\n');
  return {
    ids,
    at: (index) =>
      fromStored(ids[index] ?? '', JSON.parse(lines[index] ?? '') as StoredExchange, head, longBody),
  };
}

function firstLineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end < 0 ? text.length : end;
}
