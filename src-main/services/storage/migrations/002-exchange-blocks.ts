import type { Migration } from './migration.ts';

/**
 * Exchanges in blocks: sealing and inserting each for itself was most of what recording cost. In clear stands only
 * what says nothing of anybody. `sequence` is never used twice, and a block that changes gets another revision: so a
 * reader knows what it has read. What has to be known of all blocks is in the index, away from the long values.
 * The former table stays for what its lost key does not open yet.
 */
export const exchangeBlocks: Migration = {
  version: 2,
  fingerprint: 3_331_634_303,
  sql: `
    CREATE TABLE exchange_blocks (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      revision INTEGER NOT NULL,
      first_id TEXT NOT NULL,
      last_id TEXT NOT NULL,
      exchange_count INTEGER NOT NULL,
      size_bytes INTEGER NOT NULL,
      is_noted INTEGER NOT NULL,
      summaries BLOB NOT NULL,
      contents BLOB NOT NULL
    ) STRICT;
    CREATE INDEX exchange_block_directory ON exchange_blocks
      (sequence, revision, first_id, last_id, exchange_count, size_bytes, is_noted);
  `,
};
