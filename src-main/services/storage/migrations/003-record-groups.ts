import type { Migration } from './migration.ts';

/**
 * Records in groups: an access token has a random id, so that each one by itself dirtied a page of its own, and a page
 * was twenty times what the token takes. Groups stand in the order in which they came, and a later one wins.
 */
export const recordGroups: Migration = {
  version: 3,
  fingerprint: 2_583_046_284,
  sql: `
    CREATE TABLE record_groups (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      entry_count INTEGER NOT NULL,
      size_bytes INTEGER NOT NULL,
      expires_at_millis INTEGER,
      entries BLOB NOT NULL
    ) STRICT;
    CREATE INDEX record_groups_by_kind ON record_groups (kind, sequence, entry_count, size_bytes);
    CREATE INDEX record_groups_by_expiry ON record_groups (expires_at_millis) WHERE expires_at_millis IS NOT NULL;
  `,
};
