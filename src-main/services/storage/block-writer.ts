import { createRuleSharer, type PackedBody, type PackedExchange } from '#main/platform/exchange-codec.ts';
import { summarisePacked } from '#main/platform/exchange-summary.ts';
import { areSameFields } from '#main/platform/exchanger.ts';
import type { DecisionTrace, TraceRule } from '#shared/exchange/index.ts';
import type { BlockHead, HeaderFields, StoredBody, StoredExchange, StoredTrace } from './exchange-block.ts';
import { SummaryColumns } from './summary-block.ts';

/** Most exchanges that are written as one block. */
export const maxInBlock = 256;
/** Most characters of contents that are written as one block. */
const maxCharactersInBlock = 1_048_576;
/** How many lists of header fields back one is looked for that says the same. */
const headersCompared = 4;

/** Some exchanges as text: the contents are a head, then one line each, then the long bodies. */
export interface EncodedBlock {
  /** Smallest and largest id in it. */
  readonly firstId: string;
  readonly lastId: string;
  readonly count: number;
  readonly summaries: Uint8Array<ArrayBuffer>;
  readonly contents: Uint8Array<ArrayBuffer>;
}

export interface BlockBounds {
  readonly exchanges: number;
  readonly characters: number;
}

/** Encodes exchanges as they come, so that of each only its text stays in memory. */
export interface BlockWriter {
  add(exchange: PackedExchange): void;
  /** Exchanges that were not taken yet. */
  readonly waiting: number;
  /**
   * The blocks since the last call, in the order of their exchanges; `whole` leaves the last one open where there is
   * one before it.
   */
  take(which: 'all' | 'whole'): readonly EncodedBlock[];
}

const utf8 = new TextEncoder();

/** From this length on a body is not written as JSON: that looks at every character, and most of these are JSON. */
const longBodyCharacters = 64;

/** Numbers the rules of a block as they come. */
class RuleTable {
  readonly rules: TraceRule[] = [];
  readonly #numbers = new Map<TraceRule, number>();
  /** A pipeline gives the rules of a run that went as the one before as the very same list. */
  readonly #lists = new Map<readonly TraceRule[], readonly number[]>();
  readonly #share = createRuleSharer();

  store({ pipeline, rules, effect }: DecisionTrace): StoredTrace {
    let numbers = this.#lists.get(rules);
    if (numbers === undefined) {
      numbers = rules.map((rule) => this.#numbers.get(rule) ?? this.#number(rule));
      this.#lists.set(rules, numbers);
    }
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

/** Numbers lists of header fields: the same client mostly sends the same ones, and so does a service. */
class HeaderTable {
  readonly lists: HeaderFields[] = [];

  number(fields: HeaderFields): number {
    const { lists } = this;
    const end = Math.max(0, lists.length - headersCompared);
    for (let index = lists.length - 1; index >= end; index -= 1) {
      const known = lists[index];
      if (known !== undefined && areSameFields(known, fields)) return index;
    }
    return lists.push(fields) - 1;
  }
}

/** Encodes texts as UTF-8, one after another. Joining them first would copy the bodies two more times. */
function encodeAll(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  // Not from the pool: this memory is transferred to the storage worker.
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let length = 0;
  for (const text of texts) length += bytes.write(text, length, 'utf8');
  return bytes;
}

/** A block that is being written. */
class OpenBlock {
  readonly #ids: string[] = [];
  readonly #lines: string[] = [];
  readonly #rules = new RuleTable();
  readonly #requestHeaders = new HeaderTable();
  readonly #responseHeaders = new HeaderTable();
  readonly #summaries = new SummaryColumns();
  readonly #bodies: string[] = [];
  characters = 0;

  get count(): number {
    return this.#ids.length;
  }

  add(packed: PackedExchange): void {
    const { draft, trace } = packed;
    const stored: StoredExchange = [
      draft.side,
      draft.service,
      draft.origin,
      draft.startedAtMillis,
      draft.durationMicros,
      draft.clientPort,
      draft.method,
      draft.target,
      this.#requestHeaders.number(draft.requestHeaders),
      draft.status,
      draft.reason,
      this.#responseHeaders.number(draft.responseHeaders),
      draft.failure,
      draft.tags,
      draft.faults,
      this.#store(packed.requestBody),
      this.#store(packed.responseBody),
      trace === null ? null : this.#rules.store(trace),
    ];
    const line = JSON.stringify(stored);
    this.characters += line.length;
    this.#lines.push(line);
    this.#ids.push(packed.id);
    this.#summaries.add(summarisePacked(packed));
  }

  #store({ text, encoding, sizeBytes, kept }: PackedBody): StoredBody {
    if (text.length < longBodyCharacters) return [text, encoding, sizeBytes, kept];
    this.characters += text.length;
    return [this.#bodies.push(text) - 1, encoding, sizeBytes, kept];
  }

  finish(): EncodedBlock {
    const ids = this.#ids;
    const [first = ''] = ids;
    const head: BlockHead = {
      ids,
      rules: this.#rules.rules,
      requestHeaders: this.#requestHeaders.lists,
      responseHeaders: this.#responseHeaders.lists,
      bodyLengths: this.#bodies.map(({ length }) => length),
    };
    return {
      firstId: ids.reduce((min, id) => (id < min ? id : min), first),
      lastId: ids.reduce((max, id) => (id > max ? id : max), first),
      count: ids.length,
      summaries: utf8.encode(this.#summaries.encode()),
      contents: encodeAll([`${JSON.stringify(head)}\n${this.#lines.join('\n')}\n`, ...this.#bodies]),
    };
  }
}

/** Makes a writer of blocks of a bounded size. */
export function createBlockWriter(
  max: BlockBounds = { exchanges: maxInBlock, characters: maxCharactersInBlock },
): BlockWriter {
  let open = new OpenBlock();
  let finished: EncodedBlock[] = [];
  let finishedCount = 0;
  function finish(): void {
    if (open.count === 0) return;
    finishedCount += open.count;
    finished.push(open.finish());
    open = new OpenBlock();
  }
  return {
    add(exchange) {
      open.add(exchange);
      if (open.count >= max.exchanges || open.characters >= max.characters) finish();
    },
    get waiting() {
      return finishedCount + open.count;
    },
    take(which) {
      if (which === 'all' || finished.length === 0) finish();
      const taken = finished;
      finished = [];
      finishedCount = 0;
      return taken;
    },
  };
}

/** Encodes exchanges as blocks of a bounded size, in their order. */
export function encodeBlocks(
  exchanges: readonly PackedExchange[],
  max?: BlockBounds,
): readonly EncodedBlock[] {
  const writer = createBlockWriter(max);
  for (const exchange of exchanges) writer.add(exchange);
  return writer.take('all');
}
