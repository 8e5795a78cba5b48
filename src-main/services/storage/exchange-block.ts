import {
  createRuleSharer,
  type PackedBody,
  type PackedExchange,
  type ShareRules,
} from '#main/platform/exchange-codec.ts';
import type { DecisionTrace, TraceRule } from '#shared/exchange/index.ts';

/** Most exchanges that are written as one block. */
export const mostInBlock = 256;
/** Most characters of contents that are written as one block. */
const mostCharactersInBlock = 1_048_576;

type Draft = PackedExchange['draft'];
type StoredBody = readonly [PackedBody['text'], PackedBody['encoding'], number, PackedBody['kept']];
/** A trace whose rules stand at the head of the block: one pipeline's rules read the same nearly every time. */
type StoredTrace = readonly [pipeline: string, rules: readonly number[], effect: string];
/** Members by place and not by name: their names would be a third of it. */
type StoredExchange = readonly [
  Draft['side'],
  Draft['service'],
  Draft['origin'],
  Draft['startedAtMillis'],
  Draft['durationMicros'],
  Draft['clientPort'],
  Draft['method'],
  Draft['target'],
  Draft['requestHeaders'],
  Draft['status'],
  Draft['reason'],
  Draft['responseHeaders'],
  Draft['failure'],
  Draft['tags'],
  Draft['faults'],
  StoredBody,
  StoredBody,
  StoredTrace | null,
];

interface BlockHead {
  readonly ids: readonly string[];
  readonly rules: readonly TraceRule[];
}

const toStoredBody = ({ text, encoding, sizeBytes, kept }: PackedBody): StoredBody => [
  text,
  encoding,
  sizeBytes,
  kept,
];

const fromStoredBody = ([text, encoding, sizeBytes, kept]: StoredBody): PackedBody => ({
  text,
  encoding,
  sizeBytes,
  kept,
});

function toStored(
  { draft, requestBody, responseBody }: PackedExchange,
  trace: StoredTrace | null,
): StoredExchange {
  return [
    draft.side,
    draft.service,
    draft.origin,
    draft.startedAtMillis,
    draft.durationMicros,
    draft.clientPort,
    draft.method,
    draft.target,
    draft.requestHeaders,
    draft.status,
    draft.reason,
    draft.responseHeaders,
    draft.failure,
    draft.tags,
    draft.faults,
    toStoredBody(requestBody),
    toStoredBody(responseBody),
    trace,
  ];
}

function fromStored(id: string, stored: StoredExchange, rules: readonly TraceRule[]): PackedExchange {
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
      requestHeaders,
      status,
      reason,
      responseHeaders,
      failure,
      tags,
      faults,
    },
    requestBody: fromStoredBody(requestBody),
    responseBody: fromStoredBody(responseBody),
    trace: trace === null ? null : fromStoredTrace(trace, rules),
  };
}

function fromStoredTrace(
  [pipeline, indexes, effect]: StoredTrace,
  rules: readonly TraceRule[],
): DecisionTrace {
  return { pipeline, rules: indexes.flatMap((index) => rules[index] ?? []), effect };
}

/** Numbers the rules of a block as they come. */
class RuleTable {
  readonly rules: TraceRule[] = [];
  readonly #numbers = new Map<TraceRule, number>();
  readonly #share: ShareRules = createRuleSharer();

  store({ pipeline, rules, effect }: DecisionTrace): StoredTrace {
    const numbers = rules.map((rule) => this.#numbers.get(rule) ?? this.#number(rule));
    return [pipeline, numbers, effect];
  }

  #number(rule: TraceRule): number {
    const [shared = rule] = this.#share([rule]);
    const number = this.#numbers.get(shared) ?? this.rules.length;
    if (number === this.rules.length) this.rules.push(shared);
    this.#numbers.set(shared, number);
    this.#numbers.set(rule, number);
    return number;
  }
}

/** Some exchanges with their text: a head, then one line each. */
export interface EncodedBlock {
  readonly exchanges: readonly PackedExchange[];
  readonly text: string;
}

/** Encodes exchanges as blocks of a bounded size, in their order. */
export function encodeBlocks(
  exchanges: readonly PackedExchange[],
  most: { readonly exchanges: number; readonly characters: number } = {
    exchanges: mostInBlock,
    characters: mostCharactersInBlock,
  },
): readonly EncodedBlock[] {
  const blocks: EncodedBlock[] = [];
  let table = new RuleTable();
  let taken: PackedExchange[] = [];
  let lines: string[] = [];
  let characters = 0;
  const finish = () => {
    if (taken.length === 0) return;
    const head: BlockHead = { ids: taken.map(({ id }) => id), rules: table.rules };
    blocks.push({ exchanges: taken, text: `${JSON.stringify(head)}\n${lines.join('\n')}` });
    table = new RuleTable();
    taken = [];
    lines = [];
    characters = 0;
  };
  for (const packed of exchanges) {
    const line = JSON.stringify(toStored(packed, packed.trace === null ? null : table.store(packed.trace)));
    taken.push(packed);
    lines.push(line);
    characters += line.length;
    if (taken.length >= most.exchanges || characters >= most.characters) finish();
  }
  finish();
  return blocks;
}

/** A block whose exchanges are read one by one. */
export interface DecodedBlock {
  readonly ids: readonly string[];
  at(index: number): PackedExchange;
}

/** Reads what `encodeBlocks` wrote. */
export function decodeBlock(text: string): DecodedBlock {
  const [first = '', ...lines] = text.split('\n');
  const { ids, rules } = JSON.parse(first) as BlockHead;
  return {
    ids,
    at: (index) => fromStored(ids[index] ?? '', JSON.parse(lines[index] ?? '') as StoredExchange, rules),
  };
}
