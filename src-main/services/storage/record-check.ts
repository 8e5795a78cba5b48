import type { DatabaseSync } from 'node:sqlite';
import type { RecordGuard } from '#main/platform/ports.ts';
import { areSameSums, type Ledger, noRows, plusRow, type Sum } from './ledger.ts';
import type { SetAside } from './set-aside.ts';
import { checksumOfGroup, checksumOfRecord, type Soundness, soundnessColumns } from './soundness.ts';

/** The result of a look through the rows of a kind. */
interface Seen {
  /** Those that are as they were written. */
  good: Sum;
  /** All, by the checksums in them, */
  all: Sum;
  /** and by the expected ones: the checksum itself may be damaged. */
  computed: Sum;
}

export interface RecordCheck {
  readonly database: DatabaseSync;
  readonly soundness: Soundness;
  readonly ledger: Ledger;
  readonly setAside: SetAside;
  readonly guards: readonly RecordGuard[];
  /** True if every record is checked; false if only those with a guard are: the state is large. */
  readonly isWhole: boolean;
  /** True if the last changes are lost: all guarded records may be as they were before. */
  readonly isTailLost: boolean;
  readonly nowMillis: number;
}

/** Numbers come as text: one that was damaged can be larger than a number in JavaScript. */
const numbers: ReadonlySet<string> = new Set(['checksum', 'sealed', 'expires_at_millis', 'entry_count']);
const listOf = (columns: readonly string[]): string =>
  columns.map((column) => (numbers.has(column) ? `CAST(${column} AS TEXT)` : column)).join(', ');

type Row = readonly (string | Uint8Array | null)[];

const nothing: Seen = { good: noRows, all: noRows, computed: noRows };

/** Looks at the rows of all kinds, or of some. */
function look({ database, soundness }: RecordCheck, kinds: readonly string[] | null): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  const where = kinds === null ? '' : ` WHERE kind IN (${kinds.map(() => '?').join(', ')})`;
  const visit = (
    table: string,
    columns: readonly string[],
    isSound: (row: Row) => boolean,
    checksumOf: (row: Row) => number,
  ) => {
    const statement = database.prepare(`SELECT ${listOf(columns)} FROM ${table}${where}`);
    statement.setReturnArrays(true);
    const checksumAt = columns.indexOf('checksum');
    for (const row of statement.iterate(...(kinds ?? [])) as Iterable<unknown> as Iterable<Row>) {
      const kind = String(row[0]);
      const checksum = Number(row[checksumAt]);
      const found = seen.get(kind) ?? { ...nothing };
      found.all = plusRow(found.all, checksum);
      const isGood = isSound(row);
      if (isGood) found.good = plusRow(found.good, checksum);
      found.computed = plusRow(found.computed, isGood ? checksum : checksumOf(row));
      seen.set(kind, found);
    }
  };
  visit('records', soundnessColumns.record, soundness.isSoundRecord, checksumOfRecord);
  visit('record_groups', soundnessColumns.group, soundness.isSoundGroup, checksumOfGroup);
  return seen;
}

/** Tests whether records of a kind are missing or as they were before, beside those that cannot be read. */
function isInDoubt(check: RecordCheck, kind: string, { good, all, computed }: Seen): boolean {
  const { ledger, guards, isTailLost } = check;
  const guard = guards.find((each) => each.kind === kind);
  const damaged = all.count - good.count;
  if (guard !== undefined && (isTailLost || (damaged > 0 && guard.withoutRecord === 'taken'))) return true;
  if (ledger.isFirst) return false;
  if (!ledger.isSound) return true;
  const sum = ledger.sumOf(kind);
  if ([good, all, computed].some((seen) => areSameSums(sum, seen))) return false;
  // If nothing depends on it, the damaged part may be the only difference.
  return guard !== undefined || damaged === 0 || sum.count !== all.count;
}

/**
 * Looks at the records when a state is opened: moves those aside that cannot be read, and where some are missing or as
 * they were before refuses what a guard says. It is one transaction of its caller.
 */
export function checkRecords(check: RecordCheck): void {
  const { ledger, setAside, guards, isWhole, nowMillis } = check;
  const { isFirst } = ledger;
  const guarded = guards.map(({ kind }) => kind);
  const seen = look(check, isWhole || isFirst ? null : guarded);
  const kinds = new Set([...seen.keys(), ...(isWhole ? ledger.kinds() : []), ...guarded]);
  const doubted = [...kinds].filter((kind) => isInDoubt(check, kind, seen.get(kind) ?? nothing));
  const isDamaged = [...seen.values()].some(({ good, all }) => good.count < all.count);
  if (isDamaged) setAside.unsoundRecords();
  for (const kind of doubted) {
    setAside.miss(kind);
    ledger.doubt(kind, nowMillis);
    for (const ended of guards.find((guard) => guard.kind === kind)?.ends ?? []) setAside.refuse(ended);
  }
  if (!isFirst && !isDamaged && doubted.length === 0) return;
  const left = look(check, null);
  for (const kind of new Set([...left.keys(), ...ledger.kinds(), ...guarded]))
    ledger.setSum(kind, left.get(kind)?.good ?? noRows);
  ledger.save();
}
