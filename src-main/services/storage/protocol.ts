import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeBounds, ExchangeQuery, RecordGuard } from '#main/platform/ports.ts';
import type { Problem } from '#shared/errors/index.ts';
import type { EncodedBlock } from './block-writer.ts';

/** One change of the state, as it goes to the storage worker. */
export type WriteOperation =
  | {
      readonly op: 'put';
      readonly kind: string;
      readonly id: string;
      readonly json: string;
      readonly sealed: boolean;
      readonly expiresAtMillis: number | null;
    }
  | { readonly op: 'remove'; readonly kind: string; readonly id: string };

/** Records that are never read one by one, in the order in which they were put. */
export interface RecordGroup {
  readonly kind: string;
  readonly count: number;
  /** When all of them have expired; null: never. */
  readonly expiresAtMillis: number | null;
  /** JSON of each as `[id, expiresAtMillis, value]`, with commas between, in UTF-8. */
  readonly entries: Uint8Array<ArrayBuffer>;
}

/** All that one transaction writes. */
export interface WriteRequest {
  readonly type: 'write';
  readonly operations: readonly WriteOperation[];
  readonly groups: readonly RecordGroup[];
  /** Their bytes move to the worker, and back where it could not write them. */
  readonly blocks: readonly EncodedBlock[];
  /** Imported ones: some of them may be there already. */
  readonly imported: readonly PackedExchange[];
}

/** Requests of the engine to the storage worker. */
export type StorageRequest =
  | WriteRequest
  | { readonly type: 'get'; readonly kind: string; readonly id: string }
  | { readonly type: 'list'; readonly kind: string }
  | { readonly type: 'record-usage'; readonly kinds: readonly string[] }
  | { readonly type: 'record-clear'; readonly kinds: readonly string[] }
  | { readonly type: 'purge-expired'; readonly nowMillis: number }
  | { readonly type: 'exchange'; readonly id: string }
  | { readonly type: 'exchange-page'; readonly query: ExchangeQuery }
  | { readonly type: 'exchange-usage' }
  | { readonly type: 'exchange-retain'; readonly bounds: ExchangeBounds; readonly sinceMillis: number | null }
  | { readonly type: 'exchange-clear' }
  | { readonly type: 'rotate-key'; readonly newKey: Uint8Array }
  | { readonly type: 'unopened' }
  | { readonly type: 'size' }
  | { readonly type: 'shrink' }
  | { readonly type: 'forget-unopened' }
  | { readonly type: 'close' };

export type StorageReply =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly problem: Problem;
      /** The blocks of a write that failed, handed back as they came. */
      readonly blocks?: readonly EncodedBlock[];
    };

/** The memory behind blocks, for it to move from one thread to the other. */
export function buffersOf(blocks: readonly EncodedBlock[]): readonly ArrayBuffer[] {
  return blocks.flatMap(({ summaries, contents }) => [summaries.buffer, contents.buffer]);
}

/** Start data of the worker. */
export interface StorageWorkerData extends ExchangeBounds {
  readonly directory: string;
  readonly sealKey: Uint8Array;
  readonly durability: 'normal' | 'full';
  /** Guards of the kinds of records on which something depends; absent: none. */
  readonly guards?: readonly RecordGuard[];
}

/** A report that the worker sends by itself: the problems of the state, and the kinds of records in doubt. */
export interface StateReport {
  readonly problems: readonly Problem[];
  readonly doubts: ReadonlyMap<string, number>;
}

/** The first message of the worker. */
export type OpenedMessage =
  | ({ readonly opened: true } & StateReport)
  | { readonly opened: false; readonly problem: Problem };

/** Every message after it: an answer, or a report that is new. */
export type WorkerMessage =
  | { readonly id: number; readonly reply: StorageReply }
  | { readonly report: StateReport };
