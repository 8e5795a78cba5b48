import type { RecordStore } from '#main/platform/ports.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { Allowance } from './secret-grants.ts';

const recordKind = 'undo';
/** How long a removal can be undone, in milliseconds of real time. */
const keptMillis = 600_000;

/** A removed file or secret. */
export type Removed =
  | { readonly kind: 'file'; readonly file: string; readonly text: string }
  | {
      readonly kind: 'secret';
      readonly name: string;
      readonly value: string;
      readonly owners?: readonly string[];
      readonly allowances?: readonly Allowance[];
    };

interface Kept {
  readonly removed: Removed;
  readonly untilMillis: number;
}

/** Recently removed things, sealed in the state. */
export interface UndoStore {
  /** On disk when it returns: only then may the thing itself go. */
  keep(removed: Removed): Promise<string>;
  /**
   * Returns the thing kept under an id; it stays until `forget`.
   * @throws api.not-found
   */
  find<Kind extends Removed['kind']>(kind: Kind, id: string): Promise<Extract<Removed, { kind: Kind }>>;
  forget(id: string): Promise<void>;
}

export interface UndoPorts {
  readonly records: RecordStore;
  /** Real time: a tester who moves the services' clock has not waited. */
  readonly clock: Clock;
  readonly random: Random;
}

/** Creates the store of removed items. */
export function createUndoStore({ records, clock, random }: UndoPorts): UndoStore {
  async function dropOld(): Promise<void> {
    for (const { id, value } of await records.list<Kept>(recordKind))
      if (value.untilMillis <= clock.nowMillis()) records.remove(recordKind, id);
  }

  return {
    async keep(removed) {
      await dropOld();
      const id = Buffer.from(random.bytes(12)).toString('hex');
      const kept: Kept = { removed, untilMillis: clock.nowMillis() + keptMillis };
      records.put(recordKind, id, kept, { sealed: true });
      await records.commit();
      return id;
    },
    async find<Kind extends Removed['kind']>(kind: Kind, id: string) {
      const kept = await records.get<Kept>(recordKind, id);
      if (kept === null || kept.removed.kind !== kind || kept.untilMillis <= clock.nowMillis())
        throw new GatehouseError('api.not-found', 'The removed file or secret can no longer be restored.', {
          fix: 'A removed file or secret can be restored for 10 minutes. Create it again.',
        });
      return kept.removed as Extract<Removed, { kind: Kind }>;
    },
    async forget(id) {
      records.remove(recordKind, id);
      await records.commit();
    },
  };
}
