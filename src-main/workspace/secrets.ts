import type { RecordStore } from '#main/platform/ports.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { openSecretGrants, type SecretGrants } from './secret-grants.ts';

const recordKind = 'secret';

/** Secrets of the workspace: sealed in the state, resolved by the engine only, never given out. */
export interface SecretStore {
  resolve(name: string): string | null;
  names(): readonly string[];
  /** Owners and other users of the secrets; `settle` reports and saves the changes noted there. */
  readonly grants: SecretGrants;
  /** Stores a secret; a new one belongs to these files, an existing one keeps its owners. */
  set(name: string, value: string, owners?: readonly string[]): Promise<void>;
  /** Stores all of them, by name, with one commit, so that listeners are called once. */
  setAll(values: ReadonlyMap<string, string>, owners?: ReadonlyMap<string, readonly string[]>): Promise<void>;
  /** Drops a secret, and all that was said of it. */
  remove(name: string): Promise<void>;
  /** Commits the noted changes and notifies the listeners. */
  settle(): Promise<void>;
  /** Calls back after a secret was stored or removed, or may be used by others than before. */
  onChange(listener: () => void): () => void;
}

/** Opens the stored secrets. */
export async function openSecretStore(records: RecordStore): Promise<SecretStore> {
  const stored = await records.list<string>(recordKind);
  const secrets = new Map(stored.map(({ id, value }) => [id, value]));
  const grants = await openSecretGrants(records);
  const listeners = new Listeners();

  async function settle(): Promise<void> {
    await records.commit();
    listeners.tell();
  }

  async function setAll(
    values: ReadonlyMap<string, string>,
    owners: ReadonlyMap<string, readonly string[]> = new Map(),
  ): Promise<void> {
    if (values.size === 0) return;
    for (const [name, value] of values) {
      if (grants.owners(name) === null) grants.noteOwners(name, owners.get(name) ?? []);
      secrets.set(name, value);
      records.put(recordKind, name, value, { sealed: true });
    }
    await settle();
  }

  return {
    resolve: (name) => secrets.get(name) ?? null,
    names: () => [...secrets.keys()].toSorted(),
    grants,
    set: (name, value, owners = []) => setAll(new Map([[name, value]]), new Map([[name, owners]])),
    setAll,
    remove(name) {
      secrets.delete(name);
      grants.forgetSecret(name);
      records.remove(recordKind, name);
      return settle();
    },
    settle,
    onChange: listeners.add,
  };
}
