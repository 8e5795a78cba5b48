import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import { isImportedId } from '#main/platform/exchange-ids.ts';
import { createBlockWriter, type EncodedBlock } from './block-writer.ts';

/** Exchanges that may wait to be written, those on their way to the disk among them; more are not kept, and counted. */
const maxWaitingExchanges = 20_000;

/** Waiting exchanges that a write takes. */
export interface TakenExchanges {
  readonly blocks: readonly EncodedBlock[];
  readonly imported: readonly PackedExchange[];
}

const countOf = ({ blocks, imported }: TakenExchanges): number =>
  blocks.reduce((sum, { count }) => sum + count, imported.length);

/** Exchanges that are not on the disk yet, in their order: those of a write that failed come before newer ones. */
export class WaitingExchanges {
  readonly #blocks = createBlockWriter();
  /** Blocks of a write that failed, as the worker handed them back. */
  #failed: readonly EncodedBlock[] = [];
  /** By their ids: an import that was interrupted gives its last entries again. */
  #imported = new Map<string, PackedExchange>();
  /** How many are on their way to the disk: they come back when they cannot be written, and need their room then. */
  #onTheWay = 0;

  /** True if there is nothing to send. */
  get isEmpty(): boolean {
    return this.#waiting === 0;
  }

  get #waiting(): number {
    return countOf({ blocks: this.#failed, imported: [] }) + this.#imported.size + this.#blocks.waiting;
  }

  /** Returns how many were not taken because there is no room. */
  add(exchanges: readonly PackedExchange[]): number {
    let room = maxWaitingExchanges - this.#waiting - this.#onTheWay;
    let notTaken = 0;
    for (const exchange of exchanges) {
      const isImported = isImportedId(exchange.id);
      if (isImported && this.#imported.has(exchange.id)) continue;
      if (room <= 0) {
        notTaken += 1;
        continue;
      }
      room -= 1;
      if (isImported) this.#imported.set(exchange.id, exchange);
      else this.#blocks.add(exchange);
    }
    return notTaken;
  }

  /** Takes what waits for a write; `whole` leaves a block that is not full where there is a full one before it. */
  take(which: 'all' | 'whole'): TakenExchanges {
    const taken = {
      blocks: [...this.#failed, ...this.#blocks.take(which)],
      imported: [...this.#imported.values()],
    };
    this.#failed = [];
    this.#imported = new Map();
    this.#onTheWay += countOf(taken);
    return taken;
  }

  /**
   * Reports that the taken exchanges have arrived: they are on disk, or gone for good. Returns their number.
   */
  settle(taken: TakenExchanges): number {
    const count = countOf(taken);
    this.#onTheWay -= count;
    return count;
  }

  /** Takes exchanges back that could not be written. */
  putBack(taken: TakenExchanges): void {
    this.#failed = [...taken.blocks, ...this.#failed];
    const former = taken.imported.map((exchange) => [exchange.id, exchange] as const);
    this.#imported = new Map([...former, ...this.#imported]);
  }

  /** Forgets what waits; returns how many they were. */
  drop(): number {
    return this.settle(this.take('all'));
  }
}
