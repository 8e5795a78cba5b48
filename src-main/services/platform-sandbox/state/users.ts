import { type RecordStore, sandboxRecordKinds } from '#main/platform/ports.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { sandboxUserId, userNumberOf } from '../seed/ids.ts';
import { seededUser } from '../seed/users.ts';

const userKind = sandboxRecordKinds.user;

/** Created users come after the initial ones, however many these are. */
const firstMadeOrder = 1_000_000;

/** A user, with the place in lists. */
export interface User {
  readonly id: string;
  readonly order: number;
  readonly value: Readonly<Record<string, JsonValue>>;
  readonly createdAtMillis: number;
  readonly updatedAtMillis: number;
}

/** null in place of the value: a user of the beginning who was removed. */
interface StoredUser extends Omit<User, 'value' | 'id'> {
  readonly value: User['value'] | null;
}

/** The users of the environment; the initial ones are generated on demand. The caller commits its changes. */
export class Users {
  readonly #records: RecordStore;
  /** How many there were at the beginning. */
  readonly #seeded: () => number;
  readonly #seededAtMillis: number;
  readonly #changed = new Map<string, StoredUser>();
  #nextOrder = firstMadeOrder;

  constructor(records: RecordStore, seeded: () => number, seededAtMillis: number) {
    this.#records = records;
    this.#seeded = seeded;
    this.#seededAtMillis = seededAtMillis;
  }

  get(id: string): User | undefined {
    const stored = this.#changed.get(id);
    if (stored !== undefined) return shown(id, stored);
    const number = userNumberOf(id);
    const isOne = number > 0 && number <= this.#seeded() && sandboxUserId(number) === id;
    return isOne ? this.#unchanged(id, number) : undefined;
  }

  #unchanged(id: string, order: number): User {
    const atMillis = this.#seededAtMillis;
    return { id, order, value: seededUser(order), createdAtMillis: atMillis, updatedAtMillis: atMillis };
  }

  /** In their order, from behind a place in it. */
  *all(afterOrder = 0): Iterable<User> {
    for (let number = afterOrder + 1; number <= this.#seeded(); number += 1) {
      const user = this.get(sandboxUserId(number));
      if (user !== undefined) yield user;
    }
    for (const [id, stored] of this.#changed) {
      const user =
        stored.order >= firstMadeOrder && stored.order > afterOrder ? shown(id, stored) : undefined;
      if (user !== undefined) yield user;
    }
  }

  /** Yields the initial users with these numbers, and all users that were made or changed. */
  *likely(numbers: ReadonlySet<number>): Iterable<User> {
    for (const number of numbers) {
      const id = sandboxUserId(number);
      const user = this.#changed.has(id) ? undefined : this.get(id);
      if (user !== undefined) yield user;
    }
    for (const [id, stored] of this.#changed) {
      const user = shown(id, stored);
      if (user !== undefined) yield user;
    }
  }

  count(): number {
    const seeded = this.#seeded();
    let count = seeded;
    for (const { order, value } of this.#changed.values())
      if (order >= firstMadeOrder) count += 1;
      else if (order <= seeded && value === null) count -= 1;
    return count;
  }

  put(id: string, value: User['value'], nowMillis: number): User {
    const former = this.get(id);
    const order = former?.order ?? this.#nextOrder;
    if (former === undefined) this.#nextOrder += 1;
    const createdAtMillis = former?.createdAtMillis ?? nowMillis;
    const user = { order, value, createdAtMillis, updatedAtMillis: nowMillis };
    this.#store(id, user);
    return { id, ...user };
  }

  #store(id: string, user: StoredUser): void {
    this.#changed.set(id, user);
    this.#records.put(userKind, id, user);
  }

  remove(id: string, nowMillis: number): void {
    const order = userNumberOf(id);
    if (order > 0)
      return this.#store(id, { order, value: null, createdAtMillis: nowMillis, updatedAtMillis: nowMillis });
    this.#changed.delete(id);
    this.#records.remove(userKind, id);
  }

  async load(): Promise<void> {
    const stored = await this.#records.list<StoredUser>(userKind);
    for (const { id, value } of stored.toSorted((a, b) => a.value.order - b.value.order)) {
      this.#changed.set(id, value);
      this.#nextOrder = Math.max(this.#nextOrder, value.order + 1);
    }
  }
}

function shown(id: string, { value, ...rest }: StoredUser): User | undefined {
  return value === null ? undefined : { id, value, ...rest };
}
