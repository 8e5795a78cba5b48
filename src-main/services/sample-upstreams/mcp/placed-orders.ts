import { base64urlEncode } from '#shared/oauth/index.ts';
import type { Random } from '#shared/time/clock.ts';
import type { Owner } from '../resource/context.ts';

const maxKept = 1_000;
const handleBytes = 16;

/** An order that a tool placed. */
export interface PlacedOrder {
  readonly id: string;
  readonly item: string;
  readonly quantity: number;
}

interface Kept {
  readonly owner: Owner;
  readonly order: PlacedOrder;
}

/** Orders by the state handles under which clients come back to them; the oldest goes first. */
export class PlacedOrders {
  readonly #random: Random;
  readonly #kept = new Map<string, Kept>();
  #count = 1_002;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Keeps an order and returns its handle, which nobody can guess. */
  place(
    owner: Owner,
    item: string,
    quantity: number,
  ): { readonly order: PlacedOrder; readonly handle: string } {
    const oldest = this.#kept.size >= maxKept ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#count += 1;
    const order = { id: `A-${this.#count}`, item, quantity };
    const handle = base64urlEncode(this.#random.bytes(handleBytes));
    this.#kept.set(handle, { owner, order });
    return { order, handle };
  }

  /** Whose order it is; null: there is none under this handle. */
  ownerOf(handle: string): Owner | null {
    return this.#kept.get(handle)?.owner ?? null;
  }

  /** The order behind a handle, for its owner alone; null: there is none. */
  find(handle: string, owner: Owner): PlacedOrder | null {
    const kept = this.#kept.get(handle);
    return kept !== undefined && isSame(kept.owner, owner) ? kept.order : null;
  }
}

function isSame(one: Owner, other: Owner): boolean {
  return one.kind === other.kind && one.name === other.name;
}
