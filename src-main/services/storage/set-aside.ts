import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { amountOf, nameOfAll } from './kind-names.ts';
import { soundnessColumns } from './soundness.ts';

/**
 * Why something lies there. `damaged`: it cannot be read. `missing`: records of the kind are missing, or are as they
 * were before. `refused`: it may be as it was before, and is not taken.
 */
type Reason = 'damaged' | 'missing' | 'refused';

interface Found {
  readonly kind: string;
  readonly amount: number;
}

const columns = {
  record: soundnessColumns.record.join(', '),
  group: soundnessColumns.group.join(', '),
  block: soundnessColumns.block.join(', '),
};
const blockValues = "'exchange', 'damaged', max(1, exchange_count), first_id, contents";

/** Rows taken out of the way because they cannot be relied on. Every change is a part of its caller's transaction. */
export type SetAside = ReturnType<typeof createSetAside>;

/** Opens it; `isSound` functions of SQL have to be defined before. */
export function createSetAside(database: DatabaseSync) {
  const found = database.prepare(
    'SELECT kind, sum(amount) AS amount FROM set_aside WHERE reason = ? GROUP BY kind ORDER BY kind',
  );
  const add = database.prepare('INSERT INTO set_aside (kind, reason, amount) VALUES (?, ?, ?)');
  const unsound = database.prepare(
    `SELECT sequence FROM exchange_blocks WHERE NOT block_is_sound(${columns.block})`,
  );
  const oneUnsound = (isSound: string) =>
    database.prepare(`SELECT 1 FROM exchange_blocks WHERE sequence = ? AND NOT ${isSound}(${columns.block})`);
  const isUnsound = oneUnsound('block_is_sound');
  const isUnsoundThroughout = oneUnsound('block_is_sound_throughout');
  const forget = database.prepare('DELETE FROM set_aside');
  const forgetKind = database.prepare('DELETE FROM set_aside WHERE kind = ?');

  function move(
    table: string,
    values: string,
    where: string,
    bound: readonly (string | number)[] = [],
  ): void {
    database
      .prepare(
        `INSERT INTO set_aside (kind, reason, amount, id, value) SELECT ${values} FROM ${table} WHERE ${where}`,
      )
      .run(...bound);
    database.prepare(`DELETE FROM ${table} WHERE ${where}`).run(...bound);
  }

  const moveBlock = (sequence: number): void =>
    move('exchange_blocks', blockValues, 'sequence = ?', [sequence]);

  function moveUnsound(statement: StatementSync, sequence: number): boolean {
    const isFound = statement.get(sequence) !== undefined;
    if (isFound) moveBlock(sequence);
    return isFound;
  }

  const ofReason = (reason: Reason): readonly Found[] =>
    found.all(reason).map(({ kind, amount }) => ({ kind: String(kind), amount: Number(amount) }));

  return {
    /** Moves the records that are not sound. */
    unsoundRecords(): void {
      move('records', "kind, 'damaged', 1, id, value", `NOT record_is_sound(${columns.record})`);
      move(
        'record_groups',
        "kind, 'damaged', max(1, entry_count), NULL, entries",
        `NOT group_is_sound(${columns.group})`,
      );
    },
    /** Moves the blocks of exchanges that are not sound. */
    unsoundBlocks(): void {
      // Looked at once: they are all that is large in a state.
      for (const { sequence } of unsound.all()) moveBlock(Number(sequence));
    },
    /** Moves one block, if it is not sound throughout; true where it was not. */
    unsoundBlock: (sequence: number): boolean => moveUnsound(isUnsoundThroughout, sequence),
    /** The same for one of which only the small part is opened. */
    unsoundBlockAtAGlance: (sequence: number): boolean => moveUnsound(isUnsound, sequence),
    /** Moves all records of a kind: of before, none is taken. */
    refuse(kind: string): void {
      move('records', "kind, 'refused', 1, id, value", 'kind = ?', [kind]);
      move('record_groups', "kind, 'refused', entry_count, NULL, entries", 'kind = ?', [kind]);
    },
    /** Notes that records of a kind are missing, or are as they were before. */
    miss: (kind: string): void => void add.run(kind, 'missing', 1),
    forget: (): number => Number(forget.run().changes),
    forgetKind: (kind: string): void => void forgetKind.run(kind),
    /** Reports the removed files; `mayForget`: nothing else would be forgotten with them. */
    problems: (mayForget: boolean): readonly Problem[] =>
      corruptProblems(
        { damaged: ofReason('damaged'), missing: ofReason('missing'), refused: ofReason('refused') },
        mayForget,
      ),
  };
}

function listed(items: readonly string[]): string {
  return new Intl.ListFormat('en').format(items);
}

const amounts = (found: readonly Found[]): string =>
  listed(found.map(({ kind, amount }) => amountOf(kind, amount)));

/** Says what of a state cannot be relied on; nothing where all can. */
function corruptProblems(
  found: Readonly<Record<Reason, readonly Found[]>>,
  mayForget: boolean,
): readonly Problem[] {
  const { damaged, missing, refused } = found;
  const sentences: string[] = [];
  if (damaged.length > 0)
    sentences.push(`Parts of the state were damaged and set aside: ${amounts(damaged)}.`);
  if (missing.length > 0)
    sentences.push(`These may not be current: ${listed(missing.map(({ kind }) => nameOfAll(kind)))}.`);
  if (refused.length > 0)
    sentences.push(
      `To prevent the reuse of used or revoked items, Gatehouse rejects these: ${amounts(refused)}.`,
    );
  if (sentences.length === 0) return [];
  return [
    new GatehouseError('state.corrupt', sentences.join(' '), {
      fix: 'The rest of the state is available. Store, allow or issue the missing items again, then delete the damaged parts. Check the disk.',
      ...(mayForget ? { actions: [{ kind: 'forget-sealed' } as const] } : {}),
    }).toProblem('warning'),
  ];
}
