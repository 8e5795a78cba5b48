import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SummarySource } from '#main/platform/ports.ts';
import { createSealer } from '#main/platform/seal.ts';
import { blockDirectory, summaryReader } from './block-store.ts';
import { rollBack } from './roll-back.ts';

/** Longest wait for a writer that has the database to itself, in milliseconds. */
const busyMillis = 5_000;

/**
 * Opens the summaries of a state that another thread writes, for reading alone. A look takes one transaction, so that
 * directory and blocks are of one moment; it holds up no writer.
 * @throws secret.key-invalid
 */
export function openSummaryDatabase(directory: string, sealKey: Uint8Array): SummarySource {
  const sealer = createSealer(sealKey);
  const database = new DatabaseSync(join(directory, 'state.db'), { readOnly: true, timeout: busyMillis });
  // Changes whenever another connection has committed.
  const version = database.prepare('PRAGMA data_version');
  const readDirectory = blockDirectory(database);
  const readSummaries = summaryReader(database, sealer);
  let seenVersion: unknown = null;
  return {
    read(take) {
      const current = version.get()?.['data_version'];
      if (current === seenVersion) return;
      database.exec('BEGIN');
      try {
        take({ blocks: readDirectory(), load: ({ sequence }) => readSummaries(sequence) });
      } finally {
        rollBack(database);
      }
      // Noted last, and from before the transaction: changes in between are read again.
      seenVersion = current;
    },
    close: () => database.close(),
  };
}
