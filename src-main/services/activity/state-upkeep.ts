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
  /** Drops from memory what is about to go from the state. */
  forget(): Promise<void> | void;
  /** Where it lies in files of its own besides. */
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
  /** Empties what is named, on disk and in what runs; returns how many there were. */
  purge(kinds: readonly PurgeKind[]): Promise<number>;
  retention(): Promise<Retention>;
  /** On disk and in force when it returns. */
  setRetention(retention: Retention): Promise<Retention>;
  /** Puts in force what was chosen, and drops what is too old by now. */
  keep(): Promise<void>;
}

export interface StateUpkeepPorts {
  readonly storage: Storage;
  /** The machine's own: ages count in real time. */
  readonly clock: Clock;
  readonly parts: PurgeableParts;
  /** Drops from memory what is known of exchanges. */
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
      // First out of memory: what is recorded from here on is kept.
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
