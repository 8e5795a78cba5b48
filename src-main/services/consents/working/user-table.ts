import type { ImportMatches } from '#shared/consents/index.ts';
import { ambiguousUser, type Mapping, type Overlay, unknownUser } from '#shared/consents/index.ts';
import { createIntList } from './int-list.ts';
import { createKeyTable } from './key-table.ts';

const maxUnmatched = 100;
/** Keys of several users whose ids are kept, to be shown. */
const maxAmbiguous = 1_000;

/** The users that the target has for the keys of a file. */
export interface UserTable {
  /** Takes a line of a look-up: the key, then its ids. */
  load(line: unknown): void;
  /** Finds the user whom a key of the file means, and counts the row. */
  find(key: string): number;
  /** Id of the user at a place that `find` gave. */
  id(index: number): string;
  counts(): Pick<ImportMatches, 'users' | 'unmatchedUsers'>;
  /** Of the first keys that are missing, one of the file that differs in case or spaces alone, and that a user has. */
  likeKeys(): ReadonlyMap<string, string>;
  /** Gives the memory back; the table is of no use then. */
  free(): void;
}

/** A key of the file, and its place among them. */
interface Place {
  readonly index: number;
  readonly value: string;
}

interface Unmatched extends Place {
  readonly outcome: 'ambiguous' | 'missing';
}

/** Creates the table; users picked by a person, and a file of users, take precedence over look-ups. */
export function createUserTable(
  { pickedUsers }: Pick<Overlay, 'pickedUsers'>,
  through: Mapping['user']['through'],
): UserTable {
  const ids = createKeyTable();
  const lookedUp = createKeyTable();
  const userOf = createIntList();
  const candidates = new Map<string, readonly string[]>();
  // Keys of the file and looked-up values are mostly the same texts, which are then stored once.
  const seen = through === null ? lookedUp : createKeyTable();
  const seenUser = through === null ? userOf : createIntList();
  const rows = createIntList();
  let alike: ReadonlyMap<string, Place> = new Map();

  function meaning(key: string): string | undefined {
    if (through === null) return key;
    return Object.hasOwn(through.pairs, key) ? through.pairs[key] : undefined;
  }

  function resolve(key: string): number {
    const picked = pickedUsers.get(key);
    if (picked !== undefined) return ids.intern(picked);
    const meant = through === null ? undefined : meaning(key);
    const index = meant === undefined ? -1 : lookedUp.find(meant);
    return index === -1 ? unknownUser : userOf.get(index);
  }

  /** Keys of the file that mean a user. */
  function* matched(): Iterable<Place> {
    for (let index = 0; index < seen.size; index += 1)
      if (seenUser.get(index) >= 0 && rows.get(index) > 0) yield { index, value: seen.text(index) };
  }

  return {
    load(line) {
      const [key, ...found] = line as readonly string[];
      if (key === undefined) return;
      const [only] = found;
      const index = lookedUp.intern(key);
      userOf.set(
        index,
        only === undefined ? unknownUser : found.length > 1 ? ambiguousUser : ids.intern(only),
      );
      if (found.length > 1 && candidates.size < maxAmbiguous) candidates.set(key, found);
      if (through === null && pickedUsers.has(key)) userOf.set(index, resolve(key));
    },
    find(key) {
      const size = seen.size;
      const index = seen.intern(key);
      if (seen.size > size) seenUser.set(index, resolve(key));
      rows.set(index, rows.get(index) + 1);
      return seenUser.get(index);
    },
    id: (index) => ids.text(index),
    counts() {
      const users = { matched: 0, ambiguous: 0, missing: 0 };
      const unmatched: Unmatched[] = [];
      for (let index = 0; index < seen.size; index += 1) {
        if (rows.get(index) === 0) continue;
        const outcome = outcomeOf(seenUser.get(index));
        users[outcome] += 1;
        if (outcome !== 'matched' && unmatched.length < maxUnmatched)
          unmatched.push({ index, value: seen.text(index), outcome });
      }
      alike = findAlike(unmatched, matched());
      const unmatchedUsers = unmatched.map(({ index, value, outcome }) => {
        const like = alike.get(value);
        const found =
          like === undefined ? [] : [{ id: ids.text(seenUser.get(like.index)), label: like.value }];
        const several = candidates.get(meaning(value) ?? '') ?? [];
        return {
          value,
          rows: rows.get(index),
          outcome,
          candidates: outcome === 'missing' ? found : several.map((id) => ({ id, label: id })),
        };
      });
      return { users, unmatchedUsers };
    },
    likeKeys: () => new Map([...alike].map(([key, { value }]) => [key, value])),
    free() {
      for (const part of new Set([ids, lookedUp, seen, userOf, seenUser, rows])) part.free();
    },
  };
}

function outcomeOf(user: number): 'matched' | Unmatched['outcome'] {
  if (user === ambiguousUser) return 'ambiguous';
  return user === unknownUser ? 'missing' : 'matched';
}

/** Looks for missing users once more among those who are there, with names compared as people write them. */
function findAlike(unmatched: readonly Unmatched[], matched: Iterable<Place>): ReadonlyMap<string, Place> {
  const missing = unmatched.filter(({ outcome }) => outcome === 'missing');
  const found = new Map<string, Place>();
  if (missing.length === 0) return found;
  const wanted = Map.groupBy(missing, ({ value }) => plain(value));
  for (const each of matched) {
    const keys = wanted.get(plain(each.value));
    for (const { value } of keys ?? []) if (!found.has(value)) found.set(value, each);
  }
  return found;
}

/** A key as people compare names: without spaces, and in one case. */
function plain(key: string): string {
  return key.toLowerCase().replace(/\s+/g, '');
}
