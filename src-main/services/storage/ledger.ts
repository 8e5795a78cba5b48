import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { migrations } from './migrations/index.ts';

const newest = migrations.at(-1)?.version ?? 0;

/** How many rows of a kind there are, and what their checksums come to in two sums modulo 2^32. */
export interface Sum {
  readonly count: number;
  readonly plain: number;
  readonly mixed: number;
}

export const noRows: Sum = { count: 0, plain: 0, mixed: 0 };

/** Spreads a checksum: two sums that count it in different ways are hard to bring back to the same pair. */
function mix(checksum: number): number {
  const spread = Math.imul(checksum ^ (checksum >>> 15), 0x2c1b3c6d);
  return (spread ^ (spread >>> 13)) >>> 0;
}

export function plusRow({ count, plain, mixed }: Sum, checksum: number): Sum {
  return { count: count + 1, plain: (plain + checksum) >>> 0, mixed: (mixed + mix(checksum)) >>> 0 };
}

export function minusRow({ count, plain, mixed }: Sum, checksum: number): Sum {
  return { count: count - 1, plain: (plain - checksum) >>> 0, mixed: (mixed - mix(checksum)) >>> 0 };
}

export function areSameSums(one: Sum, other: Sum): boolean {
  return one.count === other.count && one.plain === other.plain && one.mixed === other.mixed;
}

interface Entry {
  sum: Sum;
  /** When it was last found that rows of the kind are missing or of before, in real time; null: never. */
  doubtedAtMillis: number | null;
  line: string | null;
}

/**
 * Says of every kind of record how many there are and what their checksums come to, kept in the transaction that
 * changes them. A record that is missing, or is as it was before, shows in it although its own checksum is right.
 */
export type Ledger = ReturnType<typeof openLedger>;

function parse(content: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const line of content.split('\n')) {
    const [kind = '', count, plain, mixed, doubted] = line.split(' ');
    if (kind === '') continue;
    const sum = { count: Number(count), plain: Number(plain), mixed: Number(mixed) };
    entries.set(kind, { sum, doubtedAtMillis: doubted === '-' ? null : Number(doubted), line });
  }
  return entries;
}

function lineOf(kind: string, { sum, doubtedAtMillis }: Entry): string {
  return `${kind} ${sum.count} ${sum.plain} ${sum.mixed} ${doubtedAtMillis ?? '-'}`;
}

/** Opens the ledger of a state. */
export function openLedger(database: DatabaseSync) {
  const read = database.prepare(
    'SELECT content, CAST(checksum AS TEXT) AS checksum FROM ledger WHERE id = 1',
  );
  const write = database.prepare('UPDATE ledger SET version = ?, content = ?, checksum = ? WHERE id = 1');
  const begin = database.prepare('INSERT INTO ledger VALUES (1, ?, ?, ?)');
  let entries = new Map<string, Entry>();
  let isChanged = false;
  let isSound = true;
  let isFirst = false;

  function load(): void {
    const row = read.get();
    const content = String(row?.['content']);
    isSound = row !== undefined && String(crc32(content)) === row['checksum'];
    isFirst = isSound && content === '';
    entries = isSound ? parse(content) : new Map();
    isChanged = false;
  }

  function entryOf(kind: string): Entry {
    let entry = entries.get(kind);
    if (entry === undefined) {
      entry = { sum: noRows, doubtedAtMillis: null, line: null };
      entries.set(kind, entry);
    }
    return entry;
  }

  function setSum(kind: string, sum: Sum): void {
    const entry = entryOf(kind);
    entry.sum = sum;
    entry.line = null;
    isChanged = true;
  }

  load();
  return {
    /** True if it had not begun: the state is new, or was just brought to the version that has one. */
    get isFirst() {
      return isFirst;
    },
    /** True if its sums can be relied on. */
    get isSound() {
      return isSound;
    },
    kinds: (): readonly string[] => [...entries.keys()],
    sumOf: (kind: string): Sum => entries.get(kind)?.sum ?? noRows,
    setSum,
    add: (kind: string, checksum: number): void => setSum(kind, plusRow(entryOf(kind).sum, checksum)),
    remove: (kind: string, checksum: number): void => setSum(kind, minusRow(entryOf(kind).sum, checksum)),
    doubt(kind: string, atMillis: number): void {
      const entry = entryOf(kind);
      entry.doubtedAtMillis = atMillis;
      entry.line = null;
      isChanged = true;
    },
    doubts: (): ReadonlyMap<string, number> =>
      new Map(
        [...entries].flatMap(([kind, { doubtedAtMillis }]) =>
          doubtedAtMillis === null ? [] : [[kind, doubtedAtMillis] as const],
        ),
      ),
    /** Writes it down, as a part of the caller's transaction. */
    save(): void {
      if (!isChanged) return;
      const lines: string[] = [];
      for (const [kind, entry] of entries) {
        entry.line ??= lineOf(kind, entry);
        lines.push(entry.line);
      }
      const content = lines.join('\n');
      const values = [newest, content, crc32(content)] as const;
      if (write.run(...values).changes === 0) begin.run(...values);
      isChanged = false;
      isSound = true;
      isFirst = false;
    },
    /** Reads it again: after a transaction that was rolled back. */
    load,
  };
}
