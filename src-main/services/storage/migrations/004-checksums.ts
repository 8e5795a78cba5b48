import type { Migration } from './migration.ts';

/**
 * A checksum for every row, before the value, so that it is read without it. `sealed` is 1 for the form of earlier
 * versions and 2 for the one that is bound to its place; the index finds what is to be sealed anew. The ledger says how
 * many rows of each kind there are and what their checksums come to, and repeats the version of the schema: a head in
 * which it was changed is found. What cannot be read is moved to `set_aside`.
 */
export const checksums: Migration = {
  version: 4,
  fingerprint: 1_320_640_472,
  sql: `
    CREATE TABLE checked_records (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      checksum INTEGER NOT NULL,
      sealed INTEGER NOT NULL,
      expires_at_millis INTEGER,
      value BLOB NOT NULL,
      PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO checked_records
      SELECT kind, id, record_checksum(kind, id, sealed, expires_at_millis, value), sealed, expires_at_millis, value
      FROM records;
    DROP TABLE records;
    ALTER TABLE checked_records RENAME TO records;
    CREATE INDEX records_by_expiry ON records (expires_at_millis) WHERE expires_at_millis IS NOT NULL;
    CREATE INDEX records_to_seal ON records (kind, id) WHERE sealed = 1;

    CREATE TABLE checked_groups (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      checksum INTEGER NOT NULL,
      entry_count INTEGER NOT NULL,
      size_bytes INTEGER NOT NULL,
      expires_at_millis INTEGER,
      entries BLOB NOT NULL
    ) STRICT;
    INSERT INTO checked_groups
      SELECT sequence, kind, group_checksum(kind, entry_count, expires_at_millis, entries), entry_count, size_bytes,
        expires_at_millis, entries
      FROM record_groups;
    DROP TABLE record_groups;
    ALTER TABLE checked_groups RENAME TO record_groups;
    CREATE INDEX record_groups_by_kind ON record_groups (kind, sequence, entry_count, size_bytes);
    CREATE INDEX record_groups_by_expiry ON record_groups (expires_at_millis) WHERE expires_at_millis IS NOT NULL;

    ALTER TABLE exchange_blocks ADD COLUMN seal_form INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE exchange_blocks ADD COLUMN checksum INTEGER;
    DROP INDEX exchange_block_directory;
    CREATE INDEX exchange_block_directory ON exchange_blocks
      (sequence, revision, first_id, last_id, exchange_count, size_bytes, is_noted, seal_form);

    CREATE TABLE ledger (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL,
      content TEXT NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    INSERT INTO ledger VALUES (1, 4, '', 0);
    CREATE TABLE set_aside (
      number INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      reason TEXT NOT NULL,
      amount INTEGER NOT NULL,
      id TEXT,
      value BLOB
    ) STRICT;
  `,
};
