import type { PasswordHasher } from '#main/platform/password-hash.ts';
import type { RecordStore } from '#main/platform/ports.ts';
import { type PersonAtTarget, personKey } from './person-key.ts';

/** Passwords that servers refused: none is sent again by itself until it is another one, or a person says so. */
export interface RefusedPasswords {
  /** Remembers that a server refused a password; on disk when the call returns. */
  note(person: PersonAtTarget, password: string): Promise<void>;
  /** True if this very password was refused last; another one is forgotten then. */
  isRefused(person: PersonAtTarget, password: string): Promise<boolean>;
  /** Lets the password be sent once more: the account was unlocked, say. */
  forget(person: PersonAtTarget): void;
}

/** Kind of the records of refused passwords. */
const refusedKind = 'sign-in.refused';

/** Refused passwords over the records of a state, hashed and sealed. Each is read once: a sign-in asks before it begins. */
export function createRefusedPasswords(records: RecordStore, hasher: PasswordHasher): RefusedPasswords {
  /** Hashes by person; null: none was refused. */
  const known = new Map<string, string | null>();

  async function hashOf(key: string): Promise<string | null> {
    const read = known.get(key);
    if (read !== undefined) return read;
    const found = await records.get<{ readonly hash: string }>(refusedKind, key);
    known.set(key, found?.hash ?? null);
    return found?.hash ?? null;
  }

  function forget(key: string): void {
    if (known.get(key) === null) return;
    known.set(key, null);
    records.remove(refusedKind, key);
  }

  return {
    async note(person, password) {
      const hash = await hasher.hash(password);
      known.set(personKey(person), hash);
      records.put(refusedKind, personKey(person), { hash }, { sealed: true });
      await records.commit();
    },
    async isRefused(person, password) {
      const hash = await hashOf(personKey(person));
      if (hash === null) return false;
      if ((await hasher.verify(password, hash)) !== 'wrong') return true;
      forget(personKey(person));
      return false;
    },
    forget: (person) => forget(personKey(person)),
  };
}
