import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '#main/platform/clock.ts';
import { openState } from './database.ts';
import { openLedger } from './ledger.ts';
import type { StorageWorkerData } from './protocol.ts';
import { checkRecords } from './record-check.ts';
import { rollBack } from './roll-back.ts';
import type { Keyring } from './sealed-values.ts';
import { createSetAside } from './set-aside.ts';
import { createSoundness, defineSoundness } from './soundness.ts';

/** Up to this size of the database the blocks of exchanges are looked at before it is open; beyond it, after that. */
const smallBytes = 16 * 1_048_576;

/**
 * Opens a state and takes out of the way what in it is not as it was written. Every change of records goes through
 * `transaction`, so that the ledger follows.
 * @throws state.unwritable, state.exposed, state.busy, state.newer
 */
export function openWholeState(data: StorageWorkerData, sealer: Keyring) {
  const opened = openState(data.directory, data.durability);
  const { database, isChecked, isTailLost, sizeBytes } = opened;
  try {
    const ledger = openLedger(database);
    const soundness = createSoundness(sealer, ledger.isFirst);
    defineSoundness(database, soundness);
    const setAside = createSetAside(database);
    const transaction = createTransaction(database, ledger);
    const guards = data.guards ?? [];
    const nowMillis = systemClock.nowMillis();
    const isSmall = sizeBytes <= smallBytes;
    transaction(() => {
      checkRecords({
        database,
        soundness,
        ledger,
        setAside,
        guards,
        isWhole: isChecked,
        isTailLost,
        nowMillis,
      });
      if (isSmall) setAside.unsoundBlocks();
    });
    // Frames behind the last good one would be found again.
    if (isTailLost) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return { ...opened, ledger, setAside, transaction, areBlocksLeft: isChecked && !isSmall };
  } catch (error) {
    database.close();
    opened.release();
    throw error;
  }
}

/** All or nothing, with the ledger; `onRollBack` reloads the state in memory. */
function createTransaction(database: DatabaseSync, ledger: ReturnType<typeof openLedger>) {
  return <T>(change: () => T, onRollBack: () => void = () => undefined): T => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = change();
      ledger.save();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(database);
      ledger.load();
      onRollBack();
      throw error;
    }
  };
}
