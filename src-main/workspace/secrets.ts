import type { RecordStore } from '#main/platform/ports.ts';

const recordKind = 'secret';

/** Secrets of the workspace: sealed in the state, resolved by the engine only, never given out. */
export interface SecretStore {
  resolve(name: string): string | null;
  names(): readonly string[];
  set(name: string, value: string): Promise<void>;
  /** Stores all of them, by name, with one commit: whoever listens is called once. */
  setAll(values: ReadonlyMap<string, string>): Promise<void>;
  remove(name: string): Promise<void>;
  /** Calls back after a secret was stored or removed. */
  onChange(listener: () => void): () => void;
}

/** Opens the stored secrets. */
export async function openSecretStore(records: RecordStore): Promise<SecretStore> {
  const stored = await records.list<string>(recordKind);
  const secrets = new Map(stored.map(({ id, value }) => [id, value]));
  const listeners = new Set<() => void>();

  async function settle(): Promise<void> {
    await records.commit();
    for (const listener of listeners) listener();
  }

  async function setAll(values: ReadonlyMap<string, string>): Promise<void> {
    if (values.size === 0) return;
    for (const [name, value] of values) {
      secrets.set(name, value);
      records.put(recordKind, name, value, { sealed: true });
    }
    await settle();
  }

  return {
    resolve: (name) => secrets.get(name) ?? null,
    names: () => [...secrets.keys()].toSorted(),
    set: (name, value) => setAll(new Map([[name, value]])),
    setAll,
    remove(name) {
      secrets.delete(name);
      records.remove(recordKind, name);
      return settle();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
