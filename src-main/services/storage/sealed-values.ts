import type { DatabaseSync } from 'node:sqlite';
import { createSealer, type Sealer } from '#main/platform/seal.ts';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { blockForms, openPart, openParts } from './block-seal.ts';
import type { Ledger } from './ledger.ts';
import { openRecord, sealForms } from './record-seal.ts';
import { headOf, type SealedBlock, type SealedRecord, sealedRows } from './sealed-rows.ts';

/** A sealer whose key can be replaced. */
export interface Keyring extends Sealer {
  replace(sealer: Sealer): void;
}

/**
 * Makes a keyring over a key of 32 bytes.
 * @throws secret.key-invalid
 */
export function createKeyring(key: Uint8Array): Keyring {
  let current = createSealer(key);
  return {
    seal: (plain, boundTo) => current.seal(plain, boundTo),
    open: (sealed, boundTo) => current.open(sealed, boundTo),
    openFormer: (sealed) => current.openFormer(sealed),
    isOwn: (sealed) => current.isOwn(sealed),
    get keyId() {
      return current.keyId;
    },
    replace(sealer) {
      current = sealer;
    },
  };
}

type Transaction = <T>(change: () => T) => T;
type Rows = ReturnType<typeof sealedRows>;

/** Everything that lies sealed in a state, whatever it is; `transaction` takes a change wholly or not at all. */
export function sealedValues(
  database: DatabaseSync,
  keyring: Keyring,
  ledger: Ledger,
  transaction: Transaction,
) {
  const rows = sealedRows(database, ledger);
  const unopened = unopenedCounter(database, keyring, rows);
  return {
    unopened,
    /** Reports that the key does not open the stored values. */
    problems(): readonly Problem[] {
      const count = unopened();
      return count === 0 ? [] : [keyLost(count)];
    },
    /**
     * Seals the records of an earlier version anew, for their places, some at a time: it can be interrupted anywhere.
     * What the key at hand does not open stays as it is.
     */
    bindRecords(): void {
      for (const piece of rows.formerRecords())
        transaction(() => {
          for (const row of piece) sealAnew(rows, row, keyring, keyring);
        });
    },
    rotateKey(newKey: Uint8Array): number {
      const next = createSealer(newKey);
      const changed = transaction(() => sealAllAnew(rows, keyring, next));
      keyring.replace(next);
      // Values sealed by the former key must not remain in the log of the database.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return changed;
    },
    /** Removes what the key at hand does not open. It is a part of its caller's transaction. */
    forgetUnopened: (): number =>
      Number(database.prepare('DELETE FROM exchanges').run().changes) + removeUnopened(rows, keyring),
  };
}

/** Counts what the key at hand does not open. */
function unopenedCounter(database: DatabaseSync, keyring: Keyring, rows: Rows): () => number {
  // In the database: only the first bytes say which key it was, and the values are all that is large in a state.
  const ofOthers = database.prepare(
    `SELECT (SELECT count(*) FROM records WHERE sealed = ${sealForms.bound} AND substr(value, 1, ?) <> ?)
       + (SELECT count(*) FROM exchange_blocks INDEXED BY exchange_block_directory WHERE seal_form = ${blockForms.bound} AND substr(summaries, 1, ?) <> ?)
       + (SELECT count(*) FROM exchanges) AS count`,
  );
  return () => {
    const { keyId } = keyring;
    let count = Number(ofOthers.get(keyId.length, keyId, keyId.length, keyId)?.['count']);
    for (const piece of rows.formerRecords())
      count += piece.filter((row) => !opensRecord(keyring, row)).length;
    for (const row of rows.formerHeads()) if (!opensBlock(keyring, row)) count += 1;
    return count;
  };
}

function opensRecord(keyring: Keyring, row: SealedRecord): boolean {
  return row.sealed === sealForms.bound
    ? keyring.isOwn(row.value)
    : openRecord(keyring, row.kind, row) !== null;
}

/** By the small part of a block: always both open, or none. */
function opensBlock(keyring: Keyring, row: Omit<SealedBlock, 'contents'>): boolean {
  return row.seal_form === blockForms.bound
    ? keyring.isOwn(row.summaries)
    : openPart(keyring, 'summaries', headOf(row), row.summaries) !== null;
}

/** Seals a record anew under the next key; false where the key at hand does not open it. */
function sealAnew(rows: Rows, row: SealedRecord, keyring: Keyring, next: Sealer): boolean {
  const plain = openRecord(keyring, row.kind, row);
  if (plain !== null) rows.sealRecord(row, plain, next);
  return plain !== null;
}

function sealAllAnew(rows: Rows, keyring: Keyring, next: Sealer): number {
  let count = 0;
  for (const piece of rows.records())
    count += piece.filter((row) => sealAnew(rows, row, keyring, next)).length;
  for (const piece of rows.blocks())
    for (const row of piece) {
      const plain = openParts(keyring, headOf(row), row);
      if (plain === null) continue;
      rows.sealBlock(row, plain, next);
      count += 1;
    }
  return count;
}

function removeUnopened(rows: Rows, keyring: Keyring): number {
  let count = 0;
  for (const piece of rows.records())
    for (const row of piece) {
      if (opensRecord(keyring, row)) continue;
      rows.removeRecord(row);
      count += 1;
    }
  for (const piece of rows.blocks())
    for (const row of piece) {
      if (opensBlock(keyring, row)) continue;
      rows.removeBlock(row);
      count += 1;
    }
  return count;
}

function keyLost(count: number): Problem {
  return new GatehouseError(
    'secret.key-lost',
    `The available key does not decrypt ${count} stored secrets and records.`,
    {
      fix: 'Start with the previous key, or store the secrets again and delete what the old key encrypted. Until then, nothing is changed.',
      actions: [{ kind: 'forget-sealed' }],
    },
  ).toProblem();
}
