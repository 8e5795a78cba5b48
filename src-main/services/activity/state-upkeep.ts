import { exchangeNoteKind, type Storage, type StoredUsage } from '#main/platform/ports.ts';
import type { PurgeKind, Retention, StateUsage } from '#shared/api/index.ts';
import type { Clock } from '#shared/time/clock.ts';

const settingKind = 'setting';
const settingId = 'retention';
const mebibyte = 1_048_576;
const dayMillis = 86_400_000;

/** Retention unless the user sets another. */
export const defaultRetention: Retention = {
  maxExchanges: 100_000,
  maxExchangeMebibytes: 512,
  maxAgeDays: null,
};

/** Data of a kind besides exchanges, and how the service that works with it forgets it. */
export interface PurgeablePart {
  readonly recordKinds: readonly string[];
  /** Drops data from memory that is about to be removed from the state. */
  forget(): Promise<void> | void;
  /** Its location where it has files of its own as well. */
  readonly files?: {
    usage(): StoredUsage;
    /** Returns how many there were. */
    clear(): Promise<number>;
  };
}

export type PurgeableParts = Readonly<Record<Exclude<PurgeKind, 'exchanges'>, PurgeablePart>>;

/** How much the state holds, for how long, and how it is emptied. */
export interface StateUpkeep {
  usage(): Promise<StateUsage>;
  /** Empties the named parts, on disk and in running services; returns their number. */
  purge(kinds: readonly PurgeKind[]): Promise<number>;
  retention(): Promise<Retention>;
  /** On disk and in force when it returns. */
  setRetention(retention: Retention): Promise<Retention>;
  /** Applies the choice, and drops data that is now too old. */
  keep(): Promise<void>;
}

export interface StateUpkeepPorts {
  readonly storage: Storage;
  /** The machine's own: ages count in real time. */
  readonly clock: Clock;
  readonly parts: PurgeableParts;
  /** Drops all knowledge of exchanges from memory. */
  readonly forgetExchanges: () => Promise<void>;
}

/** Makes the upkeep of a state. */
export function createStateUpkeep({ storage, clock, parts, forgetExchanges }: StateUpkeepPorts): StateUpkeep {
  const { records, exchanges } = storage;
  const kinds: readonly PurgeKind[] = ['exchanges', ...(Object.keys(parts) as (keyof PurgeableParts)[])];

  async function retention(): Promise<Retention> {
    return (await records.get<Retention>(settingKind, settingId)) ?? defaultRetention;
  }

  async function apply({ maxExchanges, maxExchangeMebibytes, maxAgeDays }: Retention): Promise<void> {
    const since = maxAgeDays === null ? null : clock.nowMillis() - maxAgeDays * dayMillis;
    await exchanges.retain({ maxExchanges, maxExchangeBytes: maxExchangeMebibytes * mebibyte }, since);
  }

  async function usageOf(kind: PurgeKind): Promise<StoredUsage> {
    if (kind === 'exchanges') return exchanges.usage();
    const { recordKinds, files } = parts[kind];
    const stored = await records.usage(recordKinds);
    if (files === undefined) return stored;
    // Records about a file count as part of it.
    const { count, sizeBytes } = files.usage();
    return { count, sizeBytes: sizeBytes + stored.sizeBytes };
  }

  async function purgeOne(kind: PurgeKind): Promise<number> {
    if (kind === 'exchanges') {
      // Memory first: exchanges recorded from here on are kept.
      await forgetExchanges();
      const { count } = await exchanges.usage();
      await exchanges.clear();
      await records.clear([exchangeNoteKind]);
      return count;
    }
    const { recordKinds, forget, files } = parts[kind];
    await forget();
    const removed = await files?.clear();
    const cleared = await records.clear(recordKinds);
    return removed ?? cleared;
  }

  return {
    async usage() {
      const each = kinds.map(async (kind) => ({ kind, ...(await usageOf(kind)) }));
      return {
        directory: storage.summaries.kind === 'database' ? storage.summaries.directory : '',
        sizeBytes: await storage.sizeBytes(),
        kinds: await Promise.all(each),
      };
    },
    async purge(named) {
      let removed = 0;
      for (const kind of new Set(named)) removed += await purgeOne(kind);
      await storage.shrink();
      return removed;
    },
    retention,
    async setRetention(chosen) {
      records.put(settingKind, settingId, chosen);
      await records.commit();
      await apply(chosen);
      return chosen;
    },
    keep: async () => apply(await retention()),
  };
}
