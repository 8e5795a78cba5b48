import type { Audience } from './audience.ts';
import { retentionMillis } from './expiring-map.ts';
import type { Family } from './families.ts';

/** An access token as the server remembers it; the token itself is known by its hash alone. */
export interface AccessToken {
  readonly clientId: string;
  /** Null where the client acts for itself. */
  readonly username: string | null;
  readonly scope: string;
  readonly issuedAtMillis: number;
  readonly expiresAtMillis: number;
  readonly family: Family | null;
  /** Whom it is meant for; null: everybody who validates here. */
  readonly audience: Audience;
  /** The thumbprint of the key that whoever sends it has to prove; null: it is a bearer token. RFC 9449 §6 */
  readonly boundTo: string | null;
  /** True if it alone was revoked; with its family revoked, it is too. */
  revoked: boolean;
}

/** Length of a token's hash: SHA-256 in base64url. */
const hashCharacters = 43;

const fullShare = 0.6;
const firstSlots = 4_096;
const free = 0;
const gone = -1;

/** Spreads the hashes of tokens: their characters are random already. */
function spread(id: string): number {
  let mixed = 0;
  for (let at = 0; at < 6; at += 1) mixed = Math.imul(mixed, 67) + id.charCodeAt(at);
  return mixed ^ (mixed >>> 15);
}

/**
 * Row numbers by the hash of a token, in one array of integers: a Map of as many strings takes ten times the memory, and
 * the garbage collector walks through all of it.
 */
class TokenIndex {
  readonly #hasId: (row: number, id: string) => boolean;
  readonly #idOf: (row: number) => string;
  /** Row + 1; `free`, or `gone` where a row stood. */
  #slots = new Int32Array(firstSlots);
  #used = 0;
  #live = 0;

  constructor(rows: {
    readonly hasId: (row: number, id: string) => boolean;
    readonly idOf: (row: number) => string;
  }) {
    this.#hasId = rows.hasId;
    this.#idOf = rows.idOf;
  }

  get size(): number {
    return this.#live;
  }

