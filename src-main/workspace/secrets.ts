import type { RecordStore } from '#main/platform/ports.ts';

const recordKind = 'secret';

/** Secrets of the workspace: sealed in the state, resolved by the engine only, never given out. */
export interface SecretStore {
  resolve(name: string): string | null;
  names(): readonly string[];
  set(name: string, value: string): Promise<void>;
}

/** Opens the stored secrets. */
export async function openSecretStore(records: RecordStore): Promise<SecretStore> {
  const stored = await records.list<string>(recordKind);
  const secrets = new Map(stored.map(({ id, value }) => [id, value]));
  return {
    resolve: (name) => secrets.get(name) ?? null,
    names: () => [...secrets.keys()].toSorted(),
    async set(name, value) {
      secrets.set(name, value);
      records.put(recordKind, name, value, { sealed: true });
      await records.commit();
    },
  };
}