  /** The row of this hash; -1 where there is none. */
  find(id: string): number {
    return (this.#slots[this.#slotOf(id)] ?? free) - 1;
  }

  /** Adds a row with a new hash. */
  add(id: string, row: number): void {
    if (this.#used >= this.#slots.length * fullShare) this.#rebuild();
    this.#put(id, row);
    this.#live += 1;
  }

  remove(id: string): void {
    const slot = this.#slotOf(id);
    if (this.#slots[slot] === free) return;
    this.#slots[slot] = gone;
    this.#live -= 1;
  }

  clear(): void {
    this.#slots = new Int32Array(firstSlots);
    this.#used = 0;
    this.#live = 0;
  }

  /** The slot of this hash, or the free one at which the search for it ends. */
  #slotOf(id: string): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = spread(id) & last;
    for (;;) {
      const value = slots[slot] ?? free;
      if (value === free || (value !== gone && this.#hasId(value - 1, id))) return slot;
      slot = (slot + 1) & last;
    }
  }

  #put(id: string, row: number): void {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = spread(id) & last;
    while (slots[slot] !== free) slot = (slot + 1) & last;
    slots[slot] = row + 1;
    this.#used += 1;
  }

  /** Drops removed rows, and makes room. */
  #rebuild(): void {
    const former = this.#slots;
    let length = firstSlots;
    while (length * fullShare < this.#live * 1.5) length *= 2;
    this.#slots = new Int32Array(length);
    this.#used = 0;
    for (const value of former) if (value > 0) this.#put(this.#idOf(value - 1), value - 1);
  }
}

const rowsInChunk = 8_192;
const insertsBetweenSweeps = 1_024;
const [isLive, isRevoked] = [1, 2];

/** Properties that many tokens have in common. */
type Profile = Pick<AccessToken, 'clientId' | 'username' | 'scope' | 'audience'>;

/** Rows in columns. */
interface Chunk {
  readonly ids: Buffer;
  readonly issuedAtMillis: Float64Array;
  readonly expiresAtMillis: Float64Array;
  readonly profiles: Uint32Array;
  readonly flags: Uint8Array;
  /** None where no token of the chunk has one. */
  families: (Family | null)[] | null;
  bindings: Bindings | null;
  live: number;
}

function newChunk(): Chunk {
  return {
    ids: Buffer.allocUnsafeSlow(rowsInChunk * hashCharacters),
    issuedAtMillis: new Float64Array(rowsInChunk),
    expiresAtMillis: new Float64Array(rowsInChunk),
    profiles: new Uint32Array(rowsInChunk),
    flags: new Uint8Array(rowsInChunk),
    families: null,
    bindings: null,
    live: 0,
  };
}

/**
 * The keys that tokens of a chunk are bound to, each once: they go with the chunk, so that clients with ever new keys fill
 * no memory. 2 bytes a token, and a key of its own costs as much as its text.
 */
class Bindings {
  readonly #numbers = new Uint16Array(rowsInChunk);
  readonly #known: (string | null)[] = [null];
  readonly #numberOf = new Map<string | null, number>([[null, 0]]);

  set(at: number, thumbprint: string | null): void {
    const number = this.#numberOf.get(thumbprint) ?? this.#known.push(thumbprint) - 1;
    this.#numberOf.set(thumbprint, number);
    this.#numbers[at] = number;
  }

  at(at: number): string | null {
    return this.#known[this.#numbers[at] ?? 0] ?? null;
  }
}

/** Numbers profiles: the last one is mostly the next one too. */
class Profiles {
  #known: Profile[] = [];
  #numbers = new Map<string, number>();
  #last = 0;

  number({ clientId, username, scope, audience }: Profile): number {
    const last = this.#known[this.#last];
    if (
      last?.clientId === clientId &&
      last.username === username &&
      last.scope === scope &&
      last.audience === audience
    )
      return this.#last;
    const key = JSON.stringify([clientId, username, scope, audience]);
    const number = this.#numbers.get(key) ?? this.#known.push({ clientId, username, scope, audience }) - 1;
    this.#numbers.set(key, number);
    this.#last = number;
    return number;
  }

  at(number: number): Profile {
    return this.#known[number] ?? { clientId: '', username: null, scope: '', audience: null };
  }

  clear(): void {
    this.#known = [];
    this.#numbers = new Map();
  }
}

/**
 * Access tokens by their hash, in columns outside of the heap: 80 bytes for each instead of 300, and nothing that the
 * garbage collector has to move or to mark. What comes out is a copy; `revoke` changes what is kept.
 */
export class TokenTable {
  readonly #chunks = new Map<number, Chunk>();
  readonly #profiles = new Profiles();
  readonly #index = new TokenIndex({
    hasId: (row, id) => this.#hasId(row, id),
    idOf: (row) => this.#idOf(row),
  });
  #first = 0;
  #next = 0;
  #inserts = 0;

  get size(): number {
    return this.#index.size;
  }

  get(id: string): AccessToken | undefined {
    const row = id.length === hashCharacters ? this.#index.find(id) : -1;
    return row < 0 ? undefined : this.#entry(row);
  }

  /** Adds a token, in the place of one with the same hash; `nowMillis` drives the sweep. */
  add(id: string, entry: AccessToken, nowMillis: number): void {
    const known = this.#index.find(id);
    if (known >= 0) this.#drop(known);
    const row = this.#next;
    this.#next += 1;
    const at = row % rowsInChunk;
    const chunk = this.#openChunk(row);
    chunk.ids.write(id, at * hashCharacters, hashCharacters, 'latin1');
    chunk.issuedAtMillis[at] = entry.issuedAtMillis;
    chunk.expiresAtMillis[at] = entry.expiresAtMillis;
    chunk.profiles[at] = this.#profiles.number(entry);
    chunk.flags[at] = isLive | (entry.revoked ? isRevoked : 0);
    if (entry.family !== null) {
      chunk.families ??= Array.from({ length: rowsInChunk }, () => null);
      chunk.families[at] = entry.family;
    }
    if (entry.boundTo !== null) {
      chunk.bindings ??= new Bindings();
      chunk.bindings.set(at, entry.boundTo);
    }
    chunk.live += 1;
    this.#index.add(id, row);
    this.#inserts += 1;
    if (this.#inserts % insertsBetweenSweeps === 0) this.#sweepHead(nowMillis);
  }

  revoke(id: string): void {
    const row = this.#index.find(id);
    const chunk = this.#chunkOf(row);
    if (chunk !== undefined) chunk.flags[row % rowsInChunk] = isLive | isRevoked;
  }

  *entries(): Generator<readonly [id: string, entry: AccessToken]> {
    for (let row = this.#first; row < this.#next; row += 1)
      if (this.#isLive(row)) yield [this.#idOf(row), this.#entry(row)];
  }

  /** Drops everything that ended more than ten minutes ago. */
  purge(nowMillis: number): void {
    for (let row = this.#first; row < this.#next; row += 1)
      if (this.#isLive(row) && this.#isOver(row, nowMillis)) this.#drop(row);
    this.#sweepHead(nowMillis);
  }

  clear(): void {
    this.#chunks.clear();
    this.#profiles.clear();
    this.#index.clear();
    this.#first = this.#next;
  }

  /** Rows are in the order of their issue, which is nearly the order of their expiry. */
  #sweepHead(nowMillis: number): void {
    while (this.#first < this.#next) {
      const row = this.#first;
      if (this.#isLive(row)) {
        if (!this.#isOver(row, nowMillis)) return;
        this.#drop(row);
      }
      this.#first += 1;
    }
  }

  #drop(row: number): void {
    const chunk = this.#chunkOf(row);
    if (chunk === undefined) return;
    this.#index.remove(this.#idOf(row));
    chunk.flags[row % rowsInChunk] = 0;
    if (chunk.families !== null) chunk.families[row % rowsInChunk] = null;
    chunk.live -= 1;
    const number = Math.floor(row / rowsInChunk);
    if (chunk.live === 0 && number < Math.floor(this.#next / rowsInChunk)) this.#chunks.delete(number);
  }

  #openChunk(row: number): Chunk {
    const number = Math.floor(row / rowsInChunk);
    const known = this.#chunks.get(number);
    if (known !== undefined) return known;
    const chunk = newChunk();
    this.#chunks.set(number, chunk);
    return chunk;
  }

  #chunkOf(row: number): Chunk | undefined {
    return this.#chunks.get(Math.floor(row / rowsInChunk));
  }

  #isLive(row: number): boolean {
    return ((this.#chunkOf(row)?.flags[row % rowsInChunk] ?? 0) & isLive) !== 0;
  }

  #isOver(row: number, nowMillis: number): boolean {
    const end = this.#chunkOf(row)?.expiresAtMillis[row % rowsInChunk] ?? 0;
    return end + retentionMillis <= nowMillis;
  }

  #idOf(row: number): string {
    const start = (row % rowsInChunk) * hashCharacters;
    return this.#chunkOf(row)?.ids.toString('latin1', start, start + hashCharacters) ?? '';
  }

  /** The slots are found by a part of the hash only, so that most rows that are asked for are the right one. */
  #hasId(row: number, id: string): boolean {
    const chunk = this.#chunkOf(row);
    if (chunk === undefined) return false;
    const start = (row % rowsInChunk) * hashCharacters;
    // Without creating the text of every row on the way.
    for (let at = 0; at < hashCharacters; at += 1)
      if (chunk.ids[start + at] !== id.charCodeAt(at)) return false;
    return true;
  }

  #entry(row: number): AccessToken {
    const at = row % rowsInChunk;
    const chunk = this.#chunkOf(row);
    const { clientId, username, scope, audience } = this.#profiles.at(chunk?.profiles[at] ?? 0);
    return {
      clientId,
      username,
      scope,
      issuedAtMillis: chunk?.issuedAtMillis[at] ?? 0,
      expiresAtMillis: chunk?.expiresAtMillis[at] ?? 0,
      family: chunk?.families?.[at] ?? null,
      audience,
      boundTo: chunk?.bindings?.at(at) ?? null,
      revoked: ((chunk?.flags[at] ?? 0) & isRevoked) !== 0,
    };
  }
}
